/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.fastwire.testsupport.Fragmentation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What is UTF-8 (RFC 3629), compared with the decoder of the JDK. */
class Utf8ValidatorTests {

	private static final int[] EDGES = { 0x00, 0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
			0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF };

	private static boolean valid(byte[] bytes) {
		Utf8Validator validator = new Utf8Validator();
		return validator.accept(ByteBuffer.wrap(bytes)) && validator.complete();
	}

	@Test
	void allShortSequencesAreJudgedAsByTheJdk() {
		for (int a = 0; a < 256; a++) {
			check((byte) a);
			for (int b = 0; b < 256; b++) {
				check((byte) a, (byte) b);
			}
		}
		for (int i = 0; i < EDGES.length * EDGES.length; i++) {
			checkLongerOnes((byte) EDGES[i / EDGES.length], (byte) EDGES[i % EDGES.length]);
		}
	}

	private static void checkLongerOnes(byte a, byte b) {
		for (int c : EDGES) {
			check(a, b, (byte) c);
			for (int d : EDGES) {
				check(a, b, (byte) c, (byte) d);
			}
		}
	}

	private static void check(byte... bytes) {
		if (valid(bytes) != FrameModel.decodes(bytes)) {
			throw new AssertionError("judged wrongly: " + Arrays.toString(bytes));
		}
	}

	@Test
	void allCodePointsAreValid() {
		StringBuilder all = new StringBuilder();
		for (int codePoint = 0; codePoint <= 0x10FFFF; codePoint += 7) {
			if (codePoint < 0xD800 || codePoint > 0xDFFF) {
				all.appendCodePoint(codePoint);
			}
		}
		byte[] bytes = all.toString().getBytes(StandardCharsets.UTF_8);
		assertThat(valid(bytes)).isTrue();
		Fragmentation.of(bytes).forSome((pieces) -> {
			Utf8Validator validator = new Utf8Validator();
			pieces.forEach((piece) -> assertThat(validator.accept(ByteBuffer.wrap(piece))).isTrue());
			assertThat(validator.complete()).isTrue();
		}, 3);
	}

	@Test
	void faultIsFoundAtEachPlaceInLongText() {
		byte[] text = "0123456789abcdef€ä0123456789".getBytes(StandardCharsets.UTF_8);
		for (int i = 0; i < text.length; i++) {
			byte[] broken = text.clone();
			broken[i] = (byte) 0xFF;
			Fragmentation.of(broken).forEach((pieces) -> {
				Utf8Validator validator = new Utf8Validator();
				assertThat(pieces.stream().allMatch((piece) -> validator.accept(ByteBuffer.wrap(piece)))).isFalse();
			});
		}
	}

}
