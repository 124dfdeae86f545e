/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * A request for a target on its way to the handler, which others wait for. Thread-safe.
 */
final class Flight {

	/** How it ended. */
	enum Outcome {

		/** There is a response to answer from. */
		STORED,

		/** The response is for its own client only. */
		REFUSED,

		/** There is none, which need not mean that there never will be. */
		FAILED

	}

	/** {@code null} when it has ended. */
	private @Nullable List<Consumer<Outcome>> waiting = new ArrayList<>();

	/**
	 * Waits.
	 * @param waiter told the outcome on any thread
	 * @return whether it is going to be told; not if the flight has ended
	 */
	synchronized boolean join(Consumer<Outcome> waiter) {
		return waiting != null && waiting.add(waiter);
	}

	/** Ends it. Only the first call has an effect. */
	void land(Outcome outcome) {
		List<Consumer<Outcome>> released;
		synchronized (this) {
			released = waiting;
			waiting = null;
		}
		if (released != null) {
			released.forEach((waiter) -> waiter.accept(outcome));
		}
	}

}
