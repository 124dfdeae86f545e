/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import io.fastwire.http.Headers;

import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * Reads Cookie fields the way browsers write them (RFC 6265 section 5.4) and never fails:
 * what has no name is skipped, any other value is given as it was sent, so that one odd
 * cookie does not hide the rest. A pair of double quotes around a value is removed.
 */
final class CookieParser {

	private CookieParser() {
	}

	static MultiValueMap<String, HttpCookie> parse(Headers headers) {
		MultiValueMap<String, HttpCookie> cookies = new LinkedMultiValueMap<>();
		for (int i = headers.indexOf(HttpHeaders.COOKIE, 0); i >= 0; i = headers.indexOf(HttpHeaders.COOKIE, i + 1)) {
			parseLine(headers.value(i), cookies);
		}
		return cookies;
	}

	private static void parseLine(String line, MultiValueMap<String, HttpCookie> cookies) {
		int start = 0;
		while (start < line.length()) {
			int semicolon = line.indexOf(';', start);
			int end = (semicolon < 0) ? line.length() : semicolon;
			int equals = line.indexOf('=', start);
			if (equals >= 0 && equals < end) {
				String name = line.substring(start, equals).strip();
				if (!name.isEmpty()) {
					cookies.add(name, new HttpCookie(name, unquote(line.substring(equals + 1, end).strip())));
				}
			}
			start = end + 1;
		}
	}

	private static String unquote(String value) {
		int last = value.length() - 1;
		boolean quoted = last > 0 && value.charAt(0) == '"' && value.charAt(last) == '"';
		return quoted ? value.substring(1, last) : value;
	}

}
