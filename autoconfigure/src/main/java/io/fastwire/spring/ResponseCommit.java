/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import io.fastwire.http.Exchange;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * The way from "there is something to send" to the event loop: commit actions first, from
 * whatever thread, then, on the loop, status and fields, then what the subclass writes.
 * At once the subscription that a write hands downstream.
 */
abstract class ResponseCommit implements Subscription {

	final FastwireServerHttpResponse response;

	final Exchange exchange;

	final CoreSubscriber<? super Void> downstream;

	volatile boolean cancelled;

	private @Nullable Context context;

	private volatile @Nullable Subscription actions;

	ResponseCommit(FastwireServerHttpResponse response, CoreSubscriber<? super Void> downstream) {
		this.response = response;
		this.exchange = response.exchange();
		this.downstream = downstream;
	}

	/**
	 * Writes. Called on the event loop, after status and fields were fixed.
	 */
	abstract void committed();

	/**
	 * Drops what was to be written, because the response was committed before, by another
	 * body or for want of a client. Called from any thread.
	 */
	void skipped() {
		downstream.onComplete();
	}

	/**
	 * Drops what was to be written, because it cannot be.
	 */
	void failed(Throwable cause) {
		if (!cancelled) {
			downstream.onError(cause);
		}
	}

	/**
	 * Gets ready to write; a failure leaves the response uncommitted.
	 * @throws Exception if there is nothing to write
	 */
	void prepare() throws Exception {
	}

	final void commit() {
		if (!response.beginCommit()) {
			skipped();
			return;
		}
		Mono<Void> pending = response.takeCommitActions();
		if (pending == null) {
			applyOnLoop();
		}
		else {
			pending.subscribe(new ActionsSubscriber());
		}
	}

	final void applyOnLoop() {
		if (exchange.inEventLoop()) {
			apply();
		}
		else {
			exchange.execute(this::apply);
		}
	}

	private void apply() {
		if (exchange.ended()) {
			response.connectionLost();
			skipped();
			return;
		}
		try {
			prepare();
			response.applyHead();
		}
		catch (Exception ex) {
			response.commitFailed();
			failed(ex);
			return;
		}
		committed();
	}

	/**
	 * Returns the context of a body: its operators release what they drop.
	 */
	public final Context currentContext() {
		Context known = context;
		if (known == null) {
			known = OutboundBuffers.releaseOnDiscard(downstream.currentContext());
			context = known;
		}
		return known;
	}

	@Override
	public final void request(long n) {
		// There is nothing but the end to wait for.
	}

	@Override
	public void cancel() {
		cancelled = true;
		Subscription running = actions;
		if (running != null) {
			running.cancel();
		}
	}

	private final class ActionsSubscriber implements CoreSubscriber<Void> {

		@Override
		public Context currentContext() {
			return downstream.currentContext();
		}

		@Override
		public void onSubscribe(Subscription subscription) {
			actions = subscription;
			if (cancelled) {
				subscription.cancel();
			}
			else {
				subscription.request(Long.MAX_VALUE);
			}
		}

		@Override
		public void onNext(Void nothing) {
		}

		@Override
		public void onError(Throwable cause) {
			response.commitFailed();
			failed(cause);
		}

		@Override
		public void onComplete() {
			applyOnLoop();
		}

	}

}
