/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.LongBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * A piece of text in scratch memory, as UTF-16 units and then as UTF-8 bytes. One thread.
 */
final class Utf8Block {

	/*
	 * No single way to encode is the fastest for all text, so each stretch is looked at
	 * and goes the way that suits it:
	 *
	 * - ASCII: the JDK's own encoder, whose loop over arrays is an intrinsic, is checked
	 * and copied at once. It costs some ten nanoseconds to start. - Units of up to two
	 * bytes, three-byte units, and surrogate pairs, each by itself: Utf8Lanes, on a copy
	 * of the units that is made of longs. - What is mixed or short: unit by unit, with
	 * stores of two or four bytes of which the next store overwrites the surplus.
	 *
	 * All arrays together stay within the first-level cache.
	 */

	/** Capacity in UTF-16 units. */
	static final int UNITS = 1024;

	/**
	 * From this length on, starting the encoder or the lanes pays (Utf8WriterBenchmark).
	 */
	private static final int STRETCH_MIN_UNITS = 48;

	/** How many units are looked at to choose a way. */
	private static final int PROBE_UNITS = 16;

	/** What {@link #probe} returns for a single unit of three bytes. */
	private static final int ONE_WIDE = 0x1_0001;

	/** Length of the stretches that are classified for the lanes. */
	private static final int STRETCH_UNITS = 512;

	private static final int MAX_BYTES_PER_UNIT = 3;

	/** Stores may write so many bytes more than they should. */
	private static final int SLACK = 8;

	private static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class,
			ByteOrder.LITTLE_ENDIAN);

	private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

	private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

	private final char[] units = new char[UNITS];

	private final byte[] bytes = new byte[UNITS * MAX_BYTES_PER_UNIT + SLACK];

	private final long[] lanes = new long[STRETCH_UNITS / 4];

	private final long[] firsts = new long[STRETCH_UNITS / 4];

	private final long[] seconds = new long[STRETCH_UNITS / 4];

	/** Two views of the same memory, by which units are copied into lanes. */
	private final CharBuffer wideUnits;

	private final LongBuffer wideLanes;

	private final CharsetEncoder ascii = StandardCharsets.US_ASCII.newEncoder();

	private final CharBuffer asciiIn = CharBuffer.wrap(units);

	private final ByteBuffer asciiOut = ByteBuffer.wrap(bytes);

	Utf8Block() {
		ByteBuffer wide = ByteBuffer.allocate(STRETCH_UNITS * Character.BYTES).order(ByteOrder.LITTLE_ENDIAN);
		this.wideUnits = wide.asCharBuffer();
		this.wideLanes = wide.asLongBuffer();
	}

	/**
	 * Takes units in.
	 * @param text where from
	 * @param from index of the first
	 * @param to index behind the last, at most {@link #UNITS} further
	 */
	void load(CharSequence text, int from, int to) {
		if (text instanceof String string) {
			string.getChars(from, to, units, 0);
		}
		else if (text instanceof StringBuilder builder) {
			builder.getChars(from, to, units, 0);
		}
		else {
			for (int i = from; i < to; i++) {
				units[i - from] = text.charAt(i);
			}
		}
	}

	/** Returns a unit. */
	char unit(int index) {
		return units[index];
	}

	/** Returns the bytes: those of the last call that encoded. */
	byte[] bytes() {
		return bytes;
	}

	/**
	 * Encodes.
	 * @param count how many units
	 * @return how many bytes
	 */
	int encode(int count) {
		int end = 0;
		int start = 0;
		while (count - start >= STRETCH_MIN_UNITS) {
			int probe = probe(start);
			if (probe == ONE_WIDE && units[start] >= 0x800) {
				// before what may be a long run of ASCII
				end = encodeUnits(start, start + 1, end);
				start++;
				continue;
			}
			if (probe == 0) {
				int stop = encodeAscii(start, count, end);
				end += stop - start;
				start = stop;
				continue;
			}
			int to = endOfStretch(start, count);
			end = encodeStretch(start, to, probe, end);
			start = to;
		}
		return encodeUnits(start, count, end);
	}

	/**
	 * Looks at the first units of a stretch.
	 * @return how many are above ASCII, and in the upper half how many take more than two
	 * bytes
	 */
	private int probe(int from) {
		char[] in = units;
		int sum = 0;
		for (int i = from; i < from + PROBE_UNITS; i++) {
			int unit = in[i];
			sum += ((unit + 0xFF80) >>> 16) + ((unit + 0xF800) & 0x1_0000);
		}
		return sum;
	}

	/**
	 * Returns the end of the next stretch: behind whole groups of four, or one unit less
	 * where that would cut a pair.
	 */
	private int endOfStretch(int from, int to) {
		int end = from + (Math.min(to - from, STRETCH_UNITS) & ~3);
		return (end < to && Character.isHighSurrogate(units[end - 1])) ? end - 1 : end;
	}

	/** Returns whether few units take more than two bytes, but some do. */
	private static boolean sparse(int probe) {
		int wide = probe >>> 16;
		return wide != 0 && wide < PROBE_UNITS / 2;
	}

	private int encodeStretch(int from, int to, int probe, int at) {
		if (sparse(probe)) {
			return encodeUnits(from, to, at);
		}
		int count = (to - from + 3) >>> 2;
		intoLanes(from, count);
		if (probe >>> 16 == 0) {
			long union = Utf8Lanes.upToTwoBytes(lanes, count, firsts);
			return ((union & Utf8Lanes.ABOVE_TWO_BYTES) == 0) ? packUpToTwoBytes(count, at) : encodeUnits(from, to, at);
		}
		if (Utf8Lanes.threeBytes(lanes[0]) && Utf8Lanes.allThreeBytes(lanes, count)) {
			return encodeThreeBytes(count, at);
		}
		if (Utf8Lanes.pairs(lanes[0]) && Utf8Lanes.allPairs(lanes, count)) {
			return encodePairs(count, at);
		}
		return encodeUnits(from, to, at);
	}

	private void intoLanes(int from, int count) {
		wideUnits.put(0, units, from, count << 2);
		wideLanes.get(0, lanes, 0, count);
	}

	/**
	 * Encodes units for as long as they are ASCII.
	 * @param count how many units there are
	 * @return how many were encoded, and how many bytes they are
	 */
	int encodeAscii(int count) {
		return encodeAscii(0, count, 0);
	}

	private int encodeAscii(int from, int to, int at) {
		ascii.encode(asciiIn.limit(to).position(from), asciiOut.position(at), false);
		return asciiIn.position();
	}

	private int packUpToTwoBytes(int count, int at) {
		Utf8Lanes.joinHalves(lanes, count, firsts, seconds);
		byte[] out = bytes;
		int end = at;
		for (int i = 0; i < count; i++) {
			LONGS.set(out, end, firsts[i]);
			end += (int) seconds[i];
		}
		return end;
	}

	private int encodeThreeBytes(int count, int at) {
		Utf8Lanes.threeBytes(lanes, count, firsts, seconds);
		byte[] out = bytes;
		for (int i = 0; i < count; i++) {
			LONGS.set(out, at + 12 * i, firsts[i]);
			INTS.set(out, at + 12 * i + 8, (int) seconds[i]);
		}
		return at + 12 * count;
	}

	private int encodePairs(int count, int at) {
		Utf8Lanes.pairs(lanes, count, firsts);
		byte[] out = bytes;
		for (int i = 0; i < count; i++) {
			LONGS.set(out, at + 8 * i, firsts[i]);
		}
		return at + 8 * count;
	}

	/** Encodes units one by one. */
	private int encodeUnits(int from, int to, int at) {
		char[] in = units;
		byte[] out = bytes;
		int end = at;
		int i = from;
		while (i < to) {
			int unit = in[i++];
			if (unit < 0x80) {
				out[end++] = (byte) unit;
			}
			else if (unit < 0x800) {
				SHORTS.set(out, end, Utf8Forms.twoBytes(unit));
				end += 2;
			}
			else if ((unit & 0xF800) != 0xD800) {
				INTS.set(out, end, Utf8Forms.threeBytes(unit));
				end += 3;
			}
			else if (i < to && Character.isSurrogatePair((char) unit, in[i])) {
				INTS.set(out, end, Utf8Forms.fourBytes((char) unit, in[i++]));
				end += 4;
			}
			else {
				out[end++] = '?';
			}
		}
		return end;
	}

	/**
	 * Counts the bytes that {@link #encode} would make.
	 * @param count how many units
	 * @return how many bytes
	 */
	int measure(int count) {
		int size = 0;
		int start = 0;
		while (count - start >= STRETCH_MIN_UNITS) {
			int end = endOfStretch(start, count);
			int groups = (end - start + 3) >>> 2;
			intoLanes(start, groups);
			if (!Utf8Lanes.anySurrogate(lanes, groups)) {
				size += Utf8Lanes.count(lanes, groups);
			}
			else if (Utf8Lanes.allPairs(lanes, groups)) {
				size += groups << 3;
			}
			else {
				size += measureUnits(start, end);
			}
			start = end;
		}
		return size + measureUnits(start, count);
	}

	private int measureUnits(int from, int to) {
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

}
