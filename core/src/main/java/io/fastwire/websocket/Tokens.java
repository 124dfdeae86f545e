/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.ArrayList;
import java.util.List;

/** Tokens and lists of them (RFC 9110 sections 5.6.1 and 5.6.2). */
final class Tokens {

	private static final String SPECIAL = "!#$%&'*+-.^_`|~";

	private Tokens() {
	}

	static boolean isToken(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (!isTokenChar(text.charAt(i))) {
				return false;
			}
		}
		return !text.isEmpty();
	}

	static boolean isTokenChar(char c) {
		return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || SPECIAL.indexOf(c) >= 0;
	}

	/** Splits the lines of a field into the elements of one list; empty ones are none. */
	static List<String> list(List<String> lines) {
		List<String> elements = new ArrayList<>();
		for (String line : lines) {
			for (String element : line.split(",", -1)) {
				String trimmed = element.strip();
				if (!trimmed.isEmpty()) {
					elements.add(trimmed);
				}
			}
		}
		return elements;
	}

}
