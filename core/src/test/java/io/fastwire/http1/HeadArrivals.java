/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import io.fastwire.http.Headers;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.Rejection;
import io.fastwire.testsupport.Fragmentation;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Parses one head in every way in which it may arrive and lie in memory, and requires the
 * same outcome at the same byte each time.
 */
final class HeadArrivals {

	/**
	 * What lies behind the bytes: would complete a line, a name, a number, or nothing.
	 */
	private static final byte[] @Nullable [] CANARIES = { null, ascii("\r\n\r\n\r\n\r\n\r\n"),
			ascii("a:1 /HTTP/1.1aaaaaaa"), new byte[16] };

	private static final int SAMPLES = 8;

	private final RequestHeadParser parser;

	private final HttpLimits limits;

	private HeadArrivals(HttpLimits limits) {
		this.parser = new RequestHeadParser(limits);
		this.limits = limits;
	}

	static Outcome accepted(String head) {
		return accepted(head, HttpLimits.DEFAULTS);
	}

	static Outcome accepted(String head, HttpLimits limits) {
		Outcome outcome = parse(latin1(head), limits);
		assertThat(outcome.rejection()).describedAs(head).isNull();
		assertThat(outcome.settledAt()).describedAs("complete").isPositive();
		return outcome;
	}

	static Rejection rejected(String head) {
		return rejected(head, HttpLimits.DEFAULTS);
	}

	static Rejection rejected(String head, HttpLimits limits) {
		Outcome outcome = parse(latin1(head), limits);
		return Objects.requireNonNull(outcome.rejection(), () -> "accepted, or incomplete: " + head);
	}

	/**
	 * Returns the outcome, the same for each arrival; incomplete if it is settled at 0.
	 */
	static Outcome parse(byte[] input, HttpLimits limits) {
		HeadArrivals arrivals = new HeadArrivals(limits);
		Outcome expected = arrivals.byteByByte(input);
		Fragmentation.of(input).forEach((pieces) -> arrivals.checkAll(pieces, expected));
		return expected;
	}

	/** Like {@link #parse}, but for few arrivals. */
	static Outcome sample(byte[] input, HttpLimits limits) {
		HeadArrivals arrivals = new HeadArrivals(limits);
		Outcome expected = arrivals.byteByByte(input);
		Fragmentation.of(input).forSome((pieces) -> arrivals.checkAll(pieces, expected), SAMPLES);
		return expected;
	}

	private void checkAll(List<byte[]> pieces, Outcome expected) {
		for (byte[] canary : CANARIES) {
			check(pieces, canary, null, expected);
		}
		check(pieces, CANARIES[1], expected.block(), expected);
		check(pieces, CANARIES[2], HeaderBlock.EMPTY, expected);
	}

	/** The reference: a fresh parser, so that no cache takes part. */
	private Outcome byteByByte(byte[] input) {
		RequestHeadParser fresh = new RequestHeadParser(limits);
		RequestHead head = new RequestHead();
		head.reset();
		for (int length = 1; length <= input.length; length++) {
			int result = fresh.parse(Arrays.copyOf(input, length), 0, length, head, null);
			if (result != RequestHeadParser.MORE) {
				return outcome(result, length, head);
			}
		}
		return new Outcome(0, 0, null, "", null, head.complete(null));
	}

	private void check(List<byte[]> pieces, byte @Nullable [] canary, @Nullable HeaderBlock previous,
			Outcome expected) {
		RequestHead head = new RequestHead();
		byte[] arrived = {};
		for (byte[] piece : pieces) {
			arrived = concat(arrived, piece);
			int result = parse(arrived, canary, head, previous);
			boolean settled = expected.settledAt() > 0 && arrived.length >= expected.settledAt();
			assertThat(result != RequestHeadParser.MORE).describedAs("settled by %s bytes", arrived.length)
				.isEqualTo(settled);
			if (settled) {
				Outcome actual = outcome(result, arrived.length, head);
				assertThat(actual.text()).isEqualTo(expected.text());
				assertThat(actual.consumed()).isEqualTo(expected.consumed());
				return;
			}
		}
	}

	/** Without a canary the bytes fill their array; with one they lie in the middle. */
	private int parse(byte[] arrived, byte @Nullable [] canary, RequestHead head, @Nullable HeaderBlock previous) {
		if (canary == null) {
			return parser.parse(arrived, 0, arrived.length, head, previous);
		}
		int from = 1 + arrived.length % 13;
		byte[] array = concat(concat(new byte[from], arrived), canary);
		return parser.parse(array, from, from + arrived.length, head, previous);
	}

	private static Outcome outcome(int result, int arrived, RequestHead parsed) {
		CompleteHead head = parsed.complete(null);
		if (result == RequestHeadParser.REJECTED) {
			return new Outcome(arrived, result, parsed.rejection(), parsed.rejection().toString(), null, head);
		}
		assertThat(result).isBetween(1, arrived);
		String text = String.join(" ", head.method(), head.target().raw(), head.target().form().name(),
				head.version().text(), "" + lines(head.headers()), "" + head.bodyFraming(), "" + head.contentLength(),
				"keepAlive=" + head.keepAlive(), "expect=" + head.expectContinue(),
				"upgrade=" + head.upgradeRequested(), "host=" + head.headers().host());
		return new Outcome(arrived, result, null, text, head.headers(), head);
	}

	static List<String> lines(Headers headers) {
		List<String> lines = new ArrayList<>();
		for (int i = 0; i < headers.size(); i++) {
			lines.add(headers.name(i) + ": " + headers.value(i));
		}
		return lines;
	}

	static byte[] latin1(String text) {
		return text.getBytes(StandardCharsets.ISO_8859_1);
	}

	private static byte[] ascii(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

	private static byte[] concat(byte[] first, byte[] second) {
		byte[] both = Arrays.copyOf(first, first.length + second.length);
		System.arraycopy(second, 0, both, first.length, second.length);
		return both;
	}

	/**
	 * What was made of a head.
	 *
	 * @param settledAt how many bytes settled it, or 0
	 * @param consumed what the parser returned
	 * @param rejection why it was refused
	 * @param text all that the head says
	 * @param block its fields
	 * @param head the head itself
	 */
	record Outcome(int settledAt, int consumed, @Nullable Rejection rejection, String text, @Nullable HeaderBlock block,
			CompleteHead head) {

	}

}
