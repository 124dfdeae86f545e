/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.accesslog;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Hides the values of some parameters of queries. Immutable. */
final class SecretParameters {

	/** Hides nothing. */
	static final SecretParameters NONE = new SecretParameters(List.of());

	private static final String MASK = "***";

	private final Set<String> names = new HashSet<>();

	private final List<String> endings = new ArrayList<>();

	/**
	 * Creates a set of names.
	 * @param patterns each a name, or a star and how names end
	 */
	SecretParameters(List<String> patterns) {
		for (String pattern : patterns) {
			if (pattern.startsWith("*")) {
				endings.add(plain(pattern, 1, pattern.length()));
			}
			else {
				names.add(plain(pattern, 0, pattern.length()));
			}
		}
	}

	/**
	 * Returns a name in lower case, without separators and percent-encoding, in which
	 * clients could hide it.
	 */
	private static String plain(String text, int from, int to) {
		StringBuilder plain = new StringBuilder(to - from);
		for (int i = from; i < to; i++) {
			char c = text.charAt(i);
			if (c == '%' && i + 2 < to) {
				int high = Character.digit(text.charAt(i + 1), 16);
				int low = Character.digit(text.charAt(i + 2), 16);
				if (high >= 0 && low >= 0) {
					c = (char) (16 * high + low);
					i += 2;
				}
			}
			if (c != '-' && c != '_' && c != '.' && c != '+' && c != ' ') {
				plain.append(c);
			}
		}
		return plain.toString().toLowerCase(Locale.ROOT);
	}

	private boolean secret(String query, int from, int to) {
		String name = plain(query, from, to);
		if (names.contains(name)) {
			return true;
		}
		for (String ending : endings) {
			if (name.endsWith(ending)) {
				return true;
			}
		}
		return false;
	}

	/** Hides values in a query, which has no question mark in front. */
	String mask(String query) {
		if (names.isEmpty() && endings.isEmpty()) {
			return query;
		}
		StringBuilder masked = new StringBuilder(query.length());
		int start = 0;
		while (start < query.length()) {
			int end = endOfParameter(query, start);
			int equals = query.indexOf('=', start);
			if (equals >= 0 && equals + 1 < end && secret(query, start, equals)) {
				masked.append(query, start, equals + 1).append(MASK);
			}
			else {
				masked.append(query, start, end);
			}
			if (end < query.length()) {
				masked.append(query.charAt(end));
			}
			start = end + 1;
		}
		return masked.toString();
	}

	private static int endOfParameter(String query, int from) {
		int end = from;
		while (end < query.length() && query.charAt(end) != '&' && query.charAt(end) != ';') {
			end++;
		}
		return end;
	}

	/** Hides values in what may be a reference with a query, such as a target. */
	String maskReference(String text) {
		int mark = text.indexOf('?');
		return (mark < 0) ? text : text.substring(0, mark + 1) + mask(text.substring(mark + 1));
	}

}
