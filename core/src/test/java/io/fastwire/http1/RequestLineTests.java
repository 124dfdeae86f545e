/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.Locale;

import io.fastwire.http.HttpLimits;
import io.fastwire.http.HttpVersion;
import io.fastwire.http.Rejection;
import io.fastwire.http1.HeadArrivals.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Method, version and what separates the parts of a request line (RFC 9112 section 3).
 */
class RequestLineTests {

	private static final String HOST = "\r\nHost: t\r\n\r\n";

	@ParameterizedTest
	@ValueSource(strings = { "GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "QUERY" })
	void sharesTheNamesOfKnownMethods(String method) {
		Outcome first = HeadArrivals.accepted(method + " / HTTP/1.1" + HOST);
		Outcome second = HeadArrivals.accepted(method + " / HTTP/1.1" + HOST);
		assertThat(first.head().method()).isEqualTo(method).isSameAs(second.head().method());
	}

	@ParameterizedTest
	@ValueSource(strings = { "G", "PROPFIND", "VERSION-CONTROL", "GETS", "GE", "get", "!#$%&'*+-.^_`|~09aZ" })
	void acceptsAnyTokenAsMethod(String method) {
		assertThat(HeadArrivals.accepted(method + " / HTTP/1.1" + HOST).head().method()).isEqualTo(method);
	}

	@Test
	void methodMayHaveThirtyTwoBytesAndNoMore() {
		String longest = "A".repeat(RequestLineParser.MAX_METHOD_BYTES);
		assertThat(HeadArrivals.accepted(longest + " / HTTP/1.1" + HOST).head().method()).isEqualTo(longest);
		assertThat(HeadArrivals.rejected(longest + "A / HTTP/1.1" + HOST)).isEqualTo(Rejection.METHOD_TOO_LONG);
		assertThat(HeadArrivals.rejected(longest + "\0 / HTTP/1.1" + HOST)).isEqualTo(Rejection.METHOD_MALFORMED);
	}

	@ParameterizedTest
	@ValueSource(strings = { " GET / HTTP/1.1", "G@T / HTTP/1.1", "\0 / HTTP/1.1", "G\u00c4T / HTTP/1.1",
			"\u0016\u0003\u0001\u0002\u0000\u0001", "GET\t/ HTTP/1.1", "G(T / HTTP/1.1", "G\u007fT / HTTP/1.1" })
	void rejectsMethodThatIsNoToken(String line) {
		assertThat(HeadArrivals.rejected(line + HOST)).isEqualTo(Rejection.METHOD_MALFORMED);
	}

	@Test
	void rejectsConnect() {
		assertThat(HeadArrivals.rejected("CONNECT a:1 HTTP/1.1" + HOST)).isEqualTo(Rejection.CONNECT_UNSUPPORTED);
		assertThat(HeadArrivals.accepted("connect / HTTP/1.1" + HOST).head().method()).isEqualTo("connect");
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "GET /", "GET / ", "GET  / HTTP/1.1", "GET /  HTTP/1.1", "GET / HTTP/1.1 ",
			"GET / HTTP/1.1 x", "GET\rx", "GET /\rx", "GET / \rx" })
	void rejectsLineWithoutThreePartsAndSingleSpaces(String line) {
		assertThat(HeadArrivals.rejected(line + HOST)).isEqualTo(Rejection.REQUEST_LINE_MALFORMED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "http/1.1", "HTTP/1", "HTTP/1.", "HTTP/11", "HTTP/1.10", "HTTP/ 1.1", "HTTP/1,1",
			"HTTP 1.1", "HTTP/a.1", "HTTP/1.a", "HTTPS/1.1", "x HTTP/1.1", "HTTP/1.1\t", "HTTP/01.1", "ICY/1.1",
			"HTTP/1.\u0661" })
	void rejectsVersionOfAnotherForm(String version) {
		assertThat(HeadArrivals.rejected("GET / " + version + HOST)).isEqualTo(Rejection.VERSION_MALFORMED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "HTTP/0.9", "HTTP/2.0", "HTTP/9.9", "HTTP/3.1" })
	void rejectsOtherMajorVersions(String version) {
		assertThat(HeadArrivals.rejected("GET / " + version + HOST)).isEqualTo(Rejection.VERSION_UNSUPPORTED);
	}

	@Test
	void takesHigherMinorVersionsForTheHighestItKnows() {
		assertThat(HeadArrivals.accepted("GET / HTTP/1.0" + HOST).head().version()).isEqualTo(HttpVersion.HTTP_1_0);
		assertThat(HeadArrivals.accepted("GET / HTTP/1.1" + HOST).head().version()).isEqualTo(HttpVersion.HTTP_1_1);
		assertThat(HeadArrivals.accepted("GET / HTTP/1.9" + HOST).head().version()).isEqualTo(HttpVersion.HTTP_1_1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "\n", "GET\n", "GET \n", "GET /\n", "GET /?\n", "GET / \n", "GET / HTTP\n",
			"GET / HTTP/1.1\n", "GET / HTTP/1.1\r", "GET / HTTP/1.1\r\r", "\r", "\r\n\rx", "\r\n\n", "GET http://a\n" })
	void rejectsLineEndingThatIsNotCrLf(String start) {
		assertThat(HeadArrivals.rejected(start + "Host: t\r\n\r\n")).isEqualTo(Rejection.LINE_ENDING_MALFORMED);
	}

	@Test
	void ignoresEmptyLinesInFront() {
		Outcome outcome = HeadArrivals.accepted("\r\n\r\n\r\nGET / HTTP/1.1" + HOST);
		assertThat(outcome.head().method()).isEqualTo("GET");
		assertThat(outcome.consumed()).isEqualTo(6 + 14 + HOST.length());
	}

	@Test
	void consumesTheHeadAndNotWhatFollows() {
		String head = "GET /a HTTP/1.1" + HOST;
		Outcome outcome = HeadArrivals.accepted(head + "GET /b HTTP/1.1" + HOST);
		assertThat(outcome.consumed()).isEqualTo(head.length());
		assertThat(outcome.head().target().path()).isEqualTo("/a");
	}

	@Test
	void headWithoutEndIsIncomplete() {
		String head = "GET /a HTTP/1.1" + HOST;
		Outcome outcome = HeadArrivals.parse(HeadArrivals.latin1(head.substring(0, head.length() - 1)),
				HttpLimits.DEFAULTS);
		assertThat(outcome.settledAt()).isZero();
	}

	@Test
	void methodIsCaseSensitiveInEveryLocale() {
		Locale before = Locale.getDefault();
		try {
			Locale.setDefault(Locale.forLanguageTag("tr"));
			assertThat(HeadArrivals.accepted("OPTIONS * HTTP/1.1" + HOST).head().method()).isEqualTo("OPTIONS");
			assertThat(HeadArrivals.rejected("options * HTTP/1.1" + HOST)).isEqualTo(Rejection.TARGET_MALFORMED);
		}
		finally {
			Locale.setDefault(before);
		}
	}

}
