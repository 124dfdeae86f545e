/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counters of one event loop, which alone writes them; any thread may read. A reader sees
 * each counter at some recent value and never a torn one, but no consistent picture of
 * several.
 */
public final class LoopCounters {

	private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);

	private final long[] counts = new long[Counter.count()];

	private final long[] reasons;

	/**
	 * Creates counters at 0.
	 * @param reasons how many further counters {@link #rejected(int)} needs
	 */
	public LoopCounters(int reasons) {
		this.reasons = new long[reasons];
	}

	/**
	 * Adds one. Loop only.
	 * @param counter which one
	 */
	public void increment(Counter counter) {
		add(counter, 1);
	}

	/**
	 * Adds an amount. Loop only.
	 * @param counter which one
	 * @param amount how much
	 */
	public void add(Counter counter, long amount) {
		int index = counter.ordinal();
		ELEMENTS.setOpaque(counts, index, counts[index] + amount);
	}

	/**
	 * Counts a rejected message. Loop only.
	 * @param reason the ordinal of the reason
	 */
	public void rejected(int reason) {
		ELEMENTS.setOpaque(reasons, reason, reasons[reason] + 1);
	}

	/**
	 * Reads a counter.
	 * @param counter which one
	 * @return its value
	 */
	public long read(Counter counter) {
		return (long) ELEMENTS.getOpaque(counts, counter.ordinal());
	}

	/**
	 * Reads how often messages were rejected for a reason.
	 * @param reason the ordinal of the reason
	 * @return the count
	 */
	public long readRejected(int reason) {
		return (long) ELEMENTS.getOpaque(reasons, reason);
	}

}
