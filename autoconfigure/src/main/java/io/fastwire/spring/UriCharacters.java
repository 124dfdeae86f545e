/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

/**
 * Which characters {@link java.net.URI} takes where (RFC 2396 section 2, with the square
 * brackets of RFC 2732). One table look-up per character, no regular expression.
 */
final class UriCharacters {

	private static final byte PATH = 1;

	private static final byte QUERY = 2;

	private static final byte AUTHORITY = 4;

	/** Must be percent-encoded, but is sent by real clients in queries. */
	private static final byte ENCODED_IN_QUERY = 8;

	private static final byte HOST_NAME = 16;

	private static final byte[] CLASSES = new byte[256];

	static {
		allow("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~",
				PATH | QUERY | AUTHORITY | HOST_NAME);
		allow("!*'();:@&=+$,", PATH | QUERY | AUTHORITY);
		allow("/", PATH | QUERY);
		allow("?[]", QUERY);
		allow("{}|\\^`\"<>", ENCODED_IN_QUERY);
		for (int c = 0x80; c <= 0xFF; c++) {
			CLASSES[c] = ENCODED_IN_QUERY;
		}
	}

	private UriCharacters() {
	}

	private static void allow(String characters, int where) {
		for (int i = 0; i < characters.length(); i++) {
			CLASSES[characters.charAt(i)] |= (byte) where;
		}
	}

	/**
	 * Tells whether a text can be the path of a URI as it stands.
	 */
	static boolean isPath(String text) {
		return firstOutside(text, PATH) == text.length();
	}

	/**
	 * Tells whether a text can be an authority without a look at its structure: a name or
	 * an IPv4 address, perhaps with a port. Whatever these characters form,
	 * {@link java.net.URI} takes it at least as a registry-based authority.
	 */
	static boolean isPlainAuthority(String text) {
		return consistsOf(text, AUTHORITY);
	}

	/**
	 * Tells whether a text can be a host name or an IPv4 address; underscores occur in
	 * practice.
	 */
	static boolean isHostName(String text) {
		return consistsOf(text, HOST_NAME);
	}

	private static boolean consistsOf(String text, byte where) {
		for (int i = 0; i < text.length(); i++) {
			if (!is(text.charAt(i), where)) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Makes a text the query of a URI.
	 * @return the same text if there is nothing to encode, {@code null} if it cannot be a
	 * query, as with a percent sign that starts no escape
	 */
	static @Nullable String encodeQuery(String text) {
		int index = firstOutside(text, QUERY);
		return (index == text.length()) ? text : encodeQuery(text, index);
	}

	private static @Nullable String encodeQuery(String text, int from) {
		StringBuilder encoded = new StringBuilder(text.length() + 16).append(text, 0, from);
		for (int i = from; i < text.length(); i++) {
			char c = text.charAt(i);
			if (is(c, QUERY) || isEscape(text, i)) {
				encoded.append(c);
			}
			else if (is(c, ENCODED_IN_QUERY)) {
				encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) c));
			}
			else {
				return null;
			}
		}
		return encoded.toString();
	}

	private static int firstOutside(String text, byte where) {
		int length = text.length();
		for (int i = 0; i < length; i++) {
			if (!is(text.charAt(i), where) && !isEscape(text, i)) {
				return i;
			}
		}
		return length;
	}

	private static boolean is(char c, byte where) {
		return c < 256 && (CLASSES[c] & where) != 0;
	}

	private static boolean isEscape(String text, int index) {
		return text.charAt(index) == '%' && index + 2 < text.length() && HexFormat.isHexDigit(text.charAt(index + 1))
				&& HexFormat.isHexDigit(text.charAt(index + 2));
	}

}
