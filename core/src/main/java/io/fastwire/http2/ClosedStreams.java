/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.util.Arrays;

/**
 * The streams that were closed last and how, because what still comes on one of them
 * means different things (RFC 9113 section 5.1). Bounded; the oldest is forgotten. Loop
 * only.
 */
final class ClosedStreams {

	private static final int MIN_SIZE = 512;

	private static final int MAX_SIZE = 64 * 1024;

	/** Room for all streams that may be open at once, so many times. */
	private static final int GENERATIONS = 4;

	private static final int FIRST_SIZE = 16;

	private static final int[] NONE = {};

	private final int size;

	/** A stream that this side has reset is negative. Grows with the first streams. */
	private int[] ids = new int[FIRST_SIZE];

	/**
	 * What the client may still have sent of each that this side has reset; none as long
	 * as it has not reset any, which is for most connections.
	 */
	private int[] credits = NONE;

	private int next;

	ClosedStreams(int maxConcurrent) {
		long wanted = (long) GENERATIONS * maxConcurrent;
		this.size = (int) Math.max(MIN_SIZE, Math.min(MAX_SIZE, wanted));
	}

	/** Remembers a stream that both sides have ended, or the client has reset. */
	void add(int id) {
		int at = place(); // which may replace the array
		ids[at] = id;
	}

	/**
	 * Remembers a stream that this side has reset, on which frames may be on their way.
	 * @param credit how many bytes of DATA, as far as the client knew
	 */
	void addReset(int id, int credit) {
		int at = place();
		if (credits.length <= at) {
			credits = Arrays.copyOf(credits, ids.length);
		}
		credits[at] = credit;
		ids[at] = -id;
	}

	/** Returns a free place, or that of the oldest. */
	private int place() {
		if (next == size) {
			next = 0;
		}
		else if (next == ids.length) {
			ids = Arrays.copyOf(ids, Math.min(size, 2 * next));
		}
		return next++;
	}

	/**
	 * Counts DATA that came on a stream that this side has reset.
	 * @return whether the client may have sent it before it knew
	 */
	boolean spend(int id, int bytes) {
		int at = indexOf(-id);
		if (at < 0 || credits[at] < bytes) {
			return false;
		}
		credits[at] -= bytes;
		return true;
	}

	boolean contains(int id) {
		return indexOf(id) >= 0;
	}

	boolean containsReset(int id) {
		return indexOf(-id) >= 0;
	}

	private int indexOf(int wanted) {
		for (int i = 0; i < ids.length; i++) {
			if (ids[i] == wanted) {
				return i;
			}
		}
		return -1;
	}

}
