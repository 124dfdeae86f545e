/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.springframework.web.reactive.socket.CloseStatus;

import static org.assertj.core.api.Assertions.assertThat;

/** The client's end of a WebSocket session, as tests use it. */
abstract class TestSocket implements AutoCloseable {

	private static final long PATIENCE_SECONDS = 20;

	private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();

	private final CompletableFuture<CloseStatus> closed = new CompletableFuture<>();

	/** A message that came in, or a pong. */
	record Message(Kind kind, byte[] payload) {

		String text() {
			return new String(payload, StandardCharsets.UTF_8);
		}

	}

	/** What came in. */
	enum Kind {

		TEXT, BINARY, PONG

	}

	abstract void sendText(String text);

	abstract void sendBinary(byte[] payload);

	abstract void sendPing(byte[] payload);

	abstract void close(int code, String reason);

	abstract String subProtocol();

	/** Ends the connection without a close frame. */
	@Override
	public abstract void close();

	final void received(Kind kind, byte[] payload) {
		messages.add(new Message(kind, payload));
	}

	final void ended(int code, String reason) {
		closed.complete(CloseStatus.create(code, reason));
	}

	final Message next() throws Exception {
		Message message = messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
		if (message == null) {
			throw new AssertionError("Nothing was received in time; closed: " + closed);
		}
		return message;
	}

	final String nextText() throws Exception {
		Message message = next();
		assertThat(message.kind()).isEqualTo(Kind.TEXT);
		return message.text();
	}

	final byte[] nextBinary() throws Exception {
		Message message = next();
		assertThat(message.kind()).isEqualTo(Kind.BINARY);
		return message.payload();
	}

	final boolean hasNext() {
		return !messages.isEmpty();
	}

	final CloseStatus awaitClose() throws Exception {
		return closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
	}

}
