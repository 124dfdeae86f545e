/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** Reads Cache-Control (RFC 9111 section 5.2). */
final class Directives {

	private Directives() {
	}

	/** Takes one directive. */
	interface Sink {

		/**
		 * Takes a directive.
		 * @param name in lower case
		 * @param argument without quotes, or {@code null}
		 */
		void directive(String name, @Nullable String argument);

	}

	/**
	 * Reads a value. A quoted argument that does not end goes to the end of the value.
	 */
	static void read(String value, Sink sink) {
		int from = 0;
		while (from < value.length()) {
			int end = elementEnd(value, from);
			String element = value.substring(from, end).trim();
			if (!element.isEmpty()) {
				int equals = element.indexOf('=');
				String name = ((equals < 0) ? element : element.substring(0, equals)).trim().toLowerCase(Locale.ROOT);
				sink.directive(name, (equals < 0) ? null : unquoted(element.substring(equals + 1)));
			}
			from = end + 1;
		}
	}

	private static int elementEnd(String value, int from) {
		boolean quoted = false;
		for (int i = from; i < value.length(); i++) {
			char c = value.charAt(i);
			if (c == '"') {
				quoted = !quoted;
			}
			else if (c == '\\' && quoted) {
				i++;
			}
			else if (c == ',' && !quoted) {
				return i;
			}
		}
		return value.length();
	}

	private static String unquoted(String argument) {
		boolean quoted = argument.length() >= 2 && argument.startsWith("\"") && argument.endsWith("\"");
		return quoted ? argument.substring(1, argument.length() - 1) : argument;
	}

	/**
	 * Reads a number of seconds (RFC 9111 section 1.2.2).
	 * @return at most {@link Integer#MAX_VALUE}, or 0 if it is none: what is malformed
	 * counts as stale
	 */
	static int seconds(@Nullable String argument) {
		if (argument == null || argument.isEmpty()) {
			return 0;
		}
		long seconds = 0;
		for (int i = 0; i < argument.length(); i++) {
			int digit = argument.charAt(i) - '0';
			if (digit < 0 || digit > 9) {
				return 0;
			}
			seconds = Math.min(seconds * 10 + digit, Integer.MAX_VALUE);
		}
		return (int) seconds;
	}

}
