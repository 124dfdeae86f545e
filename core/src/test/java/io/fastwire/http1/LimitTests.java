/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.function.Function;
import java.util.stream.Stream;

import io.fastwire.http.BodyCollector;
import io.fastwire.http.Exchange;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.RequestHandler;
import io.fastwire.testsupport.LeakFree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Each limit lets pass what it allows and nothing more. */
@ExtendWith(LeakFree.class)
class LimitTests {

	private static final String CHUNKED = "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n";

	private static final RequestHandler COLLECT = (exchange) -> BodyCollector.collect(exchange, 1_000_000,
			exchange::end);

	private static Stream<Arguments> limits() {
		HttpLimits.Builder line = HttpLimits.builder().maxRequestLineBytes(50);
		HttpLimits.Builder head = HttpLimits.builder().maxHeadBytes(300);
		HttpLimits.Builder fields = HttpLimits.builder().maxHeaderFields(7);
		HttpLimits.Builder body = HttpLimits.builder().maxBodyBytes(100);
		HttpLimits.Builder extension = HttpLimits.builder().maxChunkExtensionBytes(20);
		return Stream.of(limit(line, 50, 414, (n) -> "GET /" + "a".repeat(n - 14) + " HTTP/1.1\r\nHost: t\r\n\r\n"),
				limit(head, 300, 431, (n) -> "GET / HTTP/1.1\r\nHost: t\r\nX: " + "a".repeat(n - 32) + "\r\n\r\n"),
				limit(fields, 7, 431, (n) -> "GET / HTTP/1.1\r\nHost: t\r\n" + "X: 1\r\n".repeat(n - 1) + "\r\n"),
				limit(body, 100, 413,
						(n) -> "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: " + n + "\r\n\r\n" + "b".repeat(n)),
				limit(body, 100, 413, (n) -> CHUNKED + "1\r\nb\r\n".repeat(n) + "0\r\n\r\n"),
				limit(extension, 20, 400, (n) -> CHUNKED + "0;" + "e".repeat(n - 2) + "\r\n\r\n"),
				limit(HttpLimits.builder(), 8192, 431,
						(n) -> "GET / HTTP/1.1\r\nHost: t\r\nX: " + "a".repeat(n - 32) + "\r\n\r\n"),
				limit(HttpLimits.builder(), 500, 431,
						(n) -> "GET / HTTP/1.1\r\nHost: t\r\n" + "X: 1\r\n".repeat(n - 1) + "\r\n"));
	}

	private static Arguments limit(HttpLimits.Builder limits, int limit, int status,
			Function<Integer, String> request) {
		return Arguments.of(limits.build(), limit, status, request);
	}

	@ParameterizedTest
	@MethodSource("limits")
	void isExact(HttpLimits limits, int limit, int status, Function<Integer, String> request) {
		try (EmbeddedWire wire = new EmbeddedWire(COLLECT, limits)) {
			wire.send(request.apply(limit - 1)).send(request.apply(limit));
			assertThat(wire.responses()).hasSize(2)
				.allSatisfy((response) -> assertThat(response.status()).isEqualTo(200));
		}
		try (EmbeddedWire wire = new EmbeddedWire(COLLECT, limits)) {
			wire.send(request.apply(limit + 1));
			assertThat(wire.response().status()).isEqualTo(status);
			assertThat(wire.response().closes()).isTrue();
		}
	}

	@ParameterizedTest
	@MethodSource("limits")
	void isExactByteByByte(HttpLimits limits, int limit, int status, Function<Integer, String> request) {
		for (int size = limit - 1; size <= limit + 1; size++) {
			try (EmbeddedWire wire = new EmbeddedWire(COLLECT, limits)) {
				for (char c : request.apply(size).toCharArray()) {
					wire.send(String.valueOf(c));
				}
				assertThat(wire.response().status()).isEqualTo((size <= limit) ? 200 : status);
			}
		}
	}

	private static Stream<Arguments> collected() {
		Function<Integer, String> length = (n) -> "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: " + n + "\r\n\r\n"
				+ "b".repeat(n);
		Function<Integer, String> chunked = (n) -> CHUNKED + "1\r\nb\r\n".repeat(n) + "0\r\n\r\n";
		return Stream.of(Arguments.of(length), Arguments.of(chunked));
	}

	@ParameterizedTest
	@MethodSource("collected")
	void collectorTakesExactlyItsLimit(Function<Integer, String> request) {
		RequestHandler collect = (exchange) -> BodyCollector.collect(exchange, 300, (bytes) -> echo(exchange, bytes));
		try (EmbeddedWire wire = new EmbeddedWire(collect)) {
			wire.send(request.apply(300) + request.apply(0) + request.apply(301) + request.apply(1));
			assertThat(wire.responses()).extracting((response) -> response.status() + " " + response.body().length)
				.containsExactly("200 300", "200 0", "413 0", "200 1");
		}
	}

	private static void echo(Exchange exchange, byte[] bytes) {
		exchange.end(bytes);
	}

	@Test
	void readsHeadsThatAreLargerThanTheWindowOfTheLoop() {
		HttpLimits limits = HttpLimits.builder().maxHeadBytes(200_000).build();
		String head = "GET / HTTP/1.1\r\nHost: t\r\nX: " + "a".repeat(190_000) + "\r\n\r\n";
		try (EmbeddedWire wire = new EmbeddedWire(COLLECT, limits)) {
			wire.send(head + head);
			assertThat(wire.responses()).hasSize(2)
				.allSatisfy((response) -> assertThat(response.status()).isEqualTo(200));
		}
	}

}
