/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes at a time. A word holds its bytes in little-endian order on every platform:
 * the byte at the lowest index is the lowest one, so the first hit is the lowest bit.
 */
public final class Words {

	/*
	 * The tests are the classic ones for "has a byte below n" and "has a zero byte": a
	 * borrow runs only upwards, from a byte that is a hit, so that the lowest hit is
	 * exact and the ones above it may be false. The loops therefore only find a
	 * candidate, and use the lowest hit alone. See Anderson, "Bit Twiddling Hacks",
	 * "Determine if a word has a byte less than n".
	 */

	private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

	private static final long ONES = 0x0101010101010101L;

	private static final long HIGHS = 0x8080808080808080L;

	private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

	private static final byte HTAB = '\t';

	private static final byte DEL = 0x7F;

	private Words() {
	}

	/**
	 * Loads eight bytes.
	 * @param bytes the array
	 * @param index of the first one; {@code index + 8} must not pass the array's length
	 * @return the word
	 */
	public static long at(byte[] bytes, int index) {
		return (long) LONG.get(bytes, index);
	}

	/**
	 * Loads fewer than eight bytes, one by one, touching none behind them.
	 * @param bytes the array
	 * @param from index of the first one
	 * @param count from 0 to 8, not checked
	 * @return the word, its upper bytes zero
	 */
	public static long partial(byte[] bytes, int from, int count) {
		long word = 0;
		for (int i = count - 1; i >= 0; i--) {
			word = (word << 8) | (bytes[from + i] & 0xFF);
		}
		return word;
	}

	/**
	 * Finds a byte.
	 * @param bytes the array
	 * @param from where to start
	 * @param to where to end
	 * @param wanted the byte, from 0 to 0x7F, not checked
	 * @return its first index, or {@code to}
	 */
	public static int find(byte[] bytes, int from, int to, byte wanted) {
		int i = from;
		for (int last = to - 8; i <= last; i += 8) {
			long hits = equal(at(bytes, i), wanted);
			if (hits != 0) {
				return i + firstByte(hits);
			}
		}
		while (i < to && bytes[i] != wanted) {
			i++;
		}
		return i;
	}

	/**
	 * Finds the end of a field value: the first byte that may not occur in one (RFC 9110
	 * section 5.5), that is a control byte other than HTAB. Bytes above 0x7F are obs-text
	 * and pass; what they encode is not checked.
	 * @param bytes the array
	 * @param from where to start
	 * @param to where to end
	 * @return its index, or {@code to}
	 */
	public static int findControl(byte[] bytes, int from, int to) {
		int i = from;
		int last = to - 8;
		while (i <= last) {
			long word = at(bytes, i);
			long hits = below(word, 0x20) | equal(word, DEL);
			if (hits == 0) {
				i += 8;
				continue;
			}
			i += firstByte(hits);
			if (isControl(bytes[i])) {
				return i;
			}
			i++;
		}
		while (i < to && !isControl(bytes[i])) {
			i++;
		}
		return i;
	}

	/**
	 * Finds the first byte that is a space or below. DEL and bytes above 0x7F pass.
	 * @param bytes the array
	 * @param from where to start
	 * @param to where to end
	 * @return its index, or {@code to}
	 */
	public static int findSpaceOrBelow(byte[] bytes, int from, int to) {
		int i = from;
		for (int last = to - 8; i <= last; i += 8) {
			long hits = below(at(bytes, i), 0x21);
			if (hits != 0) {
				return i + firstByte(hits);
			}
		}
		while (i < to && (bytes[i] & 0xFF) > ' ') {
			i++;
		}
		return i;
	}

	/**
	 * Hashes bytes, to spread them over the slots of a table. Equal bytes have equal
	 * hashes wherever they lie; an attacker can make others collide.
	 * @param bytes the array
	 * @param from where to start
	 * @param to where to end
	 * @return the hash; its upper bits are mixed best
	 */
	public static long hash(byte[] bytes, int from, int to) {
		long hash = (long) to - from;
		int i = from;
		for (int last = to - 8; i <= last; i += 8) {
			hash = (hash ^ at(bytes, i)) * MULTIPLIER;
			hash ^= hash >>> 32;
		}
		int rest = to - i;
		if (rest > 0) {
			long word = (to - from >= 8) ? at(bytes, to - 8) : partial(bytes, from, rest);
			hash = (hash ^ word) * MULTIPLIER;
		}
		return (hash ^ (hash >>> 32)) * MULTIPLIER;
	}

	private static boolean isControl(byte b) {
		return (b >= 0 && b < ' ' && b != HTAB) || b == DEL;
	}

	/** The top bit of each byte below {@code n}; exact up to the lowest hit. */
	private static long below(long word, int n) {
		return (word - ONES * n) & ~word & HIGHS;
	}

	/** The top bit of each byte equal to {@code b}; exact up to the lowest hit. */
	private static long equal(long word, byte b) {
		long difference = word ^ (ONES * b);
		return (difference - ONES) & ~difference & HIGHS;
	}

	private static int firstByte(long hits) {
		return Long.numberOfTrailingZeros(hits) >>> 3;
	}

}
