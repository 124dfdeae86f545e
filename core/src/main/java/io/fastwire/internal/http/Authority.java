/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import io.fastwire.internal.bytes.Numbers;
import io.fastwire.internal.bytes.Words;

/**
 * Host and optional port, as in the Host field and in absolute targets (RFC 9110 section
 * 7.2, RFC 3986 sections 3.2.2 and 3.2.3). User information is refused, as are the zone
 * identifiers and future versions of IP literals, which no client sends to a server.
 */
public final class Authority {

	private static final int MAX_PORT = 65535;

	private static final int IPV6_GROUPS = 8;

	private Authority() {
	}

	/**
	 * Tells whether bytes are a host, which is not empty, and maybe a port.
	 * @param bytes the array
	 * @param from where the host starts
	 * @param to where the port ends
	 * @return whether all of them fit the syntax; the name need not exist
	 */
	public static boolean isValid(byte[] bytes, int from, int to) {
		int hostEnd = (from < to && bytes[from] == '[') ? literalEnd(bytes, from, to)
				: UriBytes.end(bytes, from, to, UriBytes.REG_NAME);
		if (hostEnd <= from || cutsEscape(bytes, from, to)) {
			return false;
		}
		return hostEnd == to || (bytes[hostEnd] == ':' && isPort(bytes, hostEnd + 1, to));
	}

	/** The index behind the closing bracket of an IPv6 literal, or -1. */
	private static int literalEnd(byte[] bytes, int from, int to) {
		int close = Words.find(bytes, from, to, (byte) ']');
		return (close < to && isIpv6(bytes, from + 1, close)) ? close + 1 : -1;
	}

	/** {@link UriBytes#end} passes an escape at the very end as far as it goes. */
	private static boolean cutsEscape(byte[] bytes, int from, int to) {
		return bytes[to - 1] == '%' || (to - from >= 2 && bytes[to - 2] == '%');
	}

	/** The port may be empty (RFC 3986 section 3.2.3). */
	private static boolean isPort(byte[] bytes, int from, int to) {
		int port = 0;
		for (int i = from; i < to; i++) {
			if (!Numbers.isDigit(bytes[i])) {
				return false;
			}
			port = Math.min(port * 10 + (bytes[i] - '0'), MAX_PORT + 1);
		}
		return port <= MAX_PORT;
	}

	/**
	 * Eight groups of one to four digits; {@code ::} stands once for one group of zeros
	 * or more.
	 */
	private static boolean isIpv6(byte[] bytes, int from, int to) {
		int groups = 0;
		boolean compressed = false;
		int i = from;
		if (startsWithColons(bytes, i, to)) {
			compressed = true;
			i += 2;
		}
		while (i < to) {
			int groupEnd = hexEnd(bytes, i, to);
			if (groupEnd < to && bytes[groupEnd] == '.') {
				groups += 2;
				i = isIpv4(bytes, i, to) ? to : -1;
			}
			else {
				groups++;
				i = (groupEnd > i && groupEnd <= i + 4) ? groupEnd : -1;
			}
			if (i < 0) {
				return false;
			}
			if (startsWithColons(bytes, i, to)) {
				if (compressed) {
					return false;
				}
				compressed = true;
				i += 2;
			}
			else if (i < to && (bytes[i++] != ':' || i == to)) {
				return false;
			}
		}
		return compressed ? groups < IPV6_GROUPS : groups == IPV6_GROUPS;
	}

	private static boolean startsWithColons(byte[] bytes, int from, int to) {
		return from + 2 <= to && bytes[from] == ':' && bytes[from + 1] == ':';
	}

	private static int hexEnd(byte[] bytes, int from, int to) {
		int i = from;
		while (i < to && Numbers.hexDigit(bytes[i]) >= 0) {
			i++;
		}
		return i;
	}

	/** Four numbers up to 255 without leading zeros. */
	private static boolean isIpv4(byte[] bytes, int from, int to) {
		int i = from;
		for (int part = 0; part < 4; part++) {
			int dot = Words.find(bytes, i, to, (byte) '.');
			boolean last = part == 3;
			long number = Numbers.decimal(bytes, i, dot);
			if (number < 0 || number > 255 || dot - i > 3 || (dot - i > 1 && bytes[i] == '0') || (dot == to) != last) {
				return false;
			}
			i = dot + 1;
		}
		return true;
	}

}
