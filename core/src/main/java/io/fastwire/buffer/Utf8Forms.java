/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

/**
 * The bytes of single characters in UTF-8 (RFC 3629 section 3) as a number whose lowest
 * byte comes first.
 */
final class Utf8Forms {

	private Utf8Forms() {
	}

	/**
	 * Encodes a unit.
	 * @param unit from 0x80 to 0x7FF
	 * @return 110xxxxx 10xxxxxx
	 */
	static short twoBytes(int unit) {
		return (short) (0x80C0 | (unit >>> 6) | ((unit & 0x3F) << 8));
	}

	/**
	 * Encodes a unit.
	 * @param unit from 0x800 to 0xFFFF, no surrogate
	 * @return 1110xxxx 10xxxxxx 10xxxxxx, and 0
	 */
	static int threeBytes(int unit) {
		return 0x80_80E0 | (unit >>> 12) | ((unit << 2) & 0x3F00) | ((unit << 16) & 0x3F_0000);
	}

	/**
	 * Encodes a surrogate pair.
	 * @param high its first half
	 * @param low its second half
	 * @return 11110xxx 10xxxxxx 10xxxxxx 10xxxxxx
	 */
	static int fourBytes(char high, char low) {
		int codePoint = Character.toCodePoint(high, low);
		return 0x8080_80F0 | (codePoint >>> 18) | ((codePoint >>> 4) & 0x3F00) | ((codePoint << 10) & 0x3F_0000)
				| ((codePoint & 0x3F) << 24);
	}

}
