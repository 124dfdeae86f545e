/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

import io.fastwire.websocket.WebSocketSession;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

import org.springframework.web.reactive.socket.WebSocketMessage;

/**
 * What a session receives, as a publisher for one subscriber, who may call from any
 * thread. A message is released when {@code onNext} has returned, unless it was retained.
 */
final class InboundMessages extends Flux<WebSocketMessage> implements Subscription, Runnable {

	/*
	 * Messages come on the event loop, demand and cancellation from anywhere: what is
	 * asked for is added to "demand", and run() on the loop finds it there.
	 *
	 * Without demand, reading goes on until a message arrives that nobody wants. It is
	 * held, and only then reading stops. So a handler that only sends still answers pings
	 * and learns of the close, as long as its client sends nothing else; and a handler
	 * that asks for one message after the other does not stop and start with each.
	 *
	 * The publisher completes however the session ends. How that was, closeStatus()
	 * tells.
	 */

	private static final int NEW = 0;

	private static final int SUBSCRIBING = 1;

	private static final int SUBSCRIBED = 2;

	private static final AtomicLongFieldUpdater<InboundMessages> DEMAND = AtomicLongFieldUpdater
		.newUpdater(InboundMessages.class, "demand");

	private static final AtomicIntegerFieldUpdater<InboundMessages> STATE = AtomicIntegerFieldUpdater
		.newUpdater(InboundMessages.class, "state");

	private final WebSocketSession session;

	private volatile int state;

	private volatile long demand;

	private volatile boolean cancelled;

	private volatile boolean badDemand;

	private volatile @Nullable CoreSubscriber<? super WebSocketMessage> subscriber;

	// Of the loop

	/** Arrived without demand; reading is stopped while there is one. Owned. */
	private @Nullable WebSocketMessage held;

	private boolean passing;

	private boolean closed;

	private boolean terminated;

	InboundMessages(WebSocketSession session) {
		this.session = session;
	}

	// The session, on the event loop

	/**
	 * Takes a message.
	 * @param message stays the caller's
	 */
	void received(WebSocketMessage message) {
		CoreSubscriber<? super WebSocketMessage> actual = (state == SUBSCRIBED) ? subscriber : null;
		if (cancelled || terminated) {
			return;
		}
		if (actual != null && demand != 0 && held == null) {
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
		if (state == SUBSCRIBED) {
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
		Operators.produced(DEMAND, this, 1);
		if (outermost && mustAct()) {
			run();
		}
	}

	private boolean mustAct() {
		return cancelled || badDemand || closed;
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
		if (state == NEW) {
			dropHeld();
		}
		run();
	}

	// The subscriber, on any thread

	@Override
	public void subscribe(CoreSubscriber<? super WebSocketMessage> actual) {
		if (!STATE.compareAndSet(this, NEW, SUBSCRIBING)) {
			Operators.error(actual, new IllegalStateException("The messages of a session can be received once only"));
			return;
		}
		subscriber = actual;
		actual.onSubscribe(this);
		state = SUBSCRIBED;
		passOn();
	}

	@Override
	public void request(long n) {
		if (n <= 0) {
			badDemand = true;
		}
		else {
			Operators.addCap(DEMAND, this, n);
		}
		passOn();
	}

	@Override
	public void cancel() {
		if (!cancelled) {
			cancelled = true;
			passOn();
		}
	}

	private void passOn() {
		if (session.inEventLoop()) {
			run();
		}
		else {
			session.execute(this);
		}
	}

	// The event loop

	@Override
	public void run() {
		if (passing || state != SUBSCRIBED || terminated) {
			return;
		}
		if (cancelled) {
			terminate();
		}
		else if (badDemand) {
			rejectDemand();
		}
		else {
			deliverHeld();
		}
	}

	private void deliverHeld() {
		WebSocketMessage message = held;
		CoreSubscriber<? super WebSocketMessage> actual = subscriber;
		if (message != null && demand != 0 && actual != null) {
			held = null;
			try {
				deliver(actual, message);
			}
			finally {
				message.release();
			}
			session.reading(true);
		}
		if (closed && held == null && !terminated) {
			complete();
		}
	}

	private void complete() {
		CoreSubscriber<? super WebSocketMessage> actual = terminate();
		if (actual != null) {
			actual.onComplete();
		}
	}

	/** Reactive Streams rule 3.9. */
	private void rejectDemand() {
		CoreSubscriber<? super WebSocketMessage> actual = terminate();
		if (actual != null) {
			actual.onError(new IllegalArgumentException("Demand must be positive (Reactive Streams rule 3.9)"));
		}
	}

	private @Nullable CoreSubscriber<? super WebSocketMessage> terminate() {
		CoreSubscriber<? super WebSocketMessage> actual = subscriber;
		terminated = true;
		subscriber = null;
		dropHeld();
		return actual;
	}

	private void dropHeld() {
		WebSocketMessage message = held;
		if (message != null) {
			held = null;
			message.release();
			session.reading(true);
		}
	}

}
