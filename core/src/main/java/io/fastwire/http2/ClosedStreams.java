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

	/** Room for all streams of a connection, several times. */
	private static final int SIZE = 512;

	/** A stream that this side has reset is negative. */
	private final int[] ids = new int[SIZE];

	private int next;

	/** Remembers a stream that both sides have ended, or the client has reset. */
	void add(int id) {
		ids[next] = id;
		next = (next + 1) % SIZE;
	}

	/**
	 * Remembers a stream that this side has reset, on which frames may be on their way.
	 */
	void addReset(int id) {
		add(-id);
	}

	boolean contains(int id) {
		return find(id);
	}

	boolean containsReset(int id) {
		return find(-id);
	}

	private boolean find(int wanted) {
		for (int id : ids) {
			if (id == wanted) {
				return true;
			}
		}
		return false;
	}

}
