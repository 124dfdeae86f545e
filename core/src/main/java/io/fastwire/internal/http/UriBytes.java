/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import java.nio.charset.StandardCharsets;

import io.fastwire.internal.bytes.Numbers;

/**
 * Which bytes may occur in which part of a URI (RFC 3986).
 */
public final class UriBytes {

	/** Path: {@code pchar} and the slash. */
	public static final int PATH = 1;

	/** Query. */
	public static final int QUERY = 1 << 1;

	/** Query with {@code [ ] | { }}, which real clients send unescaped. */
	public static final int LENIENT_QUERY = 1 << 2;

	/** Registered name or IPv4 address. */
	public static final int REG_NAME = 1 << 3;

	/** Any host with a port. */
	public static final int AUTHORITY = 1 << 4;

	private static final byte[] TABLE = new byte[256];

	static {
		String letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
		String unreserved = letters + "0123456789-._~";
		String subDelims = "!$&'()*+,;=";
		allow(unreserved + subDelims, PATH | QUERY | LENIENT_QUERY | REG_NAME | AUTHORITY);
		allow(":@/", PATH);
		allow(":@/?", QUERY | LENIENT_QUERY);
		allow("[]|{}", LENIENT_QUERY);
		allow(":[]", AUTHORITY);
	}

	private UriBytes() {
	}

	private static void allow(String characters, int parts) {
		for (byte b : characters.getBytes(StandardCharsets.US_ASCII)) {
			TABLE[b] = (byte) (TABLE[b] | parts);
		}
	}

	/**
	 * Finds the end of a part. An escape is a percent sign with two hexadecimal digits;
	 * one that {@code to} cuts off is passed as far as it goes.
	 * @param bytes the array
	 * @param from where to start
	 * @param to where to end
	 * @param part one of the constants
	 * @return the index of the first byte that may not occur in it, which is the percent
	 * sign if an escape is malformed, or {@code to}
	 */
	public static int end(byte[] bytes, int from, int to, int part) {
		byte[] table = TABLE;
		int i = from;
		while (i < to) {
			byte b = bytes[i];
			if ((table[b & 0xFF] & part) != 0) {
				i++;
			}
			else if (b == '%' && isEscape(bytes, i, to)) {
				i = Math.min(i + 3, to);
			}
			else {
				return i;
			}
		}
		return to;
	}

	private static boolean isEscape(byte[] bytes, int at, int to) {
		return (at + 1 >= to || Numbers.hexDigit(bytes[at + 1]) >= 0)
				&& (at + 2 >= to || Numbers.hexDigit(bytes[at + 2]) >= 0);
	}

}
