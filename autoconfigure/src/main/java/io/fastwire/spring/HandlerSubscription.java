/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;

import io.fastwire.http.Exchange;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;

/**
 * The run of a handler for one exchange: subscribes to it, finishes the response when it
 * is done, and cancels it when the exchange is aborted.
 */
final class HandlerSubscription implements CoreSubscriber<Void>, Consumer<Throwable>, Runnable {

	private static final Log logger = LogFactory.getLog(FastwireHttpHandlerAdapter.class);

	private static final AtomicReferenceFieldUpdater<HandlerSubscription, @Nullable Subscription> UPSTREAM = AtomicReferenceFieldUpdater
		.newUpdater(HandlerSubscription.class, Subscription.class, "upstream");

	private final Exchange exchange;

	private final FastwireServerHttpResponse response;

	private final FastwireServerHttpRequest request;

	@SuppressWarnings("UnusedVariable") // Used through UPSTREAM.
	private volatile @Nullable Subscription upstream;

	/** Written before the hop to the event loop, read after it. */
	private @Nullable Throwable failure;

	private boolean committing;

	private boolean finished;

	HandlerSubscription(FastwireServerHttpRequest request, FastwireServerHttpResponse response) {
		this.exchange = response.exchange();
		this.response = response;
		this.request = request;
	}

	/**
	 * Runs a handler. Called on the event loop.
	 */
	void start(HttpHandler handler, ServerHttpRequest request, ServerHttpResponse response) {
		exchange.onAbort(this);
		Mono<Void> run;
		try {
			run = handler.handle(request, response);
		}
		catch (RuntimeException ex) {
			onError(ex);
			return;
		}
		run.subscribe(this);
	}

	@Override
	public void onSubscribe(Subscription subscription) {
		if (committing ? Operators.replace(UPSTREAM, this, subscription)
				: Operators.setOnce(UPSTREAM, this, subscription)) {
			subscription.request(Long.MAX_VALUE);
		}
	}

	@Override
	public void onNext(Void nothing) {
	}

	@Override
	public void onError(Throwable cause) {
		failure = cause;
		onComplete();
	}

	@Override
	public void onComplete() {
		if (exchange.inEventLoop()) {
			run();
		}
		else {
			exchange.execute(this);
		}
	}

	/** Finishes the response, on the event loop. */
	@Override
	public void run() {
		Throwable cause = failure;
		if (finished) {
			return;
		}
		if (cause != null) {
			fail(cause);
		}
		else if (exchange.ended()) {
			finished = true;
		}
		else if (!committing && !response.isCommitted()) {
			committing = true;
			response.setComplete().subscribe(this);
		}
		else {
			end();
		}
	}

	private void end() {
		finished = true;
		try {
			exchange.end();
		}
		catch (RuntimeException ex) {
			fail(ex);
		}
	}

	private void fail(Throwable cause) {
		finished = true;
		if (exchange.ended()) {
			logger.debug("The handler failed after the exchange had ended", cause);
			return;
		}
		if (exchange.committed()) {
			logger.debug("The response is cut off", cause);
		}
		else {
			logger.error("500 for " + exchange.method() + " \"" + exchange.target().path() + '"', cause);
		}
		exchange.abort(cause);
	}

	/**
	 * Tells the handler that the exchange was aborted: readers of the request body learn
	 * the cause, then everything is cancelled.
	 */
	@Override
	public void accept(Throwable cause) {
		response.connectionLost();
		request.abortBody(cause);
		finished = true;
		Operators.terminate(UPSTREAM, this);
	}

}
