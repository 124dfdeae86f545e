/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

import io.fastwire.http.AbortedException;
import io.fastwire.http.BodyListener;
import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.http.RejectedBodyException;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.server.ResponseStatusException;

/**
 * The body of a request as a publisher for one subscriber, who may call from any thread
 * and owns each buffer it is given. Demand goes to the exchange one to one, so the client
 * is slowed down as the subscriber is; a cancelled body is discarded.
 */
final class RequestBody extends Flux<DataBuffer> implements BodyListener, Subscription, Runnable {

	/*
	 * Signals and the exchange live on the event loop, demand and cancellation come from
	 * anywhere. What is asked for is added to "demand", and run() on the loop takes it
	 * from there. It keeps the recursion flat, also if the exchange answers a request
	 * before request() returns: a request made from within onNext is passed on after
	 * onNext, and only by the outermost run(). Nothing is signalled before onSubscribe
	 * has returned.
	 */

	private static final int NEW = 0;

	private static final int SUBSCRIBING = 1;

	private static final int SUBSCRIBED = 2;

	private static final AtomicLongFieldUpdater<RequestBody> DEMAND = AtomicLongFieldUpdater
		.newUpdater(RequestBody.class, "demand");

	private static final AtomicIntegerFieldUpdater<RequestBody> STATE = AtomicIntegerFieldUpdater
		.newUpdater(RequestBody.class, "state");

	private final Exchange exchange;

	private final NettyDataBufferFactory bufferFactory;

	private final FastwireServerHttpResponse response;

	private volatile int state;

	private volatile long demand;

	private volatile boolean cancelled;

	private volatile boolean badDemand;

	private @Nullable CoreSubscriber<? super DataBuffer> subscriber;

	private boolean receiving;

	private boolean passing;

	private boolean terminated;

	private @Nullable Throwable failure;

	RequestBody(Exchange exchange, FastwireServerHttpResponse response, NettyDataBufferFactory bufferFactory) {
		this.exchange = exchange;
		this.bufferFactory = bufferFactory;
		this.response = response;
	}

	@Override
	public void subscribe(CoreSubscriber<? super DataBuffer> actual) {
		if (!STATE.compareAndSet(this, NEW, SUBSCRIBING)) {
			Operators.error(actual, new IllegalStateException("A request body can be read once only"));
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
		if (cancelled) {
			return;
		}
		cancelled = true;
		if (exchange.inEventLoop()) {
			response.requestBodyRead();
		}
		passOn();
	}

	private void passOn() {
		if (exchange.inEventLoop()) {
			run();
		}
		else {
			exchange.execute(this);
		}
	}

	@Override
	public void run() {
		if (passing || state != SUBSCRIBED) {
			return;
		}
		passing = true;
		try {
			start();
			while (!terminated && act()) {
				// Until there is nothing more to pass on.
			}
		}
		finally {
			passing = false;
		}
	}

	private void start() {
		if (terminated) {
			tellFailure();
		}
		else if (!receiving) {
			receiving = true;
			receive();
		}
	}

	private void receive() {
		if (exchange.ended()) {
			onFailure(new AbortedException("The exchange ended before its request body was read"));
		}
		else {
			exchange.receive(this);
		}
	}

	private boolean act() {
		if (cancelled) {
			giveUp();
		}
		else if (badDemand) {
			rejectDemand();
		}
		else if (demand != 0) {
			exchange.request(DEMAND.getAndSet(this, 0));
			return true;
		}
		return false;
	}

	private void giveUp() {
		terminated = true;
		subscriber = null;
		response.requestBodyRead();
		exchange.discardBody();
	}

	/** Reactive Streams rule 3.9. */
	private void rejectDemand() {
		CoreSubscriber<? super DataBuffer> actual = subscriber;
		giveUp();
		if (actual != null) {
			actual.onError(new IllegalArgumentException("Demand must be positive (Reactive Streams rule 3.9)"));
		}
	}

	@Override
	public void onData(ByteBuf chunk) {
		CoreSubscriber<? super DataBuffer> actual = subscriber;
		if (actual == null || cancelled) {
			chunk.release();
			return;
		}
		boolean outermost = !passing;
		passing = true;
		try {
			actual.onNext(bufferFactory.wrap(chunk));
		}
		finally {
			passing = !outermost;
		}
		if (outermost) {
			run();
		}
	}

	@Override
	public void onComplete(Headers trailers) {
		response.requestBodyRead();
		CoreSubscriber<? super DataBuffer> actual = subscriber;
		boolean tell = !terminated && !cancelled;
		terminated = true;
		subscriber = null;
		if (tell && actual != null) {
			actual.onComplete();
		}
	}

	@Override
	public void onFailure(Throwable cause) {
		if (cause instanceof AbortedException) {
			response.connectionLost();
		}
		if (terminated) {
			return;
		}
		failure = (cause instanceof RejectedBodyException rejected) ? translate(rejected) : cause;
		terminated = true;
		if (state == SUBSCRIBED) {
			tellFailure();
		}
	}

	private void tellFailure() {
		CoreSubscriber<? super DataBuffer> actual = subscriber;
		Throwable cause = failure;
		subscriber = null;
		if (actual != null && cause != null && !cancelled) {
			actual.onError(cause);
		}
	}

	/**
	 * Lets WebFlux treat a refused body as the client's mistake that it is: without this,
	 * it would log an error and answer 500.
	 */
	private static Throwable translate(RejectedBodyException rejected) {
		HttpStatusCode status = HttpStatusCode.valueOf(rejected.rejection().status());
		return new ResponseStatusException(status, rejected.rejection().reason(), rejected);
	}

}
