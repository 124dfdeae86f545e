/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import java.util.Arrays;

import io.fastwire.http.RequestTarget;
import io.fastwire.internal.bytes.Words;
import org.jspecify.annotations.Nullable;

/**
 * Maps the bytes of frequent targets to shared {@link RequestTarget}s, so that a hot
 * target is neither validated nor allocated again. One per event loop; not thread-safe.
 */
public final class TargetCache {

	/*
	 * Direct-mapped: the hash picks one slot, which either holds the target or is
	 * replaced. So a lookup costs one hash and one comparison of all bytes, however badly
	 * an attacker makes the hash collide; all he gains are misses. Best effort: two hot
	 * targets that share a slot drive each other out.
	 *
	 * Memory: SLOTS * MAX_BYTES of keys (32 KB), allocated at once, and as many targets,
	 * each about three Strings of its length, plus what an adapter attaches to them.
	 */

	/** Longest target that is kept, in bytes. */
	public static final int MAX_BYTES = 128;

	private static final int SLOT_BITS = 8;

	/** Number of slots. */
	public static final int SLOTS = 1 << SLOT_BITS;

	private final byte[] keys = new byte[SLOTS * MAX_BYTES];

	private final int[] keyEnds = new int[SLOTS];

	private final @Nullable RequestTarget[] targets = new @Nullable RequestTarget[SLOTS];

	private long hits;

	private long misses;

	private long replacements;

	/**
	 * Looks up a target, without counting it.
	 * @param bytes the array
	 * @param from where it starts
	 * @param to where it ends
	 * @return the target, or {@code null}
	 */
	public @Nullable RequestTarget find(byte[] bytes, int from, int to) {
		if (to - from > MAX_BYTES) {
			return null;
		}
		int slot = slot(bytes, from, to);
		RequestTarget target = targets[slot];
		boolean same = target != null && Arrays.equals(bytes, from, to, keys, slot * MAX_BYTES, keyEnds[slot]);
		return same ? target : null;
	}

	/** Counts a target that was found. */
	public void hit() {
		hits++;
	}

	/**
	 * Counts a target that was not found, and keeps it if it is short enough.
	 * @param bytes the array
	 * @param from where it starts
	 * @param to where it ends
	 * @param target what the bytes mean, whatever the method
	 */
	public void miss(byte[] bytes, int from, int to, RequestTarget target) {
		misses++;
		int length = to - from;
		if (length > MAX_BYTES) {
			return;
		}
		int slot = slot(bytes, from, to);
		replacements += (targets[slot] != null) ? 1 : 0;
		System.arraycopy(bytes, from, keys, slot * MAX_BYTES, length);
		keyEnds[slot] = slot * MAX_BYTES + length;
		targets[slot] = target;
	}

	/**
	 * Returns how many requests had a target that was in the cache.
	 * @return a count
	 */
	public long hits() {
		return hits;
	}

	/**
	 * Returns how many requests had a target that was not, those too long for it
	 * included.
	 * @return a count
	 */
	public long misses() {
		return misses;
	}

	/**
	 * Returns how many targets were driven out by another one.
	 * @return a count
	 */
	public long replacements() {
		return replacements;
	}

	private static int slot(byte[] bytes, int from, int to) {
		return (int) (Words.hash(bytes, from, to) >>> 64 - SLOT_BITS);
	}

}
