/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import org.jspecify.annotations.Nullable;

/**
 * The responses of a cache in the order in which they came, and which of them goes first.
 * Used under the lock of the cache.
 */
final class EvictionQueue {

	/*
	 * SIEVE (Zhang et al., NSDI 2024). A hand walks from the oldest response to the
	 * newest and evicts the first that was not used since the hand last passed it; new
	 * ones enter at the other end. What is used stays without being moved, so a hit
	 * writes at most one field and takes no lock. What is asked for once, as in a scan of
	 * random targets, is evicted by the hand before anything that is in use.
	 */

	private @Nullable StoredResponse newest;

	private @Nullable StoredResponse oldest;

	private @Nullable StoredResponse hand;

	private int size;

	private long bytes;

	void add(StoredResponse response) {
		StoredResponse before = newest;
		response.older = before;
		if (before != null) {
			before.newer = response;
		}
		else {
			oldest = response;
		}
		newest = response;
		size++;
		bytes += response.bytes();
	}

	@SuppressWarnings("ReferenceEquality") // that very element
	void remove(StoredResponse response) {
		StoredResponse older = response.older;
		StoredResponse newer = response.newer;
		if (hand == response) {
			hand = newer;
		}
		if (older != null) {
			older.newer = newer;
		}
		else {
			oldest = newer;
		}
		if (newer != null) {
			newer.older = older;
		}
		else {
			newest = older;
		}
		response.older = null;
		response.newer = null;
		size--;
		bytes -= response.bytes();
	}

	/**
	 * Returns what is to make room.
	 * @return {@code null} if the queue is empty
	 */
	@Nullable StoredResponse victim() {
		StoredResponse candidate = (hand != null) ? hand : oldest;
		while (candidate != null && candidate.takeVisit()) {
			candidate = (candidate.newer != null) ? candidate.newer : oldest;
		}
		hand = (candidate != null) ? candidate.newer : null;
		return candidate;
	}

	int size() {
		return size;
	}

	long bytes() {
		return bytes;
	}

}
