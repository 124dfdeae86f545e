/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Encodes short strings: straight from the string into memory, as scratch arrays in
 * between would cost more than they save.
 */
final class Utf8Short {

	/**
	 * Length in UTF-16 units up to which this way is the fastest (Utf8WriterBenchmark).
	 */
	static final int UNITS = 48;

	private static final VarHandle SHORTS = view(short[].class);

	private static final VarHandle INTS = view(int[].class);

	private static final VarHandle LONGS = view(long[].class);

	private static final int GROUP = Long.BYTES;

	private Utf8Short() {
	}

	/** Stores through a handle cost less than those of the buffer itself. */
	private static VarHandle view(Class<?> type) {
		return MethodHandles.byteBufferViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
	}

	/**
	 * Encodes a string from an index on.
	 * @param dst of any byte order, with room for three bytes for each unit
	 * @param at where to write
	 * @return the index behind the last byte
	 */
	static int encode(String text, int from, ByteBuffer dst, int at) {
		int to = text.length();
		if (to - from < GROUP || text.charAt(from) >= 0x80) {
			return encodeUnits(text, from, dst, at);
		}
		int start = from;
		int end = at;
		while (to - start >= GROUP) {
			long group = ascii(text, start);
			if (group < 0) {
				return encodeUnits(text, start, dst, end);
			}
			LONGS.set(dst, end, group);
			start += GROUP;
			end += GROUP;
		}
		return (start == to) ? end : encodeUnits(text, start, dst, end);
	}

	/**
	 * Packs eight units.
	 * @return their bytes, or a negative number if they are not all ASCII
	 */
	private static long ascii(String text, int from) {
		int a = text.charAt(from);
		int b = text.charAt(from + 1);
		int c = text.charAt(from + 2);
		int d = text.charAt(from + 3);
		int e = text.charAt(from + 4);
		int f = text.charAt(from + 5);
		int g = text.charAt(from + 6);
		int h = text.charAt(from + 7);
		if ((a | b | c | d | e | f | g | h) >= 0x80) {
			return -1;
		}
		return (a | (b << 8) | (c << 16) | (d << 24)) | ((long) (e | (f << 8) | (g << 16) | (h << 24)) << 32);
	}

	private static int encodeUnits(String text, int from, ByteBuffer dst, int at) {
		int last = text.length() - 1;
		int end = at;
		int i = from;
		while (i < last) {
			int unit = text.charAt(i++);
			if (unit < 0x80) {
				dst.put(end++, (byte) unit);
			}
			else if (unit < 0x800) {
				SHORTS.set(dst, end, Utf8Forms.twoBytes(unit));
				end += 2;
			}
			else if ((unit & 0xF800) != 0xD800) {
				// one byte too many, which the next unit overwrites
				INTS.set(dst, end, Utf8Forms.threeBytes(unit));
				end += 3;
			}
			else if (Character.isSurrogatePair((char) unit, text.charAt(i))) {
				INTS.set(dst, end, Utf8Forms.fourBytes((char) unit, text.charAt(i++)));
				end += 4;
			}
			else {
				dst.put(end++, (byte) '?');
			}
		}
		return (i == last) ? putLast(text.charAt(last), dst, end) : end;
	}

	private static int putLast(int unit, ByteBuffer dst, int at) {
		if (unit < 0x800) {
			if (unit < 0x80) {
				dst.put(at, (byte) unit);
				return at + 1;
			}
			SHORTS.set(dst, at, Utf8Forms.twoBytes(unit));
			return at + 2;
		}
		if ((unit & 0xF800) == 0xD800) {
			dst.put(at, (byte) '?');
			return at + 1;
		}
		int bytes = Utf8Forms.threeBytes(unit);
		SHORTS.set(dst, at, (short) bytes);
		dst.put(at + 2, (byte) (bytes >>> 16));
		return at + 3;
	}

}
