/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts of the sessions of one event loop, which alone writes them, except for what
 * other threads drop; any thread may read.
 */
final class WebSocketCounters {

	enum Count {

		OPENED, CLOSED, MESSAGES_IN, MESSAGES_OUT, BYTES_IN, BYTES_OUT, DROPPED, DEFLATED_FROM, DEFLATED_TO

	}

	static final int FIRST_CODE = 1000;

	static final int LAST_CODE = 1015;

	private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);

	private static final int COUNTS = Count.values().length;

	private final long[] counts = new long[COUNTS];

	/** By close code; the last one is for all others. */
	private final long[] closes = new long[LAST_CODE - FIRST_CODE + 2];

	private final LongAdder droppedElsewhere = new LongAdder();

	void increment(Count count) {
		add(count, 1);
	}

	void add(Count count, long amount) {
		int index = count.ordinal();
		ELEMENTS.setOpaque(counts, index, counts[index] + amount);
	}

	void deflated(int from, int to) {
		add(Count.DEFLATED_FROM, from);
		add(Count.DEFLATED_TO, to);
	}

	void closed(int code) {
		int index = index(code);
		ELEMENTS.setOpaque(closes, index, closes[index] + 1);
		increment(Count.CLOSED);
	}

	/** Counts a message that was dropped by another thread than the loop. */
	void droppedElsewhere() {
		droppedElsewhere.increment();
	}

	long read(Count count) {
		long read = (long) ELEMENTS.getOpaque(counts, count.ordinal());
		return (count == Count.DROPPED) ? read + droppedElsewhere.sum() : read;
	}

	long readClosed(int code) {
		return (long) ELEMENTS.getOpaque(closes, index(code));
	}

	private static int index(int code) {
		return (code >= FIRST_CODE && code <= LAST_CODE) ? code - FIRST_CODE : LAST_CODE - FIRST_CODE + 1;
	}

}
