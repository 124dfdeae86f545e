/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.fastwire.internal.bytes.Words;
import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.LoopCounters;
import org.jspecify.annotations.Nullable;

/**
 * Shared Strings for field names that are not in {@link FieldNames}, in the case in which
 * they were sent. One per event loop; not thread-safe, its counters aside.
 */
final class FieldNameCache {

	/*
	 * Direct-mapped, like TargetCache: the hash picks one slot, which either holds the
	 * name, byte for byte, or is replaced. Clients cannot make it grow, nor a lookup
	 * slow; all they gain by names that are never the same are misses.
	 *
	 * Most names are never asked for, because an application looks fields up by the names
	 * that it knows. So a miss keeps the bytes only, and the String is made when they are
	 * seen again: names that come once cost a copy and no garbage.
	 *
	 * Memory: SLOTS * MAX_BYTES of keys (8 KB), allocated at once, and as many Strings
	 * (13 KB at most).
	 */

	/** Longest name that is kept, in bytes. */
	static final int MAX_BYTES = 64;

	private static final int SLOT_BITS = 7;

	/** Number of slots. */
	static final int SLOTS = 1 << SLOT_BITS;

	private final LoopCounters counters;

	private final byte[] keys = new byte[SLOTS * MAX_BYTES];

	/** Zero where a slot is empty. */
	private final int[] lengths = new int[SLOTS];

	private final @Nullable String[] names = new @Nullable String[SLOTS];

	FieldNameCache(LoopCounters counters) {
		this.counters = counters;
	}

	/**
	 * Looks up a name, and keeps it if it is not there and short enough.
	 * @param bytes the array
	 * @param from where the name starts
	 * @param to where it ends; it is not empty
	 * @return the same String each time, or {@code null} if the name was not there
	 */
	@Nullable String find(byte[] bytes, int from, int to) {
		int length = to - from;
		if (length > MAX_BYTES) {
			counters.increment(Counter.NAME_CACHE_MISSES);
			return null;
		}
		int slot = slot(bytes, from, to);
		int key = slot * MAX_BYTES;
		if (!Arrays.equals(bytes, from, to, keys, key, key + lengths[slot])) {
			replace(slot, bytes, from, length);
			return null;
		}
		counters.increment(Counter.NAME_CACHE_HITS);
		String name = names[slot];
		if (name == null) {
			name = new String(bytes, from, length, StandardCharsets.ISO_8859_1);
			names[slot] = name;
		}
		return name;
	}

	private void replace(int slot, byte[] bytes, int from, int length) {
		counters.increment(Counter.NAME_CACHE_MISSES);
		if (lengths[slot] != 0) {
			counters.increment(Counter.NAME_CACHE_REPLACEMENTS);
		}
		System.arraycopy(bytes, from, keys, slot * MAX_BYTES, length);
		lengths[slot] = length;
		names[slot] = null;
	}

	/** The slot of a name of at most {@link #MAX_BYTES}. */
	static int slot(byte[] bytes, int from, int to) {
		return (int) (Words.hash(bytes, from, to) >>> 64 - SLOT_BITS);
	}

}
