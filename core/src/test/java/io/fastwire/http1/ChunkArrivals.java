/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.fastwire.http.HttpLimits;
import io.fastwire.http.Rejection;
import io.fastwire.testsupport.Fragmentation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Decodes one chunked body in every way in which it may arrive, and requires the same
 * outcome at the same byte each time.
 */
final class ChunkArrivals {

	private static final byte[] CANARY = "\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

	private static final int SAMPLES = 8;

	private ChunkArrivals() {
	}

	static Outcome accepted(String body) {
		return accepted(body, HttpLimits.DEFAULTS);
	}

	static Outcome accepted(String body, HttpLimits limits) {
		Outcome outcome = decode(HeadArrivals.latin1(body), limits);
		assertThat(outcome.rejection()).describedAs(body).isNull();
		assertThat(outcome.settledAt()).describedAs("complete").isPositive();
		return outcome;
	}

	static Rejection rejected(String body) {
		return rejected(body, HttpLimits.DEFAULTS);
	}

	static Rejection rejected(String body, HttpLimits limits) {
		Outcome outcome = decode(HeadArrivals.latin1(body), limits);
		return Objects.requireNonNull(outcome.rejection(), () -> "accepted, or incomplete: " + body);
	}

	/**
	 * Returns the outcome, the same for each arrival; incomplete if it is settled at 0.
	 */
	static Outcome decode(byte[] input, HttpLimits limits) {
		Outcome expected = byteByByte(input, limits);
		Fragmentation.of(input).forEach((pieces) -> check(pieces, limits, expected));
		return expected;
	}

	/** Like {@link #decode}, but for few arrivals. */
	static Outcome sample(byte[] input, HttpLimits limits) {
		Outcome expected = byteByByte(input, limits);
		Fragmentation.of(input).forSome((pieces) -> check(pieces, limits, expected), SAMPLES);
		return expected;
	}

	private static Outcome byteByByte(byte[] input, HttpLimits limits) {
		List<byte[]> single = new ArrayList<>();
		for (byte b : input) {
			single.add(new byte[] { b });
		}
		return decode(new ChunkDecoder(limits), single);
	}

	private static void check(List<byte[]> pieces, HttpLimits limits, Outcome expected) {
		Outcome actual = decode(new ChunkDecoder(limits), pieces);
		boolean refused = expected.rejection() != null;
		int settledAt = refused ? firstEndBehind(pieces, expected.settledAt()) : expected.settledAt();
		assertThat(actual)
			.isEqualTo(new Outcome(settledAt, expected.data(), expected.trailers(), expected.rejection()));
	}

	/**
	 * Feeds one piece after the other, each in a buffer that has more bytes behind its
	 * end.
	 */
	static Outcome decode(ChunkDecoder decoder, List<byte[]> pieces) {
		StringBuilder data = new StringBuilder();
		int before = 0;
		for (byte[] piece : pieces) {
			ByteBuf in = Unpooled.wrappedBuffer(piece, CANARY).readSlice(piece.length);
			int result = drain(decoder, in, data);
			if (result != ChunkDecoder.MORE) {
				int consumed = before + in.readerIndex();
				assertThat(drain(decoder, in, data)).describedAs("for ever after").isEqualTo(result);
				assertThat(before + in.readerIndex()).isEqualTo(consumed);
				return (result == ChunkDecoder.DONE) ? new Outcome(consumed, data.toString(),
						HeadArrivals.lines(decoder.trailers()).toString(), null)
						: new Outcome(before + piece.length, data.toString(), "", decoder.rejection());
			}
			assertThat(in.isReadable()).describedAs("all taken on MORE").isFalse();
			before += piece.length;
		}
		return new Outcome(0, data.toString(), "", null);
	}

	private static int firstEndBehind(List<byte[]> pieces, int settledAt) {
		int end = 0;
		for (byte[] piece : pieces) {
			end += piece.length;
			if (end >= settledAt) {
				break;
			}
		}
		return end;
	}

	private static int drain(ChunkDecoder decoder, ByteBuf in, StringBuilder data) {
		int result = decoder.decode(in);
		while (result == ChunkDecoder.DATA) {
			assertThat(decoder.dataLength()).isBetween(1, in.readableBytes());
			data.append(in.readCharSequence(decoder.dataLength(), StandardCharsets.ISO_8859_1));
			result = decoder.decode(in);
		}
		return result;
	}

	/**
	 * What was made of a body.
	 *
	 * @param settledAt how many bytes the body has, or had arrived when it was refused;
	 * else 0
	 * @param data the data in front of that
	 * @param trailers the trailer fields
	 * @param rejection why it was refused
	 */
	record Outcome(int settledAt, String data, String trailers, @Nullable Rejection rejection) {

	}

}
