/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.function.Supplier;

import io.fastwire.buffer.WritePool;
import io.fastwire.http.Headers;
import io.fastwire.http.PathParameters;
import io.fastwire.http.RequestTarget;
import io.fastwire.http.Tunnel;
import io.fastwire.http1.WebSocketWire;
import io.fastwire.testsupport.LeakFree;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/** How often other threads wake the loop up. */
@ExtendWith(LeakFree.class)
class WakeUpTests {

	/** A tunnel whose loop runs when the test says so. */
	private static final class StoppedLoop implements Tunnel, AutoCloseable {

		final Queue<Runnable> tasks = new ArrayDeque<>();

		final ByteBuf written = ByteBufAllocator.DEFAULT.buffer(64 * 1024);

		private final EmbeddedChannel channel = new EmbeddedChannel();

		private final WritePool pool = new WritePool(channel.eventLoop(), ByteBufAllocator.DEFAULT, 1024);

		private final WebSocketLoop loop = new WebSocketLoop();

		private boolean running;

		/** Whether the peer reads nothing. */
		private boolean full;

		/** Happens in the middle of a send. */
		private Runnable meanwhile = () -> {
		};

		void run() {
			for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
				run(task);
			}
		}

		/** Runs something in front of all tasks. */
		void run(Runnable event) {
			running = true;
			event.run();
			running = false;
		}

		@Override
		public boolean write(ByteBuf data) {
			written.writeBytes(data);
			data.release();
			return true;
		}

		@Override
		public ByteBuf reserve(int bytes) {
			return written.ensureWritable(bytes);
		}

		@Override
		public void flush() {
		}

		@Override
		public WritePool pool() {
			return pool;
		}

		@Override
		public ByteBufAllocator allocator() {
			return ByteBufAllocator.DEFAULT;
		}

		@Override
		public long pendingBytes() {
			return 0;
		}

		@Override
		public boolean writable() {
			meanwhile.run();
			return !full;
		}

		@Override
		public void writeLimit(int high, int low) {
			// never reached
		}

		@Override
		public void deadline(long millis) {
			// time stands still
		}

		@Override
		public long now() {
			return 0;
		}

		@Override
		public void reading(boolean reading) {
			// nothing comes in
		}

		@Override
		public void abort() {
			// nothing to abort
		}

		@Override
		public EventExecutor eventLoop() {
			return channel.eventLoop();
		}

		@Override
		public boolean inEventLoop() {
			return running;
		}

		@Override
		public void execute(Runnable task) {
			tasks.add(task);
		}

		@Override
		public <T> T loopLocal(Class<T> type, Supplier<? extends T> initial) {
			return type.cast(loop);
		}

		@Override
		public void close() {
			written.release();
			pool.close();
			channel.close();
		}

	}

	private static LoopSession session(StoppedLoop tunnel, WebSocketListener listener) {
		RequestTarget target = new TargetOf().target();
		Handshake handshake = new Handshake("id", target, Headers.empty(), PathParameters.NONE, false, null, null, null,
				null);
		return new LoopSession(tunnel, handshake, WebSocketOptions.DEFAULTS, listener);
	}

	/** Takes the target of a real request. */
	private static final class TargetOf {

		private @Nullable RequestTarget target;

		RequestTarget target() {
			try (WebSocketWire wire = new WebSocketWire((exchange, parameters) -> {
				target = exchange.target();
				exchange.end();
			})) {
				wire.send("GET /ws HTTP/1.1\r\nHost: t\r\n\r\n");
			}
			return Objects.requireNonNull(target);
		}

	}

	@Test
	void burstWakesTheLoopUpOnce() {
		try (StoppedLoop tunnel = new StoppedLoop()) {
			LoopSession session = session(tunnel, new RecordingListener());
			for (int burst = 1; burst <= 3; burst++) {
				for (int i = 0; i < 1000; i++) {
					assertThat(session.send("message").accepted()).isTrue();
				}
				assertThat(session.pendingBytes()).isEqualTo(7000);
				assertThat(tunnel.tasks).hasSize(1);
				tunnel.run();
				assertThat(tunnel.written.readableBytes()).isEqualTo(burst * 9000);
				assertThat(session.pendingBytes()).isZero();
			}
		}
	}

	@Test
	void senderThatWasCongestedByTheQueueAloneIsToldOnceItIsEmpty() {
		try (StoppedLoop tunnel = new StoppedLoop()) {
			RecordingListener listener = new RecordingListener();
			LoopSession session = session(tunnel, listener);
			SendResult result = SendResult.ACCEPTED;
			while (result == SendResult.ACCEPTED) {
				result = session.send("x".repeat(1000));
			}
			assertThat(result).isEqualTo(SendResult.CONGESTED);
			assertThat(session.writable()).isFalse();
			tunnel.run();
			assertThat(listener.events).containsExactly("drain");
			assertThat(session.writable()).isTrue();
			session.send("y");
			tunnel.run();
			assertThat(listener.events).hasSize(1);
		}
	}

	@Test
	void drainIsNotToldWhileTheQueueIsAboveTheMarkAndNotLostForThat() {
		try (StoppedLoop tunnel = new StoppedLoop()) {
			RecordingListener listener = new RecordingListener() {

				@Override
				public void onDrain(WebSocketSession session) {
					super.onDrain(session);
					assertThat(session.writable()).isTrue();
				}

			};
			LoopSession session = session(tunnel, listener);
			tunnel.full = true;
			for (int i = 0; i < 70; i++) {
				assertThat(session.send("x".repeat(1000))).isEqualTo(SendResult.CONGESTED);
			}
			tunnel.full = false;
			tunnel.run(session::becameWritable);
			assertThat(listener.events).isEmpty();
			tunnel.run();
			assertThat(listener.events).containsExactly("drain");
			session.send("y");
			tunnel.run();
			assertThat(listener.events).hasSize(1);
		}
	}

	@Test
	void sendThatMeetsTheEndReleasesWhatItWasGiven() {
		try (StoppedLoop tunnel = new StoppedLoop()) {
			LoopSession session = session(tunnel, new RecordingListener());
			tunnel.meanwhile = () -> session.disconnected(null);
			assertThat(session.send(MessageKind.BINARY, ByteBufAllocator.DEFAULT.directBuffer().writeByte(1)))
				.isEqualTo(SendResult.CLOSED);
			assertThat(session.pendingBytes()).isZero();
		}
	}

	@Test
	void nothingFollowsADroppedMessageIfThatClosesTheSession() {
		try (StoppedLoop tunnel = new StoppedLoop()) {
			LoopSession session = session(tunnel, new RecordingListener());
			SendResult result = SendResult.ACCEPTED;
			int accepted = -1;
			while (result != SendResult.DROPPED) {
				result = session.send("x".repeat(1000));
				accepted++;
			}
			assertThat(session.send("y")).isEqualTo(SendResult.CLOSED);
			assertThat(session.open()).isFalse();
			tunnel.run();
			assertThat(session.send("z")).isEqualTo(SendResult.CLOSED);
			String reason = "Too slow";
			assertThat(tunnel.written.readableBytes()).isEqualTo(accepted * 1004 + 4 + reason.length());
		}
	}

}
