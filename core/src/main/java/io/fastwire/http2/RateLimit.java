/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.time.Duration;

import io.fastwire.internal.io.ConnectionSweeper;

/** Counts events of one connection in windows of time that do not overlap. Loop only. */
final class RateLimit {

	private static final int WINDOW = ConnectionSweeper.ticks(Duration.ofSeconds(Http2Options.WINDOW_SECONDS));

	private final int max;

	private long begun;

	private int count;

	RateLimit(int max, long now) {
		this.max = max;
		this.begun = now;
	}

	/** Counts an event and tells whether it is one too many. */
	boolean exceeded(long now) {
		if (now - begun >= WINDOW) {
			begun = now;
			count = 0;
		}
		return ++count > max;
	}

}
