/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The figures of a {@link WritePool}, obtained by {@link WritePool#statistics()}. They
 * cannot be changed through this view, may be read from any thread, and outlive the pool.
 * Each figure is a recent value and never a torn one; several read one after the other
 * need not belong to the same moment.
 */
public final class PoolStatistics {

	private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);

	private static final int HITS = 0;

	private static final int MALLOC_FALLBACKS = 1;

	private static final int MEASURE_FIRST = 2;

	private static final int BYTES_USED = 3;

	private final int bytesCapacity;

	private final long[] figures = new long[4];

	PoolStatistics(int bytesCapacity) {
		this.bytesCapacity = bytesCapacity;
	}

	private long read(int figure) {
		return (long) ELEMENTS.getOpaque(figures, figure);
	}

	private void write(int figure, long value) {
		ELEMENTS.setOpaque(figures, figure, value);
	}

	/**
	 * Returns how many buffers came from the slab since the pool exists.
	 * @return a count; an empty buffer needs no memory and counts here
	 */
	public long hits() {
		return read(HITS);
	}

	/**
	 * Returns how many buffers did not fit and came from Netty's allocator.
	 * @return a count
	 */
	public long mallocFallbacks() {
		return read(MALLOC_FALLBACKS);
	}

	/**
	 * Returns how many strings had their length in UTF-8 measured before they were
	 * encoded, because their worst case did not fit.
	 * @return a count
	 */
	public long measureFirst() {
		return read(MEASURE_FIRST);
	}

	/**
	 * Returns how much of the slab is handed out.
	 * @return a number of bytes, from 0 to {@link #bytesCapacity()}
	 */
	public long bytesUsed() {
		return read(BYTES_USED);
	}

	/**
	 * Returns the size of the slab.
	 * @return a number of bytes
	 */
	public long bytesCapacity() {
		return bytesCapacity;
	}

	/**
	 * Returns which part of all buffers came from the slab.
	 * @return from 0 to 1, and 1 as long as none was asked for
	 */
	public double hitRatio() {
		long found = hits();
		long all = found + mallocFallbacks();
		return (all != 0) ? (double) found / all : 1;
	}

	void countHit() {
		write(HITS, figures[HITS] + 1);
	}

	void countMallocFallback() {
		write(MALLOC_FALLBACKS, figures[MALLOC_FALLBACKS] + 1);
	}

	void countMeasureFirst() {
		write(MEASURE_FIRST, figures[MEASURE_FIRST] + 1);
	}

	void bytesUsed(int bytes) {
		write(BYTES_USED, bytes);
	}

	@Override
	public String toString() {
		return "hits=" + hits() + ", mallocFallbacks=" + mallocFallbacks() + ", measureFirst=" + measureFirst()
				+ ", bytesUsed=" + bytesUsed() + ", bytesCapacity=" + bytesCapacity;
	}

}
