/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.HttpLimits;
import io.fastwire.http.Rejection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sizes at, and one above, each limit of a head (case G08).
 */
class HeadLimitsTests {

	private static final String REST = " HTTP/1.1\r\nHost: t\r\n\r\n";

	private static HttpLimits limits(int requestLine, int head, int fields) {
		return HttpLimits.builder().maxRequestLineBytes(requestLine).maxHeadBytes(head).maxHeaderFields(fields).build();
	}

	@Test
	void requestLineMayFillItsLimit() {
		HttpLimits limits = limits(40, 8192, 100);
		String longest = "GET /" + "a".repeat(40 - 5 - 9);
		assertThat(HeadArrivals.accepted(longest + REST, limits).head().target().raw()).hasSize(27);
		assertThat(HeadArrivals.rejected(longest + "a" + REST, limits)).isEqualTo(Rejection.TARGET_TOO_LONG);
		assertThat(HeadArrivals.rejected(longest + "a".repeat(50) + REST, limits)).isEqualTo(Rejection.TARGET_TOO_LONG);
	}

	@Test
	void limitStrikesAtTheByteThatMakesItPlain() {
		byte[] bytes = HeadArrivals.latin1("GET /aaaaaaaaaaaaaaaaaaaa" + REST);
		assertThat(HeadArrivals.parse(bytes, limits(20, 8192, 100)).settledAt()).isEqualTo(20);
		assertThat(HeadArrivals.parse(bytes, limits(8192, 20, 100)).settledAt()).isEqualTo(20);
		assertThat(HeadArrivals.parse(bytes, limits(8192, bytes.length - 1, 100)).settledAt())
			.isEqualTo(bytes.length - 1);
	}

	@Test
	void emptyLinesDoNotCountForTheRequestLine() {
		HttpLimits limits = limits(14, 8192, 100);
		assertThat(HeadArrivals.accepted("\r\n\r\nGET /" + REST, limits).head().method()).isEqualTo("GET");
		assertThat(HeadArrivals.rejected("\r\n\r\nGET /a" + REST, limits)).isEqualTo(Rejection.TARGET_TOO_LONG);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 6, 9, 13 })
	void everyPartOfTheRequestLineMayBeWhatIsTooLong(int limit) {
		assertThat(HeadArrivals.rejected("GET /" + REST, limits(limit, 8192, 100)))
			.isEqualTo(Rejection.TARGET_TOO_LONG);
	}

	@Test
	void methodThatIsTooLongIsNamedFirst() {
		assertThat(HeadArrivals.rejected("A".repeat(33) + " /" + REST, limits(33, 8192, 100)))
			.isEqualTo(Rejection.METHOD_TOO_LONG);
		assertThat(HeadArrivals.rejected("A".repeat(33) + " /" + REST, limits(32, 8192, 100)))
			.isEqualTo(Rejection.TARGET_TOO_LONG);
	}

	@Test
	void headMayFillItsLimit() {
		String head = "GET /" + REST;
		HttpLimits exact = limits(8192, head.length(), 100);
		assertThat(HeadArrivals.accepted(head, exact).consumed()).isEqualTo(head.length());
		assertThat(HeadArrivals.accepted(head + "behind", exact).consumed()).isEqualTo(head.length());
		for (int limit = 17; limit < head.length(); limit++) {
			assertThat(HeadArrivals.rejected(head, limits(8192, limit, 100))).isEqualTo(Rejection.HEAD_TOO_LARGE);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 3, 5, 10, 15 })
	void requestLineThatFillsTheHeadIsATargetThatIsTooLong(int limit) {
		assertThat(HeadArrivals.rejected("GET /" + REST, limits(8192, limit, 100)))
			.isEqualTo(Rejection.TARGET_TOO_LONG);
	}

	@Test
	void emptyLinesThatFillTheHeadAreTooLarge() {
		assertThat(HeadArrivals.rejected("\r\n".repeat(20), limits(8192, 40, 100))).isEqualTo(Rejection.HEAD_TOO_LARGE);
		assertThat(HeadArrivals.rejected("\r\n".repeat(20), limits(8192, 39, 100))).isEqualTo(Rejection.HEAD_TOO_LARGE);
	}

	@Test
	void fieldsMayBeAsManyAsTheLimit() {
		String two = "GET / HTTP/1.1\r\nHost: t\r\nX: a\r\n";
		HttpLimits limits = limits(8192, 8192, 2);
		assertThat(HeadArrivals.accepted(two + "\r\n", limits).head().headers().size()).isEqualTo(2);
		assertThat(HeadArrivals.rejected(two + "Y: b\r\n\r\n", limits)).isEqualTo(Rejection.TOO_MANY_FIELDS);
		assertThat(HeadArrivals.rejected(two + "\0", limits)).isEqualTo(Rejection.TOO_MANY_FIELDS);
		assertThat(HeadArrivals.rejected(two + " folded", limits)).isEqualTo(Rejection.FIELD_FOLDED);
	}

	@Test
	void errorInFrontOfALimitWinsAndTheLimitWinsOverOneBehind() {
		HttpLimits limits = limits(8192, 40, 100);
		String start = "GET / HTTP/1.1\r\nHost: t\r\nX: ";
		assertThat(start).hasSize(28);
		assertThat(HeadArrivals.rejected(start + "a".repeat(11) + "\0", limits))
			.isEqualTo(Rejection.FIELD_VALUE_MALFORMED);
		assertThat(HeadArrivals.rejected(start + "a".repeat(12) + "\0", limits)).isEqualTo(Rejection.HEAD_TOO_LARGE);
		HttpLimits line = limits(10, 8192, 100);
		assertThat(HeadArrivals.rejected("GET /aaaa<" + REST, line)).isEqualTo(Rejection.TARGET_MALFORMED);
		assertThat(HeadArrivals.rejected("GET /aaaaa<" + REST, line)).isEqualTo(Rejection.TARGET_TOO_LONG);
		assertThat(HeadArrivals.rejected("GET /aaa%zz" + REST, line)).isEqualTo(Rejection.TARGET_MALFORMED);
		assertThat(HeadArrivals.rejected("GET /aaaa%zz" + REST, line)).isEqualTo(Rejection.TARGET_TOO_LONG);
	}

	@Test
	void defaultsTellALongTargetFromALongField() {
		String start = "GET / HTTP/1.1\r\nHost: t\r\n";
		assertThat(whole("GET /" + "a".repeat(30_000) + REST)).isEqualTo(Rejection.TARGET_TOO_LONG);
		assertThat(whole(start + "Cookie: " + "a".repeat(9000) + "\r\n\r\n")).isEqualTo(Rejection.HEAD_TOO_LARGE);
		assertThat(whole(start + ("X: " + "a".repeat(95) + "\r\n").repeat(200) + "\r\n"))
			.isEqualTo(Rejection.HEAD_TOO_LARGE);
		assertThat(whole(start + "X: a\r\n".repeat(500) + "\r\n")).isEqualTo(Rejection.TOO_MANY_FIELDS);
		assertThat(Rejection.TARGET_TOO_LONG.status()).isEqualTo(414);
		assertThat(Rejection.HEAD_TOO_LARGE.status()).isEqualTo(431);
	}

	/** Only two ways to arrive: all of them would take minutes for so many bytes. */
	private static Rejection whole(String head) {
		byte[] bytes = HeadArrivals.latin1(head);
		RequestHeadParser parser = new RequestHeadParser(HttpLimits.DEFAULTS);
		RequestHead whole = new RequestHead();
		assertThat(parser.parse(bytes, 0, bytes.length, whole, null)).isEqualTo(RequestHeadParser.REJECTED);
		RequestHead dripped = new RequestHead();
		int length = 1;
		while (parser.parse(bytes, 0, length, dripped, null) == RequestHeadParser.MORE) {
			length++;
		}
		assertThat(dripped.rejection()).isEqualTo(whole.rejection());
		return whole.rejection();
	}

}
