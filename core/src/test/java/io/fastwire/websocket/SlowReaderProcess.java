/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.fastwire.http.Router;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireFrame;
import io.fastwire.testsupport.WireSocket;
import org.jspecify.annotations.Nullable;

/**
 * A process of its own, for its heap is small: publishes to one client that reads nothing
 * and one that does. Arguments: policy, messages. Prints what came of it.
 */
final class SlowReaderProcess {

	static final long LIMIT = 1024 * 1024;

	private SlowReaderProcess() {
	}

	/** Keeps sessions, and the tokens by which a sender waits for one to drain. */
	private static final class Feed implements WebSocketListener {

		final BlockingQueue<WebSocketSession> opened = new LinkedBlockingQueue<>();

		final BlockingQueue<Boolean> drained = new LinkedBlockingQueue<>();

		final BlockingQueue<Integer> closed = new LinkedBlockingQueue<>();

		@Override
		public void onOpen(WebSocketSession session) {
			opened.add(session);
		}

		@Override
		public void onDrain(WebSocketSession session) {
			drained.add(true);
		}

		@Override
		public void onClose(WebSocketSession session, int code, String reason, @Nullable Throwable cause) {
			closed.add(code);
		}

		WebSocketSession session() throws InterruptedException {
			WebSocketSession session = opened.poll(20, TimeUnit.SECONDS);
			if (session == null) {
				throw new IllegalStateException("No session was opened");
			}
			return session;
		}

	}

	/**
	 * Runs the experiment.
	 * @param arguments policy and number of messages
	 * @throws Exception if anything fails
	 */
	public static void main(String[] arguments) throws Exception {
		int messages = Integer.parseInt(arguments[1]);
		Feed feed = new Feed();
		WebSocketOptions options = WebSocketOptions.builder()
			.maxPendingBytes(LIMIT)
			.overflowPolicy(OverflowPolicy.valueOf(arguments[0]))
			.build();
		Router router = Router.builder().get("/ws", WebSocketRoute.of(options, () -> feed)).build();
		try (TestServer server = TestServer.start(router);
				WireSocket stuckClient = WireSocket.open(WireClient.connect(server.port(), null, 4096), "/ws", "")) {
			WebSocketSession stuck = feed.session();
			WireSocket healthyClient = WireSocket.open(server.port(), "/ws");
			WebSocketSession healthy = feed.session();
			AtomicLong received = new AtomicLong();
			Thread reader = new Thread(() -> readAll(healthyClient, received));
			reader.start();
			publish(messages, stuck, healthy, feed);
			healthy.close(1000, "");
			reader.join();
			stuckClient.client().hangUp();
			System.out.println("healthy=" + received);
			System.out.println("closed=" + feed.closed.poll(20, TimeUnit.SECONDS));
		}
	}

	private static void publish(int messages, WebSocketSession stuck, WebSocketSession healthy, Feed feed)
			throws InterruptedException {
		String message = "x".repeat(1024);
		long highest = 0;
		long accepted = 0;
		long dropped = 0;
		for (int i = 0; i < messages; i++) {
			SendResult result = stuck.send(message);
			accepted += result.accepted() ? 1 : 0;
			dropped += (result == SendResult.DROPPED) ? 1 : 0;
			highest = Math.max(highest, stuck.pendingBytes());
			healthy.send(message);
			while (!healthy.writable()) {
				feed.drained.poll(1, TimeUnit.SECONDS);
			}
		}
		System.out.println("highest=" + highest);
		System.out.println("accepted=" + accepted);
		System.out.println("dropped=" + dropped);
	}

	private static void readAll(WireSocket client, AtomicLong received) {
		try (client) {
			WireFrame frame = client.read();
			while (frame != null && frame.opcode() != 8) {
				received.incrementAndGet();
				frame = client.read();
			}
			client.send(WireFrame.close(1000, ""));
			client.read();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
