/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * What the variables of a route's pattern matched in one path. Immutable.
 */
public final class PathParameters {

	/** The name under which the rest of the path behind a trailing {@code *} is found. */
	public static final String REST = "*";

	/** Those of a pattern without variables, or of no pattern. */
	public static final PathParameters NONE = new PathParameters(new String[0], new String[0]);

	private final String[] names;

	private final String[] values;

	/** Takes two arrays of equal length, which must not change any more. */
	PathParameters(String[] names, String[] values) {
		this.names = names;
		this.values = values;
	}

	/**
	 * Returns a value, percent-decoded as UTF-8.
	 * @param name the name of a variable of the pattern, or {@link #REST}
	 * @return the value
	 * @throws IllegalArgumentException if the pattern has no such variable
	 */
	public String get(String name) {
		return decode(raw(name));
	}

	/**
	 * Returns a value as it was sent.
	 * @param name the name of a variable of the pattern, or {@link #REST}
	 * @return the value, still percent-encoded
	 * @throws IllegalArgumentException if the pattern has no such variable
	 */
	public String raw(String name) {
		for (int i = 0; i < names.length; i++) {
			if (names[i].equals(name)) {
				return values[i];
			}
		}
		throw new IllegalArgumentException("The route has no variable '" + name + "'");
	}

	/** The server has refused malformed escapes (RFC 3986 section 2.1). */
	private static String decode(String text) {
		int escape = text.indexOf('%');
		if (escape < 0) {
			return text;
		}
		byte[] bytes = new byte[text.length()];
		int length = 0;
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c == '%') {
				bytes[length++] = (byte) HexFormat.fromHexDigits(text, i + 1, i + 3);
				i += 2;
			}
			else {
				bytes[length++] = (byte) c;
			}
		}
		return new String(bytes, 0, length, StandardCharsets.UTF_8);
	}

}
