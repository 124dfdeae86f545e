/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.util.HashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What a client says in the protocol {@value Envelopes#PROTOCOL}.
 *
 * @param subscribe what to subscribe to
 * @param unsubscribe what to unsubscribe from; exactly one of the two is there
 * @param since where to resume
 */
record ClientFrame(@Nullable String subscribe, @Nullable String unsubscribe, @Nullable String since) {

	/**
	 * Parses a frame.
	 * @param text one JSON object (RFC 8259), whose members are strings, or a number for
	 * since
	 * @return {@code null} if it is anything else
	 */
	static @Nullable ClientFrame parse(String text) {
		return new Parser(text).parse();
	}

	/*
	 * Frames are flat, so this is a scan, not a JSON library: nothing to nest, nothing to
	 * configure, and the server needs no library to be there. Unknown members are
	 * malformed, so that a later protocol can give them a meaning.
	 */
	private static final class Parser {

		private final String text;

		private int at;

		private @Nullable String subscribe;

		private @Nullable String unsubscribe;

		private @Nullable String since;

		Parser(String text) {
			this.text = text;
		}

		@Nullable ClientFrame parse() {
			if (!take('{')) {
				return null;
			}
			Set<String> seen = new HashSet<>();
			do {
				String name = string();
				if (name == null || !seen.add(name) || !take(':') || !member(name)) {
					return null;
				}
			}
			while (take(','));
			boolean complete = take('}') && peek() == '\0' && at == text.length();
			boolean meaningful = (subscribe != null) ? unsubscribe == null : unsubscribe != null && since == null;
			return (complete && meaningful) ? new ClientFrame(subscribe, unsubscribe, since) : null;
		}

		private boolean member(String name) {
			switch (name) {
				case "subscribe" -> {
					subscribe = string();
					return subscribe != null;
				}
				case "unsubscribe" -> {
					unsubscribe = string();
					return unsubscribe != null;
				}
				case "since" -> {
					since = (peek() == '"') ? string() : digits();
					return since != null;
				}
				default -> {
					return false;
				}
			}
		}

		/** The next character that is not white space, or NUL at the end. */
		private char peek() {
			while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
				at++;
			}
			return (at < text.length()) ? text.charAt(at) : '\0';
		}

		private boolean take(char expected) {
			if (peek() != expected) {
				return false;
			}
			at++;
			return true;
		}

		private @Nullable String digits() {
			peek();
			int start = at;
			while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
				at++;
			}
			boolean leadingZero = at > start + 1 && text.charAt(start) == '0';
			return (at > start && !leadingZero) ? text.substring(start, at) : null;
		}

		private @Nullable String string() {
			if (!take('"')) {
				return null;
			}
			StringBuilder value = new StringBuilder();
			while (at < text.length()) {
				char unit = text.charAt(at++);
				if (unit == '"') {
					return value.toString();
				}
				int decoded = (unit == '\\') ? escaped() : unit;
				if (decoded < 0 || unit < ' ') {
					return null;
				}
				value.append((char) decoded);
			}
			return null;
		}

		/** What stands behind a backslash, or -1. */
		private int escaped() {
			char unit = (at < text.length()) ? text.charAt(at++) : '\0';
			return switch (unit) {
				case '"', '\\', '/' -> unit;
				case 'b' -> '\b';
				case 'f' -> '\f';
				case 'n' -> '\n';
				case 'r' -> '\r';
				case 't' -> '\t';
				case 'u' -> hexadecimal();
				default -> -1;
			};
		}

		private int hexadecimal() {
			if (text.length() - at < 4) {
				return -1;
			}
			int value = 0;
			for (int end = at + 4; at < end; at++) {
				int digit = Character.digit(text.charAt(at), 16);
				if (digit < 0 || text.charAt(at) > 'f') {
					return -1;
				}
				value = value << 4 | digit;
			}
			return value;
		}

	}

}
