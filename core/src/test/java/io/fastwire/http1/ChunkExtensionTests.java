/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import io.fastwire.http.HttpLimits;
import io.fastwire.http.Rejection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Chunk extensions (RFC 9112 section 7.1.1), and how much of them is borne.
 */
class ChunkExtensionTests {

	/**
	 * Hexadecimal digit, other token, blank, semicolon, equals, quote, escape, CR, other
	 * text.
	 */
	private static final String KINDS = "htb;=qeCx";

	@ParameterizedTest
	@ValueSource(strings = { ";a", ";a=b", ";a=\"b\"", ";a;b;c", " ;a", "\t; a", "; \ta = b", ";a =\tb", ";a ; b",
			";a=b ;c", ";a=\"\"", ";a=\"x;y=\\\"z\\\\\" ;b", ";a=\"\t \u00e9\\\t\"", ";a=\"b\";c=d",
			";!#$%&'*+-.^_`|~=0" })
	void acceptsAndIgnores(String extension) {
		assertThat(ChunkArrivals.accepted("5" + extension + "\r\nhello\r\n0" + extension + "\r\n\r\n").data())
			.isEqualTo("hello");
	}

	@ParameterizedTest
	@ValueSource(strings = { ";", "; ", ";;", ";=b", ";a=", ";a= ", ";a ", ";a=b ", ";a=\"b", ";a=\"b\" ", ";a=\"b\"c",
			";a==b", ";a=b=c", ";a b", ";a=b c", ";\0", ";a\0", ";a=\0", ";a=b\0", ";a=\"\0\"", ";a=\"\\\0\"",
			";a=\"\u007f\"", ";a=\"\r\"", ";a=\"\\\r\"", ";a,b", ";\u00e9", ";a=\u00e9", ";a=b\"c\"", ";a\"b\"",
			";a=b;" })
	void rejectsOther(String extension) {
		assertThat(ChunkArrivals.rejected("5" + extension + "\r\nhello\r\n0\r\n\r\n"))
			.isEqualTo(Rejection.CHUNK_EXTENSION_MALFORMED);
	}

	/**
	 * A prefix that leads to a state, and what may follow there, by the letters of KINDS.
	 */
	static Stream<Arguments> states() {
		return Stream.of(arguments("", "h"), arguments("5", "hb;C"), arguments("5 ", "b;"), arguments("5;", "htb"),
				arguments("5;a", "htb;=C"), arguments("5;a ", "b;="), arguments("5;a=", "htbq"),
				arguments("5;a=b", "htb;C"), arguments("5;a=b ", "b;"), arguments("5;a=\"", "htb;=qex"),
				arguments("5;a=\"\\", "htb;=qex"), arguments("5;a=\"b\"", "b;C"), arguments("5\r", ""));
	}

	@ParameterizedTest
	@MethodSource("states")
	void eachStateTakesItsBytesAndNoOthers(String prefix, String allowed) {
		String[] samples = { "f", "z", "\t", ";", "=", "\"", "\\", "\r", "(" };
		for (int i = 0; i < samples.length; i++) {
			ChunkLine line = new ChunkLine(100);
			for (byte b : HeadArrivals.latin1(prefix)) {
				assertThat(line.accept(b)).isZero();
			}
			boolean expected = allowed.indexOf(KINDS.charAt(i)) >= 0;
			assertThat(line.accept((byte) samples[i].charAt(0)) == 0).describedAs("%s behind %s", samples[i], prefix)
				.isEqualTo(expected);
		}
	}

	@Test
	void lineMayFillItsLimit() {
		HttpLimits limits = HttpLimits.builder().maxChunkExtensionBytes(10).build();
		assertThat(ChunkArrivals.accepted("5;a=456789\r\nhello\r\n0\r\n\r\n", limits).data()).isEqualTo("hello");
		assertThat(ChunkArrivals.rejected("5;a=4567890\r\nhello\r\n0\r\n\r\n", limits))
			.isEqualTo(Rejection.CHUNK_EXTENSION_MALFORMED);
		assertThat(ChunkArrivals.rejected("00000000005\r\nhello\r\n0\r\n\r\n", limits))
			.isEqualTo(Rejection.CHUNK_SIZE_MALFORMED);
		assertThat(ChunkArrivals.rejected("5" + " ".repeat(1024) + ";a\r\n"))
			.isEqualTo(Rejection.CHUNK_EXTENSION_MALFORMED);
	}

	@Test
	void boundsTheOverheadOfTinyChunks() {
		String chunk = "1;" + "a".repeat(900) + "\r\nx\r\n";
		ChunkDecoder decoder = new ChunkDecoder(HttpLimits.DEFAULTS);
		ByteBuf in = Unpooled.wrappedBuffer(HeadArrivals.latin1(chunk.repeat(200)));
		int result = decoder.decode(in);
		while (result == ChunkDecoder.DATA) {
			result = decoder.decode(in.skipBytes(decoder.dataLength()));
		}
		assertThat(decoder.rejection()).isEqualTo(Rejection.CHUNK_EXTENSION_MALFORMED);
		assertThat(in.readerIndex()).isBetween(ChunkDecoder.FREE_OVERHEAD,
				ChunkDecoder.FREE_OVERHEAD + 2 * chunk.length());
	}

	@Test
	void bearsAnyNumberOfTinyChunksWithoutExtensions() {
		int count = 100_000;
		ChunkDecoder decoder = new ChunkDecoder(HttpLimits.DEFAULTS);
		byte[] body = ("1\r\nx\r\n".repeat(count) + "0\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
		assertThat(ChunkArrivals.decode(decoder, List.of(body)).data()).hasSize(count);
	}

	@Test
	void bearsExtensionsInProportionToTheData() {
		String chunk = "80;" + "a".repeat(1000) + "\r\n" + "x".repeat(128) + "\r\n";
		ChunkDecoder decoder = new ChunkDecoder(HttpLimits.DEFAULTS);
		byte[] body = HeadArrivals.latin1(chunk.repeat(1000) + "0\r\n\r\n");
		assertThat(ChunkArrivals.decode(decoder, List.of(body)).data()).hasSize(128_000);
	}

	@Test
	void offersTheDataOfABufferInOnePiece() {
		ByteBuf in = Unpooled.copiedBuffer("a\r\n0123456789\r\n", StandardCharsets.US_ASCII);
		ChunkDecoder decoder = new ChunkDecoder(HttpLimits.DEFAULTS);
		assertThat(decoder.decode(in)).isEqualTo(ChunkDecoder.DATA);
		assertThat(decoder.dataLength()).isEqualTo(10);
		assertThat(in.readerIndex()).isEqualTo(3);
	}

}
