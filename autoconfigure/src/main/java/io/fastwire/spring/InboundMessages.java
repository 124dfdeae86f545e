/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import io.fastwire.websocket.WebSocketSession;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;

import org.springframework.web.reactive.socket.WebSocketMessage;

/**
 * What a session receives, as a publisher for one subscriber, who may call from any
 * thread. A message is released when {@code onNext} has returned, unless it was retained.
 */
final class InboundMessages extends LoopFlux<WebSocketMessage> {

	/*
	 * Without demand, reading goes on until a message arrives that nobody wants. It is
	 * held, and only then reading stops. So a handler that only sends still answers pings
	 * and learns of the close, as long as its client sends nothing else; and a handler
	 * that asks for one message after the other does not stop and start with each.
	 *
	 * The publisher completes however the session ends. How that was, closeStatus()
	 * tells.
	 */

	private final WebSocketSession session;

	/** Arrived without demand; reading is stopped while there is one. Owned. */
	private @Nullable WebSocketMessage held;

	private boolean passing;

	private boolean closed;

	InboundMessages(WebSocketSession session) {
		this.session = session;
	}

	// The session, on the event loop

	/**
	 * Takes a message.
	 * @param message stays the caller's
	 */
	void received(WebSocketMessage message) {
		CoreSubscriber<? super WebSocketMessage> actual = subscribed() ? subscriber() : null;
		if (cancelled() || terminated()) {
			return;
		}
		if (actual != null && wanted() && held == null) {
			deliver(actual, message);
		}
		else {
			hold(message);
		}
	}

	/**
	 * Takes a pong. One that nobody listens for is no reason to stop reading.
	 * @param message stays the caller's
	 */
	void pongReceived(WebSocketMessage message) {
		if (subscribed()) {
			received(message);
		}
	}

	private void deliver(CoreSubscriber<? super WebSocketMessage> actual, WebSocketMessage message) {
		boolean outermost = !passing;
		passing = true;
		try {
			actual.onNext(message);
		}
		finally {
			passing = !outermost;
		}
		produced();
		if (outermost && (closed || unwanted())) {
			run();
		}
	}

	private void hold(WebSocketMessage message) {
		if (held == null) {
			held = message.retain();
			session.reading(false);
		}
	}

	/** Completes the publisher. */
	void close() {
		closed = true;
		if (untouched()) {
			discard();
		}
		run();
	}

	@Override
	public void run() {
		if (!passing && subscribed() && !terminated() && !settle()) {
			deliverHeld();
		}
	}

	private void deliverHeld() {
		WebSocketMessage message = held;
		CoreSubscriber<? super WebSocketMessage> actual = subscriber();
		if (message != null && wanted() && actual != null) {
			held = null;
			try {
				deliver(actual, message);
			}
			finally {
				message.release();
			}
			session.reading(true);
		}
		if (closed && held == null && !terminated()) {
			complete();
		}
	}

	private void complete() {
		CoreSubscriber<? super WebSocketMessage> actual = terminate();
		if (actual != null) {
			actual.onComplete();
		}
	}

	@Override
	void discard() {
		WebSocketMessage message = held;
		if (message != null) {
			held = null;
			message.release();
			session.reading(true);
		}
	}

	@Override
	String onceOnly() {
		return "The messages of a session can be received once only";
	}

	@Override
	boolean inEventLoop() {
		return session.inEventLoop();
	}

	@Override
	void execute(Runnable task) {
		session.execute(task);
	}

}
