/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.List;

import io.fastwire.http.Headers;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.Rejection;
import io.fastwire.http1.ChunkArrivals.Outcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The chunked coding (RFC 9112 section 7.1; cases G05, I09).
 */
class ChunkDecoderTests {

	@Test
	void joinsTheDataOfAllChunks() {
		Outcome outcome = ChunkArrivals.accepted("5\r\nhello\r\n1\r\n,\r\nA\r\n0123456789\r\n0\r\n\r\nGET / HTTP/1.1");
		assertThat(outcome.data()).isEqualTo("hello,0123456789");
		assertThat(outcome.trailers()).isEqualTo("[]");
		assertThat(outcome.settledAt()).isEqualTo(10 + 6 + 15 + 5);
	}

	@Test
	void bodyMayBeEmpty() {
		Outcome outcome = ChunkArrivals.accepted("0\r\n\r\n");
		assertThat(outcome.data()).isEmpty();
		ChunkDecoder decoder = new ChunkDecoder(HttpLimits.DEFAULTS);
		ChunkArrivals.decode(decoder, List.of(HeadArrivals.latin1("0\r\n\r\n")));
		assertThat(decoder.trailers()).isSameAs(Headers.empty());
	}

	@Test
	void dataMayLookLikeFraming() {
		assertThat(ChunkArrivals.accepted("7\r\n0\r\n\r\n\r\n\r\n0\r\n\r\n").data()).isEqualTo("0\r\n\r\n\r\n");
	}

	@ParameterizedTest
	@CsvSource({ "5", "05", "00000005", "00000000000000000000000000000005" })
	void sizeMayHaveLeadingZeros(String size) {
		assertThat(ChunkArrivals.accepted(size + "\r\nhello\r\n0000\r\n\r\n").data()).isEqualTo("hello");
	}

	@Test
	void sizeIsHexadecimalInEitherCase() {
		String data = "x".repeat(0xaB);
		assertThat(ChunkArrivals.accepted("aB\r\n" + data + "\r\n0\r\n\r\n").data()).isEqualTo(data);
	}

	@ParameterizedTest
	@ValueSource(strings = { "5 0", "0x5", "5_0", " 5", "", "-5", "+5", "10000000000000000", "fffffffffffffffff",
			"1000000000000000", "7fffffffffffffff", "ffffffffffffffff", "000000000000000000000000000000005", "5g", "g",
			"5,", "5\0", "\t5", "5 ", "5\t", "5 \t", "5\u00b5", "0 0", "5=", "5\"" })
	void rejectsOtherSizes(String size) {
		assertThat(ChunkArrivals.rejected(size + "\r\nhello\r\n0\r\n\r\n")).isEqualTo(Rejection.CHUNK_SIZE_MALFORMED);
	}

	@Test
	void sizeMayHaveFifteenSignificantDigits() {
		ChunkDecoder decoder = new ChunkDecoder(HttpLimits.DEFAULTS);
		Outcome outcome = ChunkArrivals.decode(decoder, List.of(HeadArrivals.latin1("00fffffffffffffff\r\nhello")));
		assertThat(outcome.settledAt()).isZero();
		assertThat(outcome.data()).isEqualTo("hello");
	}

	@ParameterizedTest
	@ValueSource(strings = { "5\n", "5\r\r", "5\rx", "\n", "5;a\n", "5;a=b\n", "5;a=\"b\n", "5;\n", "5 \n", "5\r5",
			"5;a=\"b\\\n" })
	void rejectsLineEndingThatIsNotCrLf(String line) {
		assertThat(ChunkArrivals.rejected(line + "hello\r\n0\r\n\r\n")).isEqualTo(Rejection.LINE_ENDING_MALFORMED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "5\r\nhelloX\r\n", "5\r\nhello\n0", "5\r\nhello\rX", "5\r\nhello0\r\n\r\n",
			"5\r\nhello\r\r\n", "4\r\nhello\r\n" })
	void rejectsDataThatDoesNotEndWithItsChunk(String body) {
		assertThat(ChunkArrivals.rejected(body)).isEqualTo(Rejection.CHUNK_DATA_UNTERMINATED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "5\r\nhello", "5\r\nhello\r\n", "5\r\nhello\r\n0", "5\r\nhello\r\n0\r\n",
			"5\r\nhello\r\n0\r\n\r", "5\r\nhello\r\n0\r\nX: a\r\n", "5\r\nhello\r\n0\r\nX: a\r\n\r" })
	void bodyWithoutEndIsIncomplete(String body) {
		Outcome outcome = ChunkArrivals.decode(HeadArrivals.latin1(body), HttpLimits.DEFAULTS);
		assertThat(outcome.settledAt()).isZero();
		assertThat(outcome.data()).isEqualTo("hello");
	}

	@Test
	void rejectsBodyAboveTheLimitWhenItIsAnnounced() {
		HttpLimits limits = HttpLimits.builder().maxBodyBytes(8).build();
		assertThat(ChunkArrivals.accepted("5\r\nhello\r\n3\r\nabc\r\n0\r\n\r\n", limits).data()).isEqualTo("helloabc");
		assertThat(ChunkArrivals.rejected("5\r\nhello\r\n4\r\n", limits)).isEqualTo(Rejection.BODY_TOO_LARGE);
		assertThat(ChunkArrivals.rejected("9\r\n", limits)).isEqualTo(Rejection.BODY_TOO_LARGE);
		assertThat(ChunkArrivals.rejected("1\r\na\r\nfffffffffffffff\r\n", limits)).isEqualTo(Rejection.BODY_TOO_LARGE);
	}

	@Test
	void handsTrailersOutOnTheirOwn() {
		Outcome outcome = ChunkArrivals
			.accepted("5\r\nhello\r\n0\r\nX-Sum: 1\r\nContent-Length: x\r\nHost: a b\r\nTransfer-Encoding:\r\n\r\nGET");
		assertThat(outcome.trailers()).isEqualTo("[X-Sum: 1, Content-Length: x, Host: a b, Transfer-Encoding: ]");
		assertThat(outcome.settledAt()).isEqualTo(10 + 3 + 10 + 19 + 11 + 20 + 2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "X-Bad Name: 2\r\n", "X\r\n", ": a\r\n", "X : a\r\n", " X: a\r\n", "X: a\r\n b\r\n",
			"X: a\n", "X: \0\r\n", "X\0: a\r\n", "\n", "\rX", "X: a\r\n\n", "X: a\r\n\rX", "X: a\rb" })
	void rejectsMalformedTrailers(String lines) {
		assertThat(ChunkArrivals.rejected("0\r\n" + lines + "\r\n")).isEqualTo(Rejection.TRAILER_MALFORMED);
	}

	@Test
	void trailersMayFillTheLimitsOfAHead() {
		HttpLimits limits = HttpLimits.builder().maxHeadBytes(14).maxHeaderFields(2).build();
		assertThat(ChunkArrivals.accepted("0\r\nX: a\r\nY: b\r\n\r\n", limits).trailers()).isEqualTo("[X: a, Y: b]");
		assertThat(ChunkArrivals.rejected("0\r\nX: a\r\nY: bc\r\n\r\n", limits))
			.isEqualTo(Rejection.TRAILERS_TOO_LARGE);
		HttpLimits fields = HttpLimits.builder().maxHeaderFields(2).build();
		assertThat(ChunkArrivals.rejected("0\r\nX:\r\nY:\r\nZ:\r\n\r\n", fields))
			.isEqualTo(Rejection.TRAILERS_TOO_LARGE);
	}

	@Test
	void rejectsLongTrailersAtTheLimit() {
		ByteBuf in = Unpooled.wrappedBuffer(HeadArrivals.latin1("0\r\nX: " + "a".repeat(100_000) + "\r\n\r\n"));
		ChunkDecoder decoder = new ChunkDecoder(HttpLimits.DEFAULTS);
		assertThat(decoder.decode(in)).isEqualTo(ChunkDecoder.REJECTED);
		assertThat(decoder.rejection()).isEqualTo(Rejection.TRAILERS_TOO_LARGE);
		assertThat(in.readerIndex()).isEqualTo(3 + HttpLimits.DEFAULTS.maxHeadBytes());
	}

}
