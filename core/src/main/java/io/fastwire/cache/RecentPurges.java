/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import org.jspecify.annotations.Nullable;

/**
 * What was purged of late, for responses that were on their way then. Used under the lock
 * of the cache, but for {@link #count()}.
 */
final class RecentPurges {

	private static final int KEPT = 256;

	private static final int LONGEST_KEPT = 1024;

	private final @Nullable Purge[] purges = new Purge[KEPT];

	private volatile int count;

	/** Returns how many there were, to be compared with what it is later. */
	int count() {
		return count;
	}

	/** Takes the place of the oldest. A long one is kept as the beginning of it. */
	@SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
	void add(String wanted, boolean prefix) {
		purges[count & KEPT - 1] = (wanted.length() <= LONGEST_KEPT) ? new Purge(wanted, prefix)
				: new Purge(wanted.substring(0, LONGEST_KEPT), true);
		count++;
	}

	/**
	 * Tells whether a target was purged, or may have been: those that are forgotten count
	 * as purges of everything.
	 * @param since what {@link #count()} was
	 */
	boolean concern(TargetKey key, int since) {
		int later = count - since;
		if (later < 0 || later > KEPT) {
			return true;
		}
		for (int number = since; number != count; number++) {
			Purge purge = purges[number & KEPT - 1];
			if (purge == null || key.fits(purge.wanted(), purge.prefix())) {
				return true;
			}
		}
		return false;
	}

	private record Purge(String wanted, boolean prefix) {
	}

}
