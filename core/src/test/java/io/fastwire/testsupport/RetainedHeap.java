/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.lang.ref.Reference;
import java.util.function.Supplier;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What objects keep of the heap. It is the heap of the whole JVM, so that a test asks for
 * megabytes, and again if something else has grown meanwhile.
 */
public final class RetainedHeap {

	private static final int ATTEMPTS = 20;

	private RetainedHeap() {
	}

	/**
	 * Fails if objects keep more than they may.
	 * @param bytes for all of them
	 * @param make makes what is kept, from scratch each time
	 */
	public static void assertAtMost(long bytes, Supplier<?> make) {
		long least = Long.MAX_VALUE;
		for (int i = 0; i < ATTEMPTS && least > bytes; i++) {
			long before = used();
			Object kept = make.get();
			least = Math.min(least, used() - before);
			Reference.reachabilityFence(kept);
		}
		assertThat(least).as("retained bytes").isLessThanOrEqualTo(bytes);
	}

	private static long used() {
		System.gc();
		Runtime runtime = Runtime.getRuntime();
		return runtime.totalMemory() - runtime.freeMemory();
	}

}
