/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The scalar loops between arrays. Ranges are not checked beyond the arrays' own bounds.
 */
final class Utf8Arrays {

	/*
	 * Their shape was found by trying: HotSpot compiles loops that look alike to code
	 * three times as slow, and not in all runs. What holds in all is static methods with
	 * the arrays as parameters, and four units at a time, whether or not text of other
	 * kinds went before.
	 *
	 * Every store may write up to seven bytes more than it should, which the next store
	 * overwrites; the output needs that much slack.
	 */

	/** Stores may reach so far behind the last byte. */
	static final int SLACK = 8;

	private static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class,
			ByteOrder.LITTLE_ENDIAN);

	private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

	private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

	private Utf8Arrays() {
	}

	/**
	 * Encodes units.
	 * @param at where the bytes begin
	 * @return the index behind the last byte
	 */
	static int encode(char[] units, int from, int to, byte[] out, int at) {
		int end = at;
		int i = from;
		int last = to - 4;
		while (i <= last) {
			long reached = encodeGroups(units, i, last, out, end);
			i = (int) (reached >>> 32);
			end = (int) reached;
			if (i <= last) {
				int stop = Character.isSurrogatePair(units[i + 3], (i < last) ? units[i + 4] : 0) ? i + 5 : i + 4;
				end = encodeUnits(units, i, stop, out, end);
				i = stop;
			}
		}
		return encodeUnits(units, i, to, out, end);
	}

	/**
	 * Encodes units by groups of four, up to a group that has surrogates.
	 * @param last where the last group may start
	 * @return in the upper half where in the units it stopped, in the lower one where in
	 * the bytes
	 */
	private static long encodeGroups(char[] units, int from, int last, byte[] out, int at) {
		// a long, with which the loop is half again as fast on HotSpot 17
		long end = at;
		int i = from;
		while (i <= last) {
			int a = units[i];
			int b = units[i + 1];
			int c = units[i + 2];
			int d = units[i + 3];
			int union = a | b | c | d;
			int next = (int) end;
			if (union < 0x80) {
				INTS.set(out, next, a | (b << 8) | (c << 16) | (d << 24));
				next += 4;
			}
			else {
				if (union >= 0xD800 && anySurrogate(units, i)) {
					break;
				}
				next = put(units[i], out, next);
				next = put(units[i + 1], out, next);
				next = put(units[i + 2], out, next);
				next = put(units[i + 3], out, next);
			}
			end = next;
			i += 4;
		}
		return ((long) i << 32) | end;
	}

	private static boolean anySurrogate(char[] units, int from) {
		return surrogate(units[from]) || surrogate(units[from + 1]) || surrogate(units[from + 2])
				|| surrogate(units[from + 3]);
	}

	private static boolean surrogate(int unit) {
		return (unit & 0xF800) == 0xD800;
	}

	/** Encodes a unit that is no surrogate. */
	private static int put(int unit, byte[] out, int at) {
		if (unit < 0x80) {
			out[at] = (byte) unit;
			return at + 1;
		}
		if (unit < 0x800) {
			SHORTS.set(out, at, Utf8Forms.twoBytes(unit));
			return at + 2;
		}
		INTS.set(out, at, Utf8Forms.threeBytes(unit));
		return at + 3;
	}

	/** Encodes units one by one, surrogates among them. */
	private static int encodeUnits(char[] units, int from, int to, byte[] out, int at) {
		int end = at;
		for (int i = from; i < to; i++) {
			int unit = units[i];
			if (!surrogate(unit)) {
				end = put(unit, out, end);
			}
			else if (i + 1 < to && Character.isSurrogatePair((char) unit, units[i + 1])) {
				INTS.set(out, end, Utf8Forms.fourBytes((char) unit, units[++i]));
				end += 4;
			}
			else {
				out[end++] = '?';
			}
		}
		return end;
	}

	/** Counts the bytes that {@link #encode} makes. */
	static int measure(char[] units, int from, int to) {
		int size = 0;
		for (int i = from; i < to; i++) {
			int unit = units[i];
			if (unit < 0x800) {
				size += (unit < 0x80) ? 1 : 2;
			}
			else if ((unit & 0xF800) != 0xD800) {
				size += 3;
			}
			else if (i + 1 < to && Character.isSurrogatePair((char) unit, units[i + 1])) {
				size += 4;
				i++;
			}
			else {
				size++;
			}
		}
		return size;
	}

	/**
	 * Stores groups of bytes without gaps.
	 * @param groups up to eight bytes each
	 * @param lengths how many they are
	 * @return the index behind the last byte
	 */
	static int pack(long[] groups, long[] lengths, int count, byte[] out, int at) {
		int end = at;
		for (int i = 0; i < count; i++) {
			LONGS.set(out, end, groups[i]);
			end += (int) lengths[i];
		}
		return end;
	}

	/**
	 * Stores groups of eight bytes.
	 * @return the index behind the last byte
	 */
	static int pack8(long[] groups, int count, byte[] out, int at) {
		for (int i = 0; i < count; i++) {
			LONGS.set(out, at + 8 * i, groups[i]);
		}
		return at + 8 * count;
	}

	/**
	 * Stores groups of twelve bytes.
	 * @param groups the first eight of each
	 * @param tails the last four
	 * @return the index behind the last byte
	 */
	static int pack12(long[] groups, long[] tails, int count, byte[] out, int at) {
		for (int i = 0; i < count; i++) {
			LONGS.set(out, at + 12 * i, groups[i]);
			INTS.set(out, at + 12 * i + 8, (int) tails[i]);
		}
		return at + 12 * count;
	}

	/**
	 * Adds up what tells, for units {@code from} to {@code to}, how many take more than
	 * one byte, and in the upper half how many take more than two.
	 */
	static int probe(char[] units, int from, int to) {
		int sum = 0;
		for (int i = from; i < to; i++) {
			int unit = units[i];
			sum += ((unit + 0xFF80) >>> 16) + ((unit + 0xF800) & 0x1_0000);
		}
		return sum;
	}

}
