/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import io.fastwire.buffer.PoolStatistics;
import io.fastwire.http.RequestHandler;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.PoolText;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Text as a body: its bytes on the wire, and what the counters of the write pool tell.
 */
@ExtendWith(LeakFree.class)
class TextBodyTests {

	private static final String GET = "GET / HTTP/1.1\r\nHost: t\r\n\r\n";

	private static List<Long> figures(EmbeddedWire wire) {
		PoolStatistics figures = wire.resources().pool().statistics();
		return List.of(figures.hits(), figures.mallocFallbacks(), figures.measureFirst());
	}

	private static WireResponse answer(RequestHandler handler) {
		try (EmbeddedWire wire = new EmbeddedWire(handler)) {
			return wire.send(GET).run().response();
		}
	}

	@ParameterizedTest
	@EnumSource
	void countersTellWhereTextAndHeadWent(PoolText text) {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.end(text.text()))) {
			WireResponse response = wire.send(GET).run().response();
			assertThat(response.body()).isEqualTo(text.bytes());
			assertThat(figures(wire)).as("hits, malloc fallbacks, measure first").isEqualTo(text.figures());
			assertThat(wire.resources().pool().statistics().bytesUsed()).isZero();
		}
	}

	@ParameterizedTest
	@EnumSource
	void aLengthThatIsAskedForCostsNothingMore(PoolText text) {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			int length = exchange.utf8Length(text.text());
			exchange.responseHeaders().set("Content-Length", Integer.toString(length));
			exchange.end(text.text());
		})) {
			assertThat(wire.send(GET).run().response().body()).isEqualTo(text.bytes());
			assertThat(figures(wire)).as("hits, malloc fallbacks, measure first").isEqualTo(text.figures());
		}
	}

	@Test
	void lengthsWithoutTextCostOneBufferForAll() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			for (int i = 0; i < 1000; i++) {
				exchange.utf8Length("\u00e4".repeat(100 + i));
			}
			exchange.end("x");
		})) {
			assertThat(wire.send(GET).run().response().text()).isEqualTo("x");
			assertThat(wire.resources().pool().statistics().bytesUsed()).isEqualTo(2 * 1099);
		}
	}

	static Stream<String> texts() {
		return PoolText.texts();
	}

	@ParameterizedTest
	@MethodSource("texts")
	void piecesOfTextAreFramedAsTheyCome(String text) {
		byte[] expected = (text + "|" + text).getBytes(StandardCharsets.UTF_8);
		assertThat(answer((exchange) -> {
			exchange.write(text);
			exchange.write("|");
			exchange.end(text);
		}).body()).isEqualTo(expected);
		assertThat(answer((exchange) -> {
			exchange.responseHeaders().set("Content-Length", Integer.toString(expected.length));
			exchange.write(text);
			exchange.write("|");
			exchange.end(text);
		}).body()).isEqualTo(expected);
	}

	@ParameterizedTest
	@MethodSource("texts")
	void partsOfArraysAreFramedAsTheyCome(String text) {
		byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
		assertThat(answer((exchange) -> {
			exchange.write(bytes, 1, bytes.length - 1);
			exchange.end(bytes, 0, bytes.length - 1);
		}).body()).isEqualTo((text + "><" + text).getBytes(StandardCharsets.UTF_8));
	}

	@Test
	void textBeyondTheDeclaredLengthIsNotSent() {
		for (String text : List.of("\u20ac".repeat(10), "\u20ac".repeat(100), "\u20ac".repeat(5000))) {
			WireResponse response = answer((exchange) -> {
				exchange.responseHeaders().set("Content-Length", "30");
				exchange.write(text);
				exchange.end(text);
			});
			assertThat(response.body()).isEqualTo("\u20ac".repeat(10).getBytes(StandardCharsets.UTF_8));
		}
	}

	@Test
	void textThatIsTooShortBecomesAnError() {
		for (String text : List.of("\u20ac".repeat(9), "\u20ac".repeat(99))) {
			WireResponse response = answer((exchange) -> {
				exchange.responseHeaders().set("Content-Length", "300");
				exchange.end(text);
			});
			assertThat(response.status()).isEqualTo(500);
			assertThat(response.body()).isEmpty();
		}
	}

}
