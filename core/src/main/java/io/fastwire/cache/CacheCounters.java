/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.netty.util.concurrent.FastThreadLocal;

/**
 * Counters that each thread keeps for itself, and that are added up when somebody reads.
 */
final class CacheCounters {

	private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);

	private final List<long[]> all = new CopyOnWriteArrayList<>();

	private final FastThreadLocal<long[]> own = new FastThreadLocal<>() {

		@Override
		protected long[] initialValue() {
			long[] counts = new long[CacheCounter.COUNT];
			all.add(counts);
			return counts;
		}

	};

	void increment(CacheCounter counter) {
		long[] counts = own.get();
		int index = counter.ordinal();
		ELEMENTS.setOpaque(counts, index, counts[index] + 1);
	}

	/** To be called while no event loop counts. */
	void reset() {
		all.forEach((counts) -> Arrays.fill(counts, 0));
	}

	long read(CacheCounter counter) {
		long sum = 0;
		for (long[] counts : all) {
			sum += (long) ELEMENTS.getOpaque(counts, counter.ordinal());
		}
		return sum;
	}

}
