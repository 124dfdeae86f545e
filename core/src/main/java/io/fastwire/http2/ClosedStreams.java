/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

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

	/** A stream that this side has reset is negative. */
	private final int[] ids;

	/** What the client may still have sent of each that this side has reset. */
	private final int[] credits;

	private int next;

	ClosedStreams(int maxConcurrent) {
		long wanted = (long) GENERATIONS * maxConcurrent;
		this.ids = new int[(int) Math.max(MIN_SIZE, Math.min(MAX_SIZE, wanted))];
		this.credits = new int[ids.length];
	}

	/** Remembers a stream that both sides have ended, or the client has reset. */
	void add(int id) {
		ids[next] = id;
		next = (next + 1) % ids.length;
	}

	/**
	 * Remembers a stream that this side has reset, on which frames may be on their way.
	 * @param credit how many bytes of DATA, as far as the client knew
	 */
	void addReset(int id, int credit) {
		credits[next] = credit;
		add(-id);
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
