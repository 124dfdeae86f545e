/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * The subscription of a run that subscribes to one source after the other, each to its
 * end, and that emits nothing but the end. Signals come one after the other, a cancel
 * from any thread.
 */
abstract class Run implements Subscription {

	private static final AtomicReferenceFieldUpdater<Run, @Nullable Subscription> CURRENT = AtomicReferenceFieldUpdater
		.newUpdater(Run.class, Subscription.class, "current");

	final CoreSubscriber<? super Void> downstream;

	@SuppressWarnings("UnusedVariable") // Used through CURRENT.
	private volatile @Nullable Subscription current;

	Run(CoreSubscriber<? super Void> downstream) {
		this.downstream = downstream;
	}

	/**
	 * Goes to the next source. What is not one of Reactor's own publishers restores
	 * thread locals, if Reactor is told to do so.
	 */
	static <T> void subscribe(Mono<? extends T> source, Step<T> step) {
		Mono.<T>from(source).subscribe(step);
	}

	/** Does nothing: there are no elements to be asked for. */
	@Override
	public final void request(long elements) {
	}

	@Override
	public void cancel() {
		Subscription taken = takeCurrent();
		if (taken != null) {
			taken.cancel();
		}
	}

	/**
	 * Sees to it that nothing is subscribed to any more.
	 * @return what has to be cancelled, {@code null} if there is nothing
	 */
	final @Nullable Subscription takeCurrent() {
		Subscription taken = CURRENT.getAndSet(this, Operators.cancelledSubscription());
		return (taken == Operators.cancelledSubscription()) ? null : taken;
	}

	final boolean isCancelled() {
		return current == Operators.cancelledSubscription();
	}

	/** Subscribes to one source. Takes its first element and the end. */
	abstract class Step<T> implements CoreSubscriber<T> {

		@Override
		public final Context currentContext() {
			return downstream.currentContext();
		}

		@Override
		public void onSubscribe(Subscription subscription) {
			if (Operators.replace(CURRENT, Run.this, subscription)) {
				subscription.request(Long.MAX_VALUE);
			}
		}

		@Override
		public void onError(Throwable cause) {
			downstream.onError(cause);
		}

		@Override
		public void onComplete() {
			downstream.onComplete();
		}

	}

	/** The last step: its end is that of the run. */
	final class Last extends Step<Void> {

		@Override
		public void onNext(Void nothing) {
		}

	}

}
