/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
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
 * HTTP requests in an open loop: they are due at a fixed rate whatever the server does,
 * and the time of each counts from when it was due, also if its connection was still busy
 * then. So a server that stalls cannot make its own stall go unnoticed (coordinated
 * omission).
 */
final class PacedLoad {

	/*
	 * Every tick sends what has become due since the last one, so a request leaves up to
	 * a tick late, and that counts as latency. It is the same for all servers.
	 */
	private static final long TICK_NANOS = 100_000;

	private static final int POLL_MILLIS = 20;

	private final ClientLoop loop;

	private final Command command;

	private final ByteBuf request;

	private final double interval;

	private final List<Client> clients = new ArrayList<>();

	private final Histogram latency = Window.histogram();

	private long start;

	private long due;

	private long answered;

	private volatile @Nullable Throwable failure;

	/**
	 * Takes {@code port}, {@code pid}, {@code connections}, {@code seconds}, {@code rate}
	 * in requests a second and {@code path} from the command.
	 */
	PacedLoad(ClientLoop loop, Command command) {
		this.loop = loop;
		this.command = command;
		this.request = WebSocketBytes.shared(HttpBytes.get(command.text("path")));
		this.interval = 1e9 / command.number("rate");
	}

	/** Runs it and returns what it came to. */
	Command run() throws IOException, InterruptedException, ExecutionException, TimeoutException {
		List<Channel> channels = new ArrayList<>();
		try {
			for (int i = 0; i < command.number("connections"); i++) {
				Client client = new Client();
				clients.add(client);
				channels.add(loop.connect(command.number("port"), client));
			}
			Window window = Window.open(loop.driver(), command);
			loop.call(() -> start = System.nanoTime());
			ScheduledFuture<?> ticks = loop.loop().scheduleAtFixedRate(this::tick, 0, TICK_NANOS, TimeUnit.NANOSECONDS);
			TimeUnit.SECONDS.sleep(command.number("seconds"));
			ticks.cancel(false);
			awaitAll();
			return window.close(answered, latency);
		}
		finally {
			for (Channel channel : channels) {
				channel.close().sync();
			}
		}
	}

	private void tick() {
		long elapsed = System.nanoTime() - start;
		while (due * interval <= elapsed) {
			clients.get((int) (due % clients.size())).send(start + (long) (due * interval));
			due++;
		}
	}

	private void awaitAll() throws IOException, InterruptedException, ExecutionException, TimeoutException {
		long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(ClientLoop.PATIENCE_SECONDS);
		while (loop.call(() -> answered < due)) {
			if (failure != null) {
				throw new IOException(failure);
			}
			if (System.nanoTime() > limit) {
				throw new TimeoutException("The server does not keep up with " + command.text("rate") + " a second");
			}
			Thread.sleep(POLL_MILLIS);
		}
	}

	/** One connection with at most one outstanding request. */
	private final class Client extends ChannelInboundHandlerAdapter {

		/** When requests were due that wait for the connection. */
		private final ArrayDeque<Long> waiting = new ArrayDeque<>();

		private final ByteBuf first = Unpooled.buffer();

		private @Nullable Channel channel;

		private int length = -1;

		private int received;

		private boolean busy;

		private long dueAt;

		void send(long at) {
			if (busy || channel == null) {
				waiting.add(at);
				return;
			}
			busy = true;
			received = 0;
			dueAt = at;
			channel.writeAndFlush(request.duplicate(), channel.voidPromise());
		}

		@Override
		public void channelActive(ChannelHandlerContext context) {
			channel = context.channel();
		}

		@Override
		public void channelRead(ChannelHandlerContext context, Object message) {
			ByteBuf bytes = (ByteBuf) message;
			received += bytes.readableBytes();
			if (length < 0) {
				first.writeBytes(bytes);
				length = HttpBytes.length(first.toString(StandardCharsets.ISO_8859_1));
			}
			bytes.release();
			if (received == length) {
				answered();
			}
		}

		private void answered() {
			answered++;
			latency.recordValue(System.nanoTime() - dueAt);
			busy = false;
			Long next = waiting.poll();
			if (next != null) {
				send(next);
			}
		}

		@Override
		public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
			failure = cause;
		}

	}

}
