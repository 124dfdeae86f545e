/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Text in pieces makes the bytes that the joined text makes.
 */
class Utf8PiecesTests {

	private final Utf8Pieces pieces = new Utf8Pieces(new Utf8Writer());

	private void assertJoins(List<String> parts) {
		ByteBuf buffer = Unpooled.buffer();
		int written = 0;
		for (String part : parts) {
			written += pieces.write(part, buffer);
		}
		written += pieces.end(buffer);
		assertThat(ByteBufUtil.getBytes(buffer)).describedAs(parts.toString())
			.isEqualTo(String.join("", parts).getBytes(StandardCharsets.UTF_8))
			.hasSize(written);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a", "str\u00e4ngar", "a\ud83d\ude00b", "\ud83d\ude00\ud83d\ude01", "\ud83da",
			"\ude00a", "\ud83d\ud83d\ude00", "\ude00\ud83d", "\ud83d", "\u20ac\ud83d", "\ud83d\ude00\ude00" })
	void joinsHalvesCutAnywhere(String text) {
		for (int first = 0; first <= text.length(); first++) {
			for (int second = first; second <= text.length(); second++) {
				assertJoins(List.of(text.substring(0, first), text.substring(first, second), text.substring(second)));
			}
		}
	}

	@Test
	void joinsRandomPieces() {
		Random random = new Random(42);
		TextCase.all().filter((test) -> test.text().length() < 6000).forEach((test) -> {
			String text = test.text();
			int cut = random.nextInt(text.length() + 1);
			assertJoins(List.of(text.substring(0, cut), text.substring(cut)));
		});
	}

	@Test
	void endsOnlyOnce() {
		ByteBuf buffer = Unpooled.buffer();
		pieces.write("\ud83d", buffer);
		assertThat(pieces.end(buffer)).isOne();
		assertThat(pieces.end(buffer)).isZero();
		assertThat(pieces.write("\ude00", buffer)).isOne();
		assertThat(buffer.toString(StandardCharsets.US_ASCII)).isEqualTo("??");
	}

}
