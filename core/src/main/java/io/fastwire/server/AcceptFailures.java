/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.util.concurrent.TimeUnit;

/**
 * For how long a server has been failing to accept connections. Written on the loop of
 * the listening socket, readable from any thread.
 */
final class AcceptFailures {

	/** Failures that are further apart have nothing to do with each other. */
	private static final long GAP_NANOS = TimeUnit.SECONDS.toNanos(1);

	private volatile boolean occurred;

	private volatile long since;

	private volatile long last;

	/** A connection could not be accepted, at a time of {@link System#nanoTime()}. */
	void failed(long now) {
		if (!failing(now)) {
			since = now;
		}
		last = now;
		occurred = true;
	}

	/** For how many nanoseconds it has gone on, 0 if it does not. */
	long lasting(long now) {
		return failing(now) ? Math.max(0, now - since) : 0;
	}

	private boolean failing(long now) {
		return occurred && now - last <= GAP_NANOS;
	}

}
