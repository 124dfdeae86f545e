/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

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
	 * and goes the way that suits it.
	 *
	 * ASCII goes through the JDK's own encoder, whose loop over arrays is an intrinsic,
	 * so that it is checked and copied at once; starting it costs some ten nanoseconds.
	 * Units of up to two bytes, of three bytes, and surrogate pairs, each by themselves,
	 * go through Utf8Lanes, on a copy of the units that is made of longs. What is mixed,
	 * short or mostly ASCII goes through the loop of Utf8Arrays.
	 *
	 * All arrays together stay within the first-level cache.
	 */

	/** Capacity in UTF-16 units. */
	static final int UNITS = 4096;

	/**
	 * From this length on, starting the encoder or the lanes pays (Utf8WriterBenchmark).
	 */
	private static final int STRETCH_MIN_UNITS = 48;

	/** How many units are looked at to choose a way. */
	private static final int PROBE_UNITS = 16;

	/** What {@link Utf8Arrays#probe} returns for a single unit of three bytes. */
	private static final int ONE_WIDE = 0x1_0001;

	/** Length of the stretches that are classified for the lanes. */
	private static final int STRETCH_UNITS = 512;

	private static final int MAX_BYTES_PER_UNIT = 3;

	private final char[] units = new char[UNITS];

	private final byte[] bytes = new byte[UNITS * MAX_BYTES_PER_UNIT + Utf8Arrays.SLACK];

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
		int start = looksAscii(count) ? encodeAscii(0, count, 0) : 0;
		int end = start;
		while (count - start >= STRETCH_MIN_UNITS) {
			int probe = Utf8Arrays.probe(units, start, start + PROBE_UNITS);
			if (probe == 0) {
				int stop = encodeAscii(start, count, end);
				end += stop - start;
				start = stop;
			}
			else if (probe == ONE_WIDE && units[start] >= 0x800) {
				// before what may be a long run of ASCII
				end = Utf8Arrays.encode(units, start, start + 1, bytes, end);
				start++;
			}
			else if (sparse(probe)) {
				break;
			}
			else {
				int to = endOfStretch(start, count);
				end = encodeStretch(start, to, probe, end);
				start = to;
			}
		}
		return Utf8Arrays.encode(units, start, count, bytes, end);
	}

	/** Looks at a few of many units. */
	private boolean looksAscii(int count) {
		char[] in = units;
		return count >= STRETCH_MIN_UNITS
				&& (in[0] | in[7] | in[PROBE_UNITS - 1] | in[count >>> 1] | in[count - 1]) < 0x80;
	}

	/**
	 * Returns the end of the next stretch: behind whole groups of four, or one unit less
	 * where that would cut a pair.
	 */
	private int endOfStretch(int from, int to) {
		int end = from + (Math.min(to - from, STRETCH_UNITS) & ~3);
		return (end < to && Character.isHighSurrogate(units[end - 1])) ? end - 1 : end;
	}

	/** Returns whether most units are ASCII. */
	private static boolean sparse(int probe) {
		return (probe & 0xFFFF) <= PROBE_UNITS / 4;
	}

	private int encodeStretch(int from, int to, int probe, int at) {
		int count = (to - from + 3) >>> 2;
		intoLanes(from, count);
		if (probe >>> 16 == 0) {
			long union = Utf8Lanes.upToTwoBytes(lanes, count, firsts);
			if ((union & Utf8Lanes.ABOVE_TWO_BYTES) == 0) {
				Utf8Lanes.joinHalves(lanes, count, firsts, seconds);
				return Utf8Arrays.pack(firsts, seconds, count, bytes, at);
			}
		}
		else if (Utf8Lanes.threeBytes(lanes[0]) && Utf8Lanes.allThreeBytes(lanes, count)) {
			Utf8Lanes.threeBytes(lanes, count, firsts, seconds);
			return Utf8Arrays.pack12(firsts, seconds, count, bytes, at);
		}
		else if (Utf8Lanes.pairs(lanes[0]) && Utf8Lanes.allPairs(lanes, count)) {
			Utf8Lanes.pairs(lanes, count, firsts);
			return Utf8Arrays.pack8(firsts, count, bytes, at);
		}
		return Utf8Arrays.encode(units, from, to, bytes, at);
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
				size += Utf8Arrays.measure(units, start, end);
			}
			start = end;
		}
		return size + Utf8Arrays.measure(units, start, count);
	}

}
