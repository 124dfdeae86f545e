/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.accesslog;

import java.util.HexFormat;

/**
 * Text of clients, made harmless: whatever they send, a record stays one line and a value
 * between quotes stays there.
 */
final class LogText {

	private static final HexFormat HEX = HexFormat.of();

	private LogText() {
	}

	/** Appends text in the way of Apache: what is not printable ASCII as {@code \xhh}. */
	static void append(StringBuilder out, String text) {
		append(out, text, ' ');
	}

	/** The same for text that may not look like two: its spaces are not printable. */
	static void appendWord(StringBuilder out, String text) {
		append(out, text, '!');
	}

	private static void append(StringBuilder out, String text, char firstPrintable) {
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c >= firstPrintable && appendPrintable(out, c)) {
				continue;
			}
			if (c <= 0xFF) {
				out.append("\\x").append(HEX.toHexDigits((byte) c));
			}
			else {
				out.append("\\u").append(HEX.toHexDigits(c));
			}
		}
	}

	/** Appends a string of JSON (RFC 8259 section 7). */
	static void appendJson(StringBuilder out, String text) {
		out.append('"');
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (!appendPrintable(out, c)) {
				out.append("\\u").append(HEX.toHexDigits(c));
			}
		}
		out.append('"');
	}

	/** Appends a character if it is printable ASCII, and tells whether it was. */
	private static boolean appendPrintable(StringBuilder out, char c) {
		if (c < ' ' || c > '~') {
			return false;
		}
		if (c == '"' || c == '\\') {
			out.append('\\');
		}
		out.append(c);
		return true;
	}

}
