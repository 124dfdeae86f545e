/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

/**
 * Questions and conversions over UTF-16 units in lanes: four to a {@code long}, the first
 * in the lowest bits. Each function is one plain loop over arrays, which the JIT compiler
 * turns into vector instructions.
 */
final class Utf8Lanes {

	/*
	 * HotSpot vectorises a loop over long[] whose body is made of shifts by a constant,
	 * logic, addition and subtraction, and reductions of it by OR and addition; it does
	 * not vectorise loops that widen or narrow, as char[] to byte[], nor any that may end
	 * early. Hence the shape of everything here: lanes inside a long, no branches, masks
	 * instead of conditions, and the bytes of a group of lanes in a long of the output,
	 * from where a scalar loop of one store for several units packs them.
	 *
	 * Tests for a class of units work on the top five bits of a lane, y = unit & 0xF800:
	 * y is 0 below U+0800 and 0xD800 for a surrogate, and (y >>> 1) + 0x7C00 has the top
	 * bit of its lane set if and only if y is not 0.
	 */

	static final long ABOVE_TWO_BYTES = 0xF800_F800_F800_F800L;

	private static final long TOP = 0x8000_8000_8000_8000L;

	private static final long SURROGATE = 0xD800_D800_D800_D800L;

	private static final long SURROGATE_KIND = 0xFC00_FC00_FC00_FC00L;

	private static final long PAIR = 0xDC00_D800_DC00_D800L;

	private static final long EVEN = 0x0000_FFFF_0000_FFFFL;

	private Utf8Lanes() {
	}

	/** Returns whether all units take three bytes. */
	static boolean allThreeBytes(long[] lanes, int count) {
		long others = 0;
		for (int i = 0; i < count; i++) {
			others |= ~threeByteTops(lanes[i]);
		}
		return (others & TOP) == 0;
	}

	/** Returns whether the four units take three bytes each. */
	static boolean threeBytes(long units) {
		return (threeByteTops(units) & TOP) == TOP;
	}

	/** The top bit of each lane tells whether its unit takes three bytes. */
	private static long threeByteTops(long units) {
		long high = units & ABOVE_TWO_BYTES;
		return notZero(high) & notZero(high ^ SURROGATE);
	}

	/**
	 * The top bit of each lane tells whether its top five bits, the only ones, are set.
	 */
	private static long notZero(long high) {
		return (high >>> 1) + 0x7C00_7C00_7C00_7C00L;
	}

	/** Returns whether the four units are two surrogate pairs. */
	static boolean pairs(long units) {
		return (units & SURROGATE_KIND) == PAIR;
	}

	/** Returns whether all units are surrogates in pairs. */
	static boolean allPairs(long[] lanes, int count) {
		long others = 0;
		for (int i = 0; i < count; i++) {
			others |= (lanes[i] & SURROGATE_KIND) ^ PAIR;
		}
		return others == 0;
	}

	/**
	 * Encodes units below U+0800, the first of two steps: two to four bytes for the two
	 * units of each half. Two steps, as HotSpot does not unroll, and so not vectorise, a
	 * longer loop.
	 * @param halves receives the bytes of each half at its start
	 * @return the union of all units, lane by lane; if it reaches U+0800 the result is of
	 * no use
	 */
	static long upToTwoBytes(long[] lanes, int count, long[] halves) {
		long union = 0;
		for (int i = 0; i < count; i++) {
			long units = lanes[i];
			union |= units;
			long top = (units + 0x7F80_7F80_7F80_7F80L) & TOP;
			long mask = (top << 1) - (top >>> 15);
			long two = ((units >>> 6) & 0x001F_001F_001F_001FL) | ((units & 0x003F_003F_003F_003FL) << 8)
					| 0x80C0_80C0_80C0_80C0L;
			long spread = units ^ ((units ^ two) & mask);
			// the second lane of each half moves up to the first
			long second = spread & ~EVEN;
			halves[i] = (spread & EVEN) | (second & (mask << 16)) | ((second & ~(mask << 16)) >>> 8);
		}
		return union;
	}

	/**
	 * Encodes units below U+0800, the second step: four to eight bytes for each group of
	 * four.
	 * @param bytes holds the bytes of each half, and receives those of the group
	 * @param lengths receives how many they are
	 */
	static void joinHalves(long[] lanes, int count, long[] bytes, long[] lengths) {
		for (int i = 0; i < count; i++) {
			long twos = ((lanes[i] + 0x7F80_7F80_7F80_7F80L) & TOP) >>> 15;
			// the second half moves up to the first
			long halves = bytes[i];
			long half = halves & 0xFFFF_FFFF_0000_0000L;
			long firstStays = -(twos & 1);
			half = (half & firstStays) | ((half & ~firstStays) >>> 8);
			long secondStays = -((twos >>> 16) & 1);
			half = (half & secondStays) | ((half & ~secondStays) >>> 8);
			bytes[i] = (halves & 0xFFFF_FFFFL) | half;
			twos += twos >>> 32;
			lengths[i] = 4 + ((twos + (twos >>> 16)) & 7);
		}
	}

	/**
	 * Encodes units that take three bytes, twelve bytes for each group of four.
	 * @param bytes receives the first eight bytes of a group
	 * @param tails receives the last four
	 */
	static void threeBytes(long[] lanes, int count, long[] bytes, long[] tails) {
		for (int i = 0; i < count; i++) {
			long even = threeByteForm(lanes[i] & EVEN);
			long odd = threeByteForm((lanes[i] >>> 16) & EVEN);
			bytes[i] = (even & 0xFF_FFFFL) | ((odd & 0xFF_FFFFL) << 24) | ((even >>> 32) << 48);
			tails[i] = (even >>> 48) | ((odd >>> 32) << 8);
		}
	}

	private static long threeByteForm(long units) {
		return ((units >>> 12) & 0x0000_000F_0000_000FL) | ((units << 2) & 0x0000_3F00_0000_3F00L)
				| ((units << 16) & 0x003F_0000_003F_0000L) | 0x0080_80E0_0080_80E0L;
	}

	/**
	 * Encodes surrogate pairs, eight bytes for each two of them.
	 * @param bytes receives the bytes
	 */
	static void pairs(long[] lanes, int count, long[] bytes) {
		for (int i = 0; i < count; i++) {
			long units = lanes[i];
			// bits 10 to 20 of the code point
			long upper = (units & 0x0000_03FF_0000_03FFL) + 0x0000_0040_0000_0040L;
			bytes[i] = ((upper >>> 8) & 0x0000_0007_0000_0007L) | ((upper << 6) & 0x0000_3F00_0000_3F00L)
					| ((upper & 0x0000_0003_0000_0003L) << 20) | ((units >>> 6) & 0x000F_0000_000F_0000L)
					| ((units & 0x003F_0000_003F_0000L) << 8) | 0x8080_80F0_8080_80F0L;
		}
	}

	/** Returns whether any unit is a surrogate. */
	static boolean anySurrogate(long[] lanes, int count) {
		long others = 0;
		for (int i = 0; i < count; i++) {
			others |= ~notZero((lanes[i] & ABOVE_TWO_BYTES) ^ SURROGATE);
		}
		return (others & TOP) != 0;
	}

	/**
	 * Counts the bytes of units in UTF-8, none of them a surrogate.
	 * @param count at most 16384, so that no count leaves its lane
	 */
	static int count(long[] lanes, int count) {
		long counts = 0;
		for (int i = 0; i < count; i++) {
			long units = lanes[i];
			long aboveAscii = ((units & ~TOP) + 0x7F80_7F80_7F80_7F80L) | units;
			counts += ((aboveAscii & TOP) >>> 15) + ((notZero(units & ABOVE_TWO_BYTES) & TOP) >>> 15);
		}
		long pairs = (counts & EVEN) + ((counts >>> 16) & EVEN);
		return 4 * count + (int) (pairs + (pairs >>> 32));
	}

}
