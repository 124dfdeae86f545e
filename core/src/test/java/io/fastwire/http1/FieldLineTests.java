/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

import io.fastwire.http.Headers;
import io.fastwire.http.Rejection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Syntax of field lines (RFC 9112 section 5; cases G02, T01, T03).
 */
class FieldLineTests {

	private static final String START = "GET / HTTP/1.1\r\nHost: t\r\n";

	private static Headers accepted(String lines) {
		return HeadArrivals.accepted(START + lines + "\r\n").head().headers();
	}

	private static Rejection rejected(String lines) {
		return HeadArrivals.rejected(START + lines + "\r\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "X:b", "X: b", "X:\tb", "X: \t b", "X:b ", "X: b\t ", "X:   b   " })
	void dropsWhiteSpaceAroundValues(String line) {
		assertThat(HeadArrivals.lines(accepted(line + "\r\n"))).containsExactly("Host: t", "X: b");
	}

	@ParameterizedTest
	@ValueSource(strings = { "X:", "X: ", "X:\t", "X:        \t        " })
	void valueMayBeEmpty(String line) {
		assertThat(accepted(line + "\r\n").get("x")).isEmpty();
	}

	@Test
	void keepsOrderRepetitionsAndCase() {
		Headers headers = accepted("b: 1\r\nA: 2\r\naCCept: 3\r\nB: 4\r\nAccept: 5\r\n");
		assertThat(HeadArrivals.lines(headers)).containsExactly("Host: t", "b: 1", "A: 2", "Accept: 3", "B: 4",
				"Accept: 5");
		assertThat(headers.getAll("B")).containsExactly("1", "4");
		assertThat(headers.getAll("accept")).containsExactly("3", "5");
	}

	@Test
	void nameMayBeAnyTokenOfAnyLength() {
		String tchars = "!#$%&'*+-.^_`|~09azAZ";
		assertThat(accepted(tchars + ": v\r\n").name(1)).isEqualTo(tchars);
		for (int length = 1; length < 70; length++) {
			String name = "N".repeat(length);
			assertThat(accepted(name + ": v\r\n").name(1)).isEqualTo(name);
		}
	}

	@Test
	void valueKeepsBytesAboveAsciiAsLatin1() {
		String city = new String("S\u00e3o Paulo".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
		Headers headers = accepted("City: " + city + "\r\nX: \u0080\r\nY: \u00ff\r\nZ: \u00a0\r\n");
		String value = Objects.requireNonNull(headers.get("City"));
		assertThat(new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8))
			.isEqualTo("S\u00e3o Paulo");
		assertThat(headers.get("x")).isEqualTo("\u0080");
		assertThat(headers.get("y")).isEqualTo("\u00ff");
		assertThat(headers.get("z")).isEqualTo("\u00a0");
	}

	@Test
	void handsOddCookiesOnAsTheyAre() {
		String cookie = "a=1; b=\"x y\"; c=he,llo; d=\u00c3\u00a9; e; =f; g=a=b==; h=\"q\\\"uote\"; SID=ok; SID=second";
		assertThat(accepted("Cookie: " + cookie + "\r\n").get("cookie")).isEqualTo(cookie);
	}

	@Test
	void tabIsTheOnlyControlByteInAValue() {
		assertThat(accepted("X: a\tb\tc\r\n").get("x")).isEqualTo("a\tb\tc");
		for (int b = 0; b < ' '; b++) {
			if (b != '\t' && b != '\r' && b != '\n') {
				assertThat(rejected("X: a" + (char) b + "b\r\n")).isEqualTo(Rejection.FIELD_VALUE_MALFORMED);
			}
		}
		assertThat(rejected("X: a\u007fb\r\n")).isEqualTo(Rejection.FIELD_VALUE_MALFORMED);
		assertThat(rejected("X:\0\r\n")).isEqualTo(Rejection.FIELD_VALUE_MALFORMED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "X: a\nY: b\r\n", "X: a\n", "X: a\rb\r\n", "X: a\r\r\n", "X\n", "\n", "X:\n", "\rX: a\r\n",
			"X: a\r\nY\n", "Host\n", "X: a\r\n\r", "X: a\r\n\rb" })
	void rejectsLineEndingThatIsNotCrLf(String lines) {
		assertThat(rejected(lines)).isEqualTo(Rejection.LINE_ENDING_MALFORMED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "X\r\n", ": a\r\n", "X@: a\r\n", "(X): a\r\n", "X\0: a\r\n", "X\u00e9: a\r\n",
			"\"X\": a\r\n", "Hos\u007ft: a\r\n", "Ho/st: a\r\n", "X=1\r\n", "Content-Leng\rth: 5\r\n",
			"Content\rLength: 5\r\n", "[a]: b\r\n", "\0: b\r\n" })
	void rejectsNameThatIsNoToken(String lines) {
		assertThat(rejected(lines)).isEqualTo(Rejection.FIELD_NAME_MALFORMED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "X : a\r\n", "X\t: a\r\n", "Transfer-Encoding : chunked\r\n", "Content-Length\t: 5\r\n",
			"X \r\n", "Bad Name: 1\r\n" })
	void rejectsWhiteSpaceBeforeTheColon(String lines) {
		assertThat(rejected(lines)).isEqualTo(Rejection.FIELD_NAME_WHITESPACE);
	}

	@ParameterizedTest
	@CsvSource({ "' Host: t',FIELD_NAME_WHITESPACE", "'\tHost: t',FIELD_NAME_WHITESPACE", "' ',FIELD_NAME_WHITESPACE" })
	void rejectsWhiteSpaceBeforeTheFirstField(String line, Rejection rejection) {
		assertThat(HeadArrivals.rejected("GET / HTTP/1.1\r\n" + line + "\r\n\r\n")).isEqualTo(rejection);
	}

	@ParameterizedTest
	@ValueSource(strings = { " folded\r\n", "\tfolded\r\n", "X: a\r\n b\r\n", "X: a\r\n \r\n", "X:\r\n\tchunked\r\n",
			" : a\r\n" })
	void rejectsFoldedValues(String lines) {
		assertThat(rejected(lines)).isEqualTo(Rejection.FIELD_FOLDED);
	}

	@Test
	void errorInFrontWinsOverErrorBehind() {
		assertThat(rejected("X\0: \0\r\n")).isEqualTo(Rejection.FIELD_NAME_MALFORMED);
		assertThat(rejected("X: \0\r\nY\0: b\r\n")).isEqualTo(Rejection.FIELD_VALUE_MALFORMED);
		assertThat(rejected("Content-Length: x\r\nY\0: b\r\n")).isEqualTo(Rejection.CONTENT_LENGTH_MALFORMED);
		assertThat(rejected("Content-Length: x\0\r\n")).isEqualTo(Rejection.FIELD_VALUE_MALFORMED);
	}

}
