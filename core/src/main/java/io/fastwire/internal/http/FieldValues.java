/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

/**
 * What becomes of a character in the value of a response field (RFC 9110 section 5.5).
 */
public final class FieldValues {

	private FieldValues() {
	}

	/**
	 * Tells whether a character is sent as the byte of its code: visible, blank, tab or
	 * obs-text.
	 * @param c the character
	 * @return whether it is
	 */
	public static boolean isFieldChar(char c) {
		return (c >= ' ' && c != 0x7F && c <= 0xFF) || c == '\t';
	}

	/**
	 * Returns what is sent in place of a character that no byte stands for. A field has
	 * no character encoding, and most often such a character comes from data, such as the
	 * name of a file: it must not cost the response.
	 * @param name of the field
	 * @param c a character that is no {@linkplain #isFieldChar field character}
	 * @return a question mark
	 * @throws IllegalArgumentException if it is a control character, which could end the
	 * field or the head
	 */
	public static byte replacement(String name, char c) {
		if (c > 0xFF) {
			return '?';
		}
		throw new IllegalArgumentException(String.format(
				"Value of header '%s' holds the character 0x%02X, which cannot be sent (RFC 9110 5.5)", name, (int) c));
	}

}
