/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A load generator: a closed loop with one outstanding message on each connection, in one
 * thread. For each line of input, port and seconds, it opens the connections, compares
 * the first echo of each byte by byte, sends and counts for that time, and prints the
 * count, or what went wrong. It does as little as it can, so that it can keep a server
 * busy: the frame is made once, and of later echoes only the length is looked at.
 */
final class WebSocketClients {

	private static final int MASK = 0x37FA213D;

	private static final int TEN_SECONDS = 10;

	private final int connections;

	private final ByteBuf request;

	private final ByteBuf frame;

	private final byte[] echo;

	private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());

	private boolean running;

	private long answered;

	private WebSocketClients(int connections, int messageBytes) {
		this.connections = connections;
		this.request = Unpooled.unreleasableBuffer(Unpooled.directBuffer().writeBytes("""
				GET /ws HTTP/1.1\r
				Host: localhost\r
				Upgrade: websocket\r
				Connection: Upgrade\r
				Sec-WebSocket-Version: 13\r
				Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
				\r
				""".getBytes(StandardCharsets.US_ASCII)));
		byte[] payload = new byte[messageBytes];
		for (int i = 0; i < messageBytes; i++) {
			payload[i] = (byte) (i * 31 + 7);
		}
		this.frame = Unpooled.unreleasableBuffer(Unpooled.directBuffer().writeBytes(frame(payload, true)));
		this.echo = frame(payload, false);
	}

	private static byte[] frame(byte[] payload, boolean masked) {
		ByteBuffer frame = ByteBuffer.allocate(payload.length + 8);
		frame.put((byte) 0x82);
		int maskBit = masked ? 0x80 : 0;
		if (payload.length < 126) {
			frame.put((byte) (maskBit | payload.length));
		}
		else {
			frame.put((byte) (maskBit | 126)).putShort((short) payload.length);
		}
		if (masked) {
			frame.putInt(MASK);
		}
		for (int i = 0; i < payload.length; i++) {
			frame.put((byte) (masked ? payload[i] ^ (MASK >>> (24 - 8 * (i % 4))) : payload[i]));
		}
		byte[] bytes = new byte[frame.position()];
		frame.flip().get(bytes);
		return bytes;
	}

	/** Serves the lines of standard input; arguments are connections and length. */
	public static void main(String[] args) throws Exception {
		WebSocketClients clients = new WebSocketClients(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
		BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
		for (String line = lines.readLine(); line != null; line = lines.readLine()) {
			String[] parts = line.split(" ", -1);
			System.out.println(clients.run(Integer.parseInt(parts[0]), Integer.parseInt(parts[1])));
		}
		clients.loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
	}

	private String run(int port, int seconds) throws InterruptedException {
		List<Client> clients = new ArrayList<>();
		try {
			for (int i = 0; i < connections; i++) {
				clients.add(connect(port));
			}
			for (Client client : clients) {
				client.checked.get(TEN_SECONDS, TimeUnit.SECONDS);
			}
			return Long.toString(loop.submit(() -> start(clients)).get() + measure(seconds));
		}
		catch (ExecutionException | TimeoutException ex) {
			return "failed: " + ex;
		}
		finally {
			for (Client client : clients) {
				client.channel().close().sync();
			}
		}
	}

	private int start(List<Client> clients) {
		answered = 0;
		running = true;
		clients.forEach(Client::send);
		return 0;
	}

	private long measure(int seconds) throws InterruptedException, ExecutionException {
		return loop.schedule(() -> {
			running = false;
			return answered;
		}, seconds, TimeUnit.SECONDS).get();
	}

	private Client connect(int port) throws InterruptedException {
		Client client = new Client();
		new Bootstrap().group(loop)
			.channel(EpollSocketChannel.class)
			.option(ChannelOption.TCP_NODELAY, true)
			.handler(new ChannelInitializer<>() {

				@Override
				protected void initChannel(Channel channel) {
					channel.pipeline().addLast(client);
				}

			})
			.connect("127.0.0.1", port)
			.sync();
		return client;
	}

	/** One connection. */
	private final class Client extends ChannelInboundHandlerAdapter {

		private final CompletableFuture<Void> checked = new CompletableFuture<>();

		private final ByteBuf first = Unpooled.buffer();

		private @Nullable Channel channel;

		private boolean upgraded;

		private int received;

		Channel channel() {
			if (channel == null) {
				throw new IllegalStateException("Not connected");
			}
			return channel;
		}

		void send() {
			received = 0;
			channel().writeAndFlush(frame.duplicate(), channel().voidPromise());
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
			checked.completeExceptionally(new IOException("The server has closed the connection"));
		}

	}

}
