/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.bytes;

import java.nio.charset.StandardCharsets;

/**
 * Classes and cases of single ASCII bytes.
 */
public final class Ascii {

	private static final boolean[] TOKEN = new boolean[256];

	static {
		String tchar = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
		for (byte b : tchar.getBytes(StandardCharsets.US_ASCII)) {
			TOKEN[b] = true;
		}
	}

	private Ascii() {
	}

	/**
	 * Tells whether a byte may occur in a token (RFC 9110 section 5.6.2).
	 * @param b any byte
	 * @return whether it is a {@code tchar}
	 */
	public static boolean isToken(byte b) {
		return TOKEN[b & 0xFF];
	}

	/**
	 * Finds the end of a token. Does not check that it is not empty.
	 * @param bytes the array
	 * @param from where to start
	 * @param to where to end
	 * @return the index of the first byte that is no {@code tchar}, or {@code to}
	 */
	public static int tokenEnd(byte[] bytes, int from, int to) {
		boolean[] token = TOKEN;
		int i = from;
		while (i < to && token[bytes[i] & 0xFF]) {
			i++;
		}
		return i;
	}

	/**
	 * Skips spaces and tabs, the optional white space of RFC 9110 section 5.6.3.
	 * @param bytes the array
	 * @param from where to start
	 * @param to where to end
	 * @return the index of the first other byte, or {@code to}
	 */
	public static int skipBlanks(byte[] bytes, int from, int to) {
		int i = from;
		while (i < to && isBlank(bytes[i])) {
			i++;
		}
		return i;
	}

	/**
	 * Drops spaces and tabs at the end.
	 * @param bytes the array
	 * @param from where to start
	 * @param to where to end
	 * @return the index behind the last other byte, or {@code from}
	 */
	public static int trimBlanks(byte[] bytes, int from, int to) {
		int i = to;
		while (i > from && isBlank(bytes[i - 1])) {
			i--;
		}
		return i;
	}

	/**
	 * Tells whether a byte is a space or a tab.
	 * @param b any byte
	 * @return whether it is optional white space
	 */
	public static boolean isBlank(byte b) {
		return b == ' ' || b == '\t';
	}

	/**
	 * Compares bytes with a text, the case of ASCII letters apart.
	 * @param bytes the array
	 * @param from where to start
	 * @param to where to end
	 * @param text any text; a character above 0x7F equals nothing
	 * @return whether length and characters are equal
	 */
	public static boolean equalsIgnoreCase(byte[] bytes, int from, int to, String text) {
		int length = to - from;
		if (text.length() != length) {
			return false;
		}
		for (int i = 0; i < length; i++) {
			if (!sameIgnoringCase(bytes[from + i], text.charAt(i))) {
				return false;
			}
		}
		return true;
	}

	private static boolean sameIgnoringCase(int b, char c) {
		int difference = b ^ c;
		int lower = b | 0x20;
		return difference == 0 ? b >= 0 : difference == 0x20 && lower >= 'a' && lower <= 'z';
	}

}
