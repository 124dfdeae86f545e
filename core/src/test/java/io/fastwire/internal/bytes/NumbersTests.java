/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.bytes;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class NumbersTests {

	private static long decimal(String text) {
		byte[] bytes = ("9" + text + "9").getBytes(StandardCharsets.ISO_8859_1);
		return Numbers.decimal(bytes, 1, bytes.length - 1);
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, 9, 10, 1234567890, 999999999999999999L, 100000000000000000L })
	void readsDecimals(long number) {
		assertThat(decimal(Long.toString(number))).isEqualTo(number);
		assertThat(decimal(String.format("%018d", number))).isEqualTo(number);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "-1", "+1", " 1", "1 ", "1.", "a", "/", ":", "1000000000000000000",
			"0000000000000000000", "\u00b2", "1\0" })
	void refusesOtherText(String text) {
		assertThat(decimal(text)).isEqualTo(-1);
	}

	@Test
	void knowsDigits() {
		for (int b = 0; b < 256; b++) {
			int hex = (b < 0x80) ? Character.digit(b, 16) : -1;
			assertThat(Numbers.hexDigit((byte) b)).isEqualTo(hex);
			assertThat(Numbers.isDigit((byte) b)).isEqualTo(b >= '0' && b <= '9');
		}
	}

}
