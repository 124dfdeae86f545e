/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** Lists that proxies append to, separated by commas. */
final class ForwardedLists {

	private ForwardedLists() {
	}

	/** Returns the first element that is not blank. */
	static @Nullable String first(String list) {
		int start = 0;
		while (start < list.length()) {
			int comma = list.indexOf(',', start);
			int end = (comma < 0) ? list.length() : comma;
			String element = list.substring(start, end).strip();
			if (!element.isEmpty()) {
				return element;
			}
			start = end + 1;
		}
		return null;
	}

	/**
	 * Returns all elements that are not blank.
	 * @param lines the lines of one field, in order
	 * @param quoted whether commas between quotes belong to an element; a quote that is
	 * not closed then makes the whole field void, because it could hide what the next
	 * proxy has appended
	 */
	static List<String> elements(List<String> lines, boolean quoted) {
		List<String> elements = new ArrayList<>();
		for (String line : lines) {
			if (quoted && end(line, 0, "") > line.length()) {
				return List.of();
			}
			int start = 0;
			while (start < line.length()) {
				int comma = quoted ? end(line, start, ",") : line.indexOf(',', start);
				int end = (comma < 0) ? line.length() : comma;
				String element = line.substring(start, end).strip();
				if (!element.isEmpty()) {
					elements.add(element);
				}
				start = end + 1;
			}
		}
		return elements;
	}

	/**
	 * Returns where the next of some separators stands that is not quoted.
	 * @return the length if there is none, or more if a quote is not closed
	 */
	static int end(String field, int from, String separators) {
		boolean quoted = false;
		for (int i = from; i < field.length(); i++) {
			char c = field.charAt(i);
			if (c == '"') {
				quoted = !quoted;
			}
			else if (c == '\\' && quoted) {
				i++;
			}
			else if (!quoted && separators.indexOf(c) >= 0) {
				return i;
			}
		}
		return quoted ? field.length() + 1 : field.length();
	}

}
