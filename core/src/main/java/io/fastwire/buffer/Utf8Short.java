/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.nio.ByteBuffer;

/**
 * Encodes short strings: straight from the string into memory, as scratch arrays in
 * between would cost more than they save.
 */
final class Utf8Short {

	/**
	 * Length in UTF-16 units up to which this way is the fastest (Utf8WriterBenchmark).
	 */
	static final int UNITS = 48;

	private Utf8Short() {
	}

	/**
	 * Encodes a string from an index on.
	 * @param dst little-endian, with room for three bytes for each unit
	 * @param at where to write
	 * @return the index behind the last byte
	 */
	static int encode(String text, int from, ByteBuffer dst, int at) {
		int last = text.length() - 1;
		int end = at;
		int i = from;
		while (i < last) {
			int unit = text.charAt(i++);
			if (unit < 0x80) {
				dst.put(end++, (byte) unit);
			}
			else if (unit < 0x800) {
				dst.putShort(end, Utf8Forms.twoBytes(unit));
				end += 2;
			}
			else if ((unit & 0xF800) != 0xD800) {
				// one byte too many, which the next unit overwrites
				dst.putInt(end, Utf8Forms.threeBytes(unit));
				end += 3;
			}
			else if (Character.isSurrogatePair((char) unit, text.charAt(i))) {
				dst.putInt(end, Utf8Forms.fourBytes((char) unit, text.charAt(i++)));
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
			dst.putShort(at, Utf8Forms.twoBytes(unit));
			return at + 2;
		}
		if ((unit & 0xF800) == 0xD800) {
			dst.put(at, (byte) '?');
			return at + 1;
		}
		int bytes = Utf8Forms.threeBytes(unit);
		dst.putShort(at, (short) bytes);
		dst.put(at + 2, (byte) (bytes >>> 16));
		return at + 3;
	}

}
