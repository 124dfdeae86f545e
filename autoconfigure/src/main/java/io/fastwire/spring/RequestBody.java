/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import io.fastwire.http.AbortedException;
import io.fastwire.http.BodyListener;
import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.http.RejectedBodyException;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.server.ResponseStatusException;

/**
 * The body of a request as a publisher for one subscriber, who may call from any thread
 * and owns each buffer it is given. Demand goes to the exchange one to one, so the client
 * is slowed down as the subscriber is; a cancelled body is discarded.
 */
final class RequestBody extends LoopFlux<DataBuffer> implements BodyListener {

	/*
	 * The recursion is flat, also if the exchange answers a request before request()
	 * returns: a request made from within onNext is passed on after onNext, and only by
	 * the outermost run().
	 */

	private final Exchange exchange;

	private final NettyDataBufferFactory bufferFactory;

	private final FastwireServerHttpResponse response;

	private boolean receiving;

	private boolean passing;

	private @Nullable Throwable failure;

	private @Nullable UploadedParts uploaded;

	RequestBody(Exchange exchange, FastwireServerHttpResponse response, NettyDataBufferFactory bufferFactory) {
		this.exchange = exchange;
		this.bufferFactory = bufferFactory;
		this.response = response;
	}

	@Override
	String onceOnly() {
		return "A request body can be read once only";
	}

	@Override
	boolean inEventLoop() {
		return exchange.inEventLoop();
	}

	@Override
	void execute(Runnable task) {
		exchange.execute(task);
	}

	@Override
	public void cancel() {
		if (!cancelled() && inEventLoop()) {
			response.requestBodyRead();
		}
		super.cancel();
	}

	@Override
	public void run() {
		if (passing || !subscribed()) {
			return;
		}
		passing = true;
		try {
			start();
			while (!terminated() && act()) {
				// Until there is nothing more to pass on.
			}
		}
		finally {
			passing = false;
		}
	}

	private void start() {
		if (failure != null) {
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
		if (!settle() && wanted()) {
			exchange.request(takeDemand());
			return true;
		}
		return false;
	}

	@Override
	void discard() {
		response.requestBodyRead();
		exchange.discardBody();
	}

	@Override
	public void onData(ByteBuf chunk) {
		CoreSubscriber<? super DataBuffer> actual = subscriber();
		if (actual == null || cancelled()) {
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
		boolean tell = !terminated() && !cancelled();
		CoreSubscriber<? super DataBuffer> actual = terminate();
		if (tell && actual != null) {
			actual.onComplete();
		}
	}

	@Override
	public void onFailure(Throwable cause) {
		if (cause instanceof AbortedException) {
			response.connectionLost();
		}
		if (terminated() || failure != null) {
			return;
		}
		failure = (cause instanceof RejectedBodyException rejected) ? translate(rejected) : cause;
		if (subscribed()) {
			tellFailure();
		}
	}

	/**
	 * Fails, because the client has left, and deletes the parts that were made of it.
	 * Called on the event loop.
	 */
	void abandon(Throwable cause) {
		onFailure(cause);
		UploadedParts parts = uploaded;
		if (parts != null) {
			parts.abandon();
		}
	}

	/**
	 * Returns where to keep the parts made of this body, to whom asks first. That is
	 * whoever makes the exchange, on the event loop.
	 */
	@Nullable UploadedParts firstUpload() {
		if (uploaded != null || !inEventLoop()) {
			return null;
		}
		uploaded = new UploadedParts();
		return uploaded;
	}

	private void tellFailure() {
		Throwable cause = failure;
		CoreSubscriber<? super DataBuffer> actual = terminate();
		if (actual != null && cause != null && !cancelled()) {
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
