/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * Splits the query of a URI into parameters as WebFlux does for other servers: {@code a}
 * has the value {@code null}, {@code a=} an empty one, and a plus sign is a space.
 */
final class QueryParser {

	private QueryParser() {
	}

	/**
	 * Parses a query.
	 * @param query with well-formed escapes only; an escaped byte that is not UTF-8 gives
	 * the replacement character
	 */
	static MultiValueMap<String, String> parse(@Nullable String query) {
		MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
		int length = (query != null) ? query.length() : 0;
		int start = 0;
		while (query != null && start < length) {
			int ampersand = query.indexOf('&', start);
			int end = (ampersand < 0) ? length : ampersand;
			addPair(query, start, end, parameters);
			start = end + 1;
		}
		return parameters;
	}

	private static void addPair(String query, int start, int end, MultiValueMap<String, String> parameters) {
		int nameStart = start;
		while (nameStart < end && query.charAt(nameStart) == '=') {
			nameStart++;
		}
		if (nameStart == end) {
			return;
		}
		int equals = query.indexOf('=', nameStart);
		if (equals < 0 || equals >= end) {
			parameters.add(decode(query.substring(nameStart, end)), null);
		}
		else {
			parameters.add(decode(query.substring(nameStart, equals)), decode(query.substring(equals + 1, end)));
		}
	}

	private static String decode(String text) {
		boolean plain = text.indexOf('%') < 0 && text.indexOf('+') < 0;
		return plain ? text : URLDecoder.decode(text, StandardCharsets.UTF_8);
	}

}
