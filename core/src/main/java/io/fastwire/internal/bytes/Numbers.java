/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.bytes;

/**
 * Numbers in ASCII digits. A refusal is a negative result, never an exception.
 */
public final class Numbers {

	/** The most decimal digits that always fit in a {@code long}. */
	public static final int MAX_DECIMAL_DIGITS = 18;

	private static final byte[] HEX = new byte[256];

	static {
		for (int i = 0; i < HEX.length; i++) {
			HEX[i] = (byte) Character.digit((i < 0x80) ? i : 0, 16);
		}
	}

	private Numbers() {
	}

	/**
	 * Reads a decimal number: digits only, no sign, no white space.
	 * @param bytes the array
	 * @param from where to start
	 * @param to where to end
	 * @return the number, or -1 if there is no digit, another byte, or more than
	 * {@link #MAX_DECIMAL_DIGITS} digits, leading zeros counted
	 */
	public static long decimal(byte[] bytes, int from, int to) {
		if (from >= to || to - from > MAX_DECIMAL_DIGITS) {
			return -1;
		}
		long number = 0;
		for (int i = from; i < to; i++) {
			int digit = bytes[i] - '0';
			if (digit < 0 || digit > 9) {
				return -1;
			}
			number = number * 10 + digit;
		}
		return number;
	}

	/**
	 * Returns the value of a hexadecimal digit.
	 * @param b any byte
	 * @return from 0 to 15, or -1 if it is no hexadecimal digit in either case
	 */
	public static int hexDigit(byte b) {
		return HEX[b & 0xFF];
	}

	/**
	 * Tells whether a byte is a decimal digit.
	 * @param b any byte
	 * @return whether it is from 0 to 9
	 */
	public static boolean isDigit(byte b) {
		return b >= '0' && b <= '9';
	}

}
