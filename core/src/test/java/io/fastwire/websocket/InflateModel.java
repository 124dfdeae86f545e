/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * DEFLATE (RFC 1951) as plainly as it can be read, to see what the JDK's inflater does
 * not tell: how far back the distances reach.
 */
final class InflateModel {

	private static final int[] ORDER = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 };

	private static final int END_OF_BLOCK = 256;

	private final byte[] input;

	private int bit;

	private final byte[] output = new byte[1 << 20];

	private int length;

	private int longestDistance;

	private InflateModel(byte[] input) {
		this.input = input;
	}

	/** Inflates blocks that are not final, up to the end of the input. */
	static InflateModel inflate(byte[] message) {
		ByteArrayOutputStream whole = new ByteArrayOutputStream();
		whole.writeBytes(message);
		whole.writeBytes(new byte[] { 0, 0, (byte) 0xFF, (byte) 0xFF });
		InflateModel model = new InflateModel(whole.toByteArray());
		while (model.bit + 10 <= model.input.length * 8) {
			model.block();
		}
		return model;
	}

	byte[] output() {
		return Arrays.copyOf(output, length);
	}

	int longestDistance() {
		return longestDistance;
	}

	private int bits(int count) {
		int value = 0;
		for (int i = 0; i < count; i++) {
			value |= (input[bit >> 3] >> (bit & 7) & 1) << i;
			bit++;
		}
		return value;
	}

	private void block() {
		if (bits(1) != 0) {
			throw new IllegalStateException("A final block");
		}
		switch (bits(2)) {
			case 0 -> stored();
			case 1 -> compressed(fixed(), repeated(5, 30));
			case 2 -> dynamic();
			default -> throw new IllegalStateException("A reserved type");
		}
	}

	private void stored() {
		bit = (bit + 7) & ~7;
		int count = bits(16);
		if (bits(16) != (~count & 0xFFFF)) {
			throw new IllegalStateException("Lengths do not match");
		}
		for (int i = 0; i < count; i++) {
			put((byte) bits(8));
		}
	}

	private static int[] repeated(int value, int count) {
		int[] values = new int[count];
		Arrays.fill(values, value);
		return values;
	}

	private static int[] fixed() {
		int[] lengths = repeated(8, 288);
		Arrays.fill(lengths, 144, 256, 9);
		Arrays.fill(lengths, 256, 280, 7);
		return lengths;
	}

	private void dynamic() {
		int literals = bits(5) + 257;
		int distances = bits(5) + 1;
		int codes = bits(4) + 4;
		int[] codeLengths = new int[19];
		for (int i = 0; i < codes; i++) {
			codeLengths[ORDER[i]] = bits(3);
		}
		int[] lengths = new int[literals + distances];
		for (int i = 0; i < lengths.length;) {
			int symbol = symbol(codeLengths);
			int times = (symbol == 16) ? bits(2) + 3 : (symbol == 17) ? bits(3) + 3 : (symbol == 18) ? bits(7) + 11 : 1;
			int value = (symbol < 16) ? symbol : (symbol == 16) ? lengths[i - 1] : 0;
			Arrays.fill(lengths, i, i + times, value);
			i += times;
		}
		compressed(Arrays.copyOf(lengths, literals), Arrays.copyOfRange(lengths, literals, lengths.length));
	}

	/** Reads a symbol of the canonical code with some lengths (section 3.2.2). */
	private int symbol(int[] lengths) {
		int code = 0;
		int first = 0;
		for (int size = 1; size <= 15; size++) {
			code = code << 1 | bits(1);
			first <<= 1;
			int index = code - first;
			for (int symbol = 0; symbol < lengths.length; symbol++) {
				if (lengths[symbol] == size && index-- == 0) {
					return symbol;
				}
			}
			for (int length : lengths) {
				first += (length == size) ? 1 : 0;
			}
		}
		throw new IllegalStateException("No such code");
	}

	private void compressed(int[] literalLengths, int[] distanceLengths) {
		int symbol = symbol(literalLengths);
		while (symbol != END_OF_BLOCK) {
			if (symbol < END_OF_BLOCK) {
				put((byte) symbol);
			}
			else {
				int count = matchLength(symbol - 257);
				int distance = distance(symbol(distanceLengths));
				longestDistance = Math.max(longestDistance, distance);
				for (int i = 0; i < count; i++) {
					put(output[length - distance]);
				}
			}
			symbol = symbol(literalLengths);
		}
	}

	private int matchLength(int code) {
		if (code < 8 || code == 28) {
			return (code == 28) ? 258 : code + 3;
		}
		int extra = (code >> 2) - 1;
		return ((4 + (code & 3)) << extra) + 3 + bits(extra);
	}

	private int distance(int code) {
		if (code < 4) {
			return code + 1;
		}
		int extra = (code >> 1) - 1;
		return ((2 + (code & 1)) << extra) + 1 + bits(extra);
	}

	private void put(byte b) {
		output[length++] = b;
	}

}
