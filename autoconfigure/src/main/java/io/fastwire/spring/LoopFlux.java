/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/**
 * What arrives on an event loop, as a publisher for one subscriber, who may call from any
 * thread.
 */
abstract class LoopFlux<T> extends Flux<T> implements Subscription, Runnable {

	/*
	 * Signals live on the event loop, demand and cancellation come from anywhere. What is
	 * asked for is added to "demand", and run() on the loop takes it from there. Nothing
	 * is signalled before onSubscribe has returned, which the change to SUBSCRIBED tells
	 * the loop; it also makes "subscriber" visible there.
	 */

	private static final int NEW = 0;

	private static final int SUBSCRIBING = 1;

	private static final int SUBSCRIBED = 2;

	@SuppressWarnings("rawtypes")
	private static final AtomicLongFieldUpdater<LoopFlux> DEMAND = AtomicLongFieldUpdater.newUpdater(LoopFlux.class,
			"demand");

	@SuppressWarnings("rawtypes")
	private static final AtomicIntegerFieldUpdater<LoopFlux> STATE = AtomicIntegerFieldUpdater
		.newUpdater(LoopFlux.class, "state");

	private volatile int state;

	private volatile long demand;

	private volatile boolean cancelled;

	private volatile boolean badDemand;

	private @Nullable CoreSubscriber<? super T> subscriber;

	/** Of the loop. */
	private boolean terminated;

	/** Says why there is no second subscriber. */
	abstract String onceOnly();

	abstract boolean inEventLoop();

	abstract void execute(Runnable task);

	/** Nobody wants what is there or comes. On the loop. */
	abstract void discard();

	// The subscriber, on any thread

	@Override
	public final void subscribe(CoreSubscriber<? super T> actual) {
		if (!STATE.compareAndSet(this, NEW, SUBSCRIBING)) {
			Operators.error(actual, new IllegalStateException(onceOnly()));
			return;
		}
		subscriber = actual;
		actual.onSubscribe(this);
		state = SUBSCRIBED;
		passOn();
	}

	@Override
	public final void request(long n) {
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
		if (inEventLoop()) {
			run();
		}
		else {
			execute(this);
		}
	}

	// The event loop

	final boolean untouched() {
		return state == NEW;
	}

	final boolean subscribed() {
		return state == SUBSCRIBED;
	}

	final boolean cancelled() {
		return cancelled;
	}

	final boolean terminated() {
		return terminated;
	}

	final boolean wanted() {
		return demand != 0;
	}

	final long takeDemand() {
		return DEMAND.getAndSet(this, 0);
	}

	final void produced() {
		Operators.produced(DEMAND, this, 1);
	}

	/** Returns whom to signal: nobody before {@link #subscribed} or after the end. */
	final @Nullable CoreSubscriber<? super T> subscriber() {
		return subscriber;
	}

	/** Whether the subscriber has caused the end, which {@link #settle} brings. */
	final boolean unwanted() {
		return cancelled || badDemand;
	}

	/**
	 * Ends it if the subscriber has cancelled or broken rule 3.9 of Reactive Streams.
	 * @return whether that was so
	 */
	final boolean settle() {
		if (!unwanted()) {
			return false;
		}
		CoreSubscriber<? super T> actual = terminate();
		discard();
		if (!cancelled && actual != null) {
			actual.onError(new IllegalArgumentException("Demand must be positive (Reactive Streams rule 3.9)"));
		}
		return true;
	}

	/** Ends it, and returns who is to be told. */
	final @Nullable CoreSubscriber<? super T> terminate() {
		CoreSubscriber<? super T> actual = subscriber;
		terminated = true;
		subscriber = null;
		return actual;
	}

}
