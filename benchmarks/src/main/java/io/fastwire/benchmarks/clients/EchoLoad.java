/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * WebSocket echoes: a closed loop with one outstanding message on each connection. The
 * first echo of each connection is compared byte by byte; of later ones only the length
 * is looked at.
 */
final class EchoLoad {

	private final ClientLoop loop;

	private final Command command;

	private final ByteBuf request = WebSocketBytes.handshake("/ws", "");

	private final ByteBuf frame;

	private final byte[] echo;

	private final Histogram latency = Window.histogram();

	private boolean running;

	private long answered;

	private int lost;

	/**
	 * Takes {@code port}, {@code pid}, {@code connections}, {@code seconds},
	 * {@code bytes} of each message and {@code text} (true or false) from the command.
	 */
	EchoLoad(ClientLoop loop, Command command) {
		this.loop = loop;
		this.command = command;
		boolean text = Boolean.parseBoolean(command.text("text"));
		byte[] payload = text ? text(command.number("bytes")) : binary(command.number("bytes"));
		this.frame = WebSocketBytes.shared(WebSocketBytes.frame(text, payload, true));
		this.echo = WebSocketBytes.frame(text, payload, false);
	}

	private static byte[] binary(int length) {
		byte[] payload = new byte[length];
		for (int i = 0; i < length; i++) {
			payload[i] = (byte) (i * 31 + 7);
		}
		return payload;
	}

	/** Text in characters of one to four bytes, filled up with ASCII. */
	private static byte[] text(int length) {
		StringBuilder text = new StringBuilder();
		String mixed = "aé東📈";
		int bytes = mixed.getBytes(StandardCharsets.UTF_8).length;
		text.append(mixed.repeat(length / bytes)).append("x".repeat(length % bytes));
		return text.toString().getBytes(StandardCharsets.UTF_8);
	}

	/** Runs it and returns what it came to. */
	Command run() throws IOException, InterruptedException, ExecutionException, TimeoutException {
		List<Client> clients = new ArrayList<>();
		List<Channel> channels = new ArrayList<>();
		try {
			for (int i = 0; i < command.number("connections"); i++) {
				Client client = new Client();
				clients.add(client);
				channels.add(loop.connect(command.number("port"), client));
			}
			for (Client client : clients) {
				client.checked.get(ClientLoop.PATIENCE_SECONDS, TimeUnit.SECONDS);
			}
			Window window = Window.open(loop.driver(), command);
			loop.call(() -> start(clients));
			loop.loop().schedule(() -> running = false, command.number("seconds"), TimeUnit.SECONDS).get();
			return finish(window);
		}
		finally {
			for (Channel channel : channels) {
				channel.close().sync();
			}
		}
	}

	private boolean start(List<Client> clients) {
		running = true;
		clients.forEach(Client::send);
		return true;
	}

	private Command finish(Window window) throws IOException {
		if (lost > 0) {
			throw new IOException("The server has closed " + lost + " connections");
		}
		return window.close(answered, latency);
	}

	/** One connection. */
	private final class Client extends ChannelInboundHandlerAdapter {

		private final CompletableFuture<Void> checked = new CompletableFuture<>();

		private final ByteBuf first = Unpooled.buffer();

		private @Nullable Channel channel;

		private boolean upgraded;

		private int received;

		private long sent;

		void send() {
			received = 0;
			sent = System.nanoTime();
			if (channel != null) {
				channel.writeAndFlush(frame.duplicate(), channel.voidPromise());
			}
		}

		@Override
		public void channelActive(ChannelHandlerContext context) {
			channel = context.channel();
			context.writeAndFlush(request.duplicate());
		}

		@Override
		public void channelRead(ChannelHandlerContext context, Object message) {
			ByteBuf bytes = (ByteBuf) message;
			try {
				if (checked.isDone()) {
					count(bytes.readableBytes());
				}
				else {
					first.writeBytes(bytes);
					check();
				}
			}
			finally {
				bytes.release();
			}
		}

		private void count(int bytes) {
			received += bytes;
			if (received == echo.length && running) {
				answered++;
				latency.recordValue(System.nanoTime() - sent);
				send();
			}
		}

		private void check() {
			String text = first.toString(StandardCharsets.ISO_8859_1);
			int end = text.indexOf("\r\n\r\n");
			if (!upgraded && end >= 0) {
				upgraded = true;
				if (!text.startsWith("HTTP/1.1 101")) {
					checked.completeExceptionally(new IOException(text));
				}
				first.skipBytes(end + 4);
				send();
			}
			else if (upgraded && first.readableBytes() >= echo.length) {
				if (first.equals(Unpooled.wrappedBuffer(echo))) {
					checked.complete(null);
				}
				else {
					checked.completeExceptionally(new IOException("The echo is not what was sent"));
				}
			}
		}

		@Override
		public void channelInactive(ChannelHandlerContext context) {
			if (running) {
				lost++;
			}
			checked.completeExceptionally(new IOException("The server has closed the connection"));
		}

	}

}
