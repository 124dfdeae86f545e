/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.bytes;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AsciiTests {

	private static byte[] latin1(String text) {
		return text.getBytes(StandardCharsets.ISO_8859_1);
	}

	@Test
	void tokenBytesAreThoseOfTheRfc() {
		StringBuilder tokens = new StringBuilder();
		for (int b = 0; b < 256; b++) {
			tokens.append(Ascii.isToken((byte) b) ? "" + (char) b : "");
		}
		assertThat(tokens).hasToString("!#$%&'*+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ^_`abcdefghijklmnopqrstuvwxyz|~");
	}

	@Test
	void findsTheEndOfAToken() {
		assertThat(Ascii.tokenEnd(latin1("ab:cd"), 0, 5)).isEqualTo(2);
		assertThat(Ascii.tokenEnd(latin1("ab:cd"), 3, 5)).isEqualTo(5);
		assertThat(Ascii.tokenEnd(latin1("ab:cd"), 2, 5)).isEqualTo(2);
		assertThat(Ascii.tokenEnd(latin1("abcd\u00e9"), 0, 3)).isEqualTo(3);
		assertThat(Ascii.tokenEnd(latin1("abcd\u00e9"), 0, 5)).isEqualTo(4);
	}

	@Test
	void comparesTheCaseOfLettersApart() {
		for (int b = 0; b < 256; b++) {
			for (int c = 0; c < 0x180; c++) {
				boolean letters = (b | 0x20) >= 'a' && (b | 0x20) <= 'z' && (b | 0x20) == (c | 0x20) && c < 0x80;
				boolean same = b == c && b < 0x80;
				assertThat(Ascii.equalsIgnoreCase(new byte[] { 'x', (byte) b }, 1, 2, "" + (char) c))
					.describedAs("%s and %s", b, c)
					.isEqualTo(same || letters);
			}
		}
	}

	@Test
	void comparesLengths() {
		assertThat(Ascii.equalsIgnoreCase(latin1("close"), 0, 5, "CLOSE")).isTrue();
		assertThat(Ascii.equalsIgnoreCase(latin1("close"), 0, 4, "CLOSE")).isFalse();
		assertThat(Ascii.equalsIgnoreCase(latin1("close"), 0, 5, "CLOS")).isFalse();
		assertThat(Ascii.equalsIgnoreCase(latin1("close"), 2, 2, "")).isTrue();
		assertThat(Ascii.equalsIgnoreCase(latin1("keep"), 0, 4, "\u212aeep")).isFalse();
	}

	@Test
	void skipsAndTrimsBlanks() {
		byte[] bytes = latin1(" \t a b\t \n");
		assertThat(Ascii.skipBlanks(bytes, 0, 9)).isEqualTo(3);
		assertThat(Ascii.trimBlanks(bytes, 0, 8)).isEqualTo(6);
		assertThat(Ascii.trimBlanks(bytes, 0, 9)).isEqualTo(9);
		assertThat(Ascii.skipBlanks(bytes, 0, 2)).isEqualTo(2);
		assertThat(Ascii.trimBlanks(bytes, 0, 3)).isZero();
		assertThat(Ascii.isBlank((byte) 0xA0)).isFalse();
	}

}
