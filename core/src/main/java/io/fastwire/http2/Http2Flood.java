/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.util.Locale;

import io.fastwire.internal.io.Counter;

/** What a client did so often that its connection was ended (RFC 9113 section 10.5). */
public enum Http2Flood {

	/** Streams that ended by a reset: see {@link Http2Options#maxResets()}. */
	RESETS(Counter.HTTP2_RESET_FLOODS),

	/** Frames that carry nothing: see {@link Http2Options#maxControlFrames()}. */
	CONTROL_FRAMES(Counter.HTTP2_CONTROL_FLOODS),

	/** CONTINUATION frames of one header block. */
	CONTINUATIONS(Counter.HTTP2_CONTINUATION_FLOODS);

	private final Counter counter;

	private final String reason;

	Http2Flood(Counter counter) {
		this.counter = counter;
		this.reason = name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/**
	 * Returns a short name for meters and messages.
	 * @return lower-case words joined by hyphens
	 */
	public String reason() {
		return reason;
	}

	/**
	 * Returns what counts the connections that were ended for this.
	 * @return the counter
	 */
	public Counter counter() {
		return counter;
	}

}
