/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.LoopCounters;
import org.jspecify.annotations.Nullable;

/**
 * Field lines of recent responses as bytes, so that an application that sets the same
 * field again and again pays for its validation and encoding once. One per event loop;
 * not thread-safe, its counters aside.
 */
final class EncodedFieldCache {

	/*
	 * Direct-mapped: a pair of name and value has one slot, which either holds it or is
	 * replaced. The slot is computed from what costs nothing: the hash code of the name,
	 * which is nearly always a constant that has it cached, and three units and the
	 * length of the value, which may be new each time. What it leaves out costs misses
	 * and nothing else, because name and value are compared in full; where the
	 * application sets the same Strings again, that is a comparison of references.
	 *
	 * Only what was encoded, and therefore validated, gets in. Strings are immutable, so
	 * what a line was made from cannot change behind its back.
	 *
	 * Memory: SLOTS * MAX_BYTES (8 KB) of lines, and the Strings that they were made
	 * from.
	 */

	/** Longest line that is kept, in bytes with its CRLF. */
	static final int MAX_BYTES = 128;

	private static final int SLOT_BITS = 6;

	/** Number of slots. */
	static final int SLOTS = 1 << SLOT_BITS;

	/** In place of a slot: the line is too long. */
	static final int NO_SLOT = -1;

	private final LoopCounters counters;

	private final byte[] lines = new byte[SLOTS * MAX_BYTES];

	private final int[] lengths = new int[SLOTS];

	private final @Nullable String[] names = new @Nullable String[SLOTS];

	private final @Nullable String[] values = new @Nullable String[SLOTS];

	EncodedFieldCache(LoopCounters counters) {
		this.counters = counters;
	}

	/**
	 * Copies a line if it is there.
	 * @param slot of name and value
	 * @param target where to; must have room for {@link #MAX_BYTES}
	 * @param at the index of its first byte
	 * @return the length of the line with its CRLF, or 0 if it is not there
	 */
	int copy(int slot, String name, String value, byte[] target, int at) {
		if (slot == NO_SLOT || !value.equals(values[slot]) || !name.equals(names[slot])) {
			counters.increment(Counter.FIELD_CACHE_MISSES);
			return 0;
		}
		counters.increment(Counter.FIELD_CACHE_HITS);
		int length = lengths[slot];
		System.arraycopy(lines, slot * MAX_BYTES, target, at, length);
		return length;
	}

	/**
	 * Keeps a line.
	 * @param slot of name and value
	 * @param bytes the array with the valid line
	 * @param from where the line starts
	 * @param to where it ends, behind its CRLF
	 */
	void put(int slot, String name, String value, byte[] bytes, int from, int to) {
		if (slot == NO_SLOT) {
			return;
		}
		if (names[slot] != null) {
			counters.increment(Counter.FIELD_CACHE_REPLACEMENTS);
		}
		names[slot] = name;
		values[slot] = value;
		lengths[slot] = to - from;
		System.arraycopy(bytes, from, lines, slot * MAX_BYTES, to - from);
	}

	/**
	 * Finds the place of a line.
	 * @return a slot, or {@link #NO_SLOT} if the line would be too long
	 */
	static int slot(String name, String value) {
		int length = value.length();
		if (name.length() + length + 4 > MAX_BYTES) {
			return NO_SLOT;
		}
		int hash = name.hashCode() * 31 + length;
		if (length > 0) {
			hash = ((hash * 31 + value.charAt(0)) * 31 + value.charAt(length >> 1)) * 31 + value.charAt(length - 1);
		}
		return (hash * 0x9E3779B9) >>> (32 - SLOT_BITS);
	}

}
