/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.fastwire.http.Exchange;
import io.fastwire.http.RequestHandler;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireResponse;
import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How the end of a response is told (RFC 9112 section 6). */
@ExtendWith(LeakFree.class)
class ResponseFramingTests {

	private static final String NEXT = "GET /next HTTP/1.1\r\nHost: t\r\n\r\n";

	private static ByteBuf bytes(Exchange exchange, String text) {
		byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
		return exchange.allocator().directBuffer().writeBytes(bytes);
	}

	/** The ways to give a body, each of which must be dropped where none is allowed. */
	private static final List<RequestHandler> BODIES = List.of(Exchange::end, (exchange) -> exchange.end("oops"),
			(exchange) -> exchange.end(bytes(exchange, "oops")), (exchange) -> {
				exchange.flushHead();
				exchange.end();
			}, (exchange) -> {
				exchange.write(bytes(exchange, "oo"));
				exchange.end(bytes(exchange, "ps"));
			}, (exchange) -> {
				exchange.responseHeaders().set("Content-Length", "4");
				exchange.end("oops");
			}, (exchange) -> {
				exchange.responseHeaders().set("Transfer-Encoding", "chunked");
				exchange.write(bytes(exchange, "oops"));
				exchange.end();
			});

	private static Stream<Arguments> bodilessStatuses() {
		return Stream.of(204, 205, 304)
			.flatMap((status) -> BODIES.stream().map((handler) -> Arguments.of(status, handler)));
	}

	@ParameterizedTest
	@MethodSource("bodilessStatuses")
	void bodilessStatusesHaveNoBodyWhateverIsWritten(int status, RequestHandler body) {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			if (exchange.target().path().equals("/next")) {
				exchange.end("next");
				return;
			}
			exchange.status(status);
			body.handle(exchange);
		})) {
			wire.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n").send(NEXT);
			List<WireResponse> responses = wire.responses();
			assertThat(responses).hasSize(2);
			WireResponse response = responses.get(0);
			assertThat(response.status()).isEqualTo(status);
			assertThat(response.chunked()).isFalse();
			assertThat(response.closes()).isFalse();
			Optional<String> length = response.field("Content-Length");
			switch (status) {
				case 204 -> assertThat(length).isEmpty();
				case 205 -> assertThat(length).contains("0");
				default -> assertThat(length.orElse("4")).isEqualTo("4");
			}
			assertThat(responses.get(1).text()).isEqualTo("next");
		}
	}

	private static Stream<Arguments> bodies() {
		return BODIES.stream().map(Arguments::of);
	}

	@ParameterizedTest
	@MethodSource("bodies")
	void headIsAnsweredLikeGetWithoutTheBody(RequestHandler handler) {
		try (EmbeddedWire wire = new EmbeddedWire(handler)) {
			wire.send("HEAD / HTTP/1.1\r\nHost: t\r\n\r\n").send(NEXT);
			List<WireResponse> responses = wire.responses("HEAD");
			assertThat(responses).hasSize(2);
			Optional<String> length = responses.get(0).field("Content-Length");
			assertThat(length).isNotEqualTo(Optional.of("0"));
			length.ifPresent((value) -> assertThat(value).isEqualTo("" + responses.get(1).body().length));
			assertThat(responses.get(0).status()).isEqualTo(200);
		}
	}

	@Test
	void wholeBodyHasItsLength() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.end("hällo"))) {
			WireResponse response = wire.send(NEXT).response();
			assertThat(response.field("Content-Length")).contains("6");
			assertThat(response.text()).isEqualTo("hällo");
		}
	}

	@Test
	void emptyBodyHasLengthZero() {
		try (EmbeddedWire wire = new EmbeddedWire(Exchange::end)) {
			assertThat(wire.send(NEXT).response().field("Content-Length")).contains("0");
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 15, 16, 255, 2047, 4095, 4096, 4097, 65_535, 65_536, 1_000_000 })
	void streamedBodyIsChunkedWhateverTheSizes(int size) {
		String piece = "x".repeat(size);
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.write(bytes(exchange, piece));
			exchange.write(exchange.allocator().directBuffer(1));
			exchange.write(bytes(exchange, piece));
			assertThat(exchange.writeOffset()).isEqualTo(2L * size);
			exchange.end();
		})) {
			wire.send(NEXT + NEXT);
			List<WireResponse> responses = wire.responses();
			assertThat(responses).hasSize(2).allSatisfy((response) -> {
				assertThat(response.chunked()).isTrue();
				assertThat(response.body()).hasSize(2 * size);
			});
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 1023, 4095, 4096, 4097, 70_000 })
	void wholeBodiesOfAnySizeArrive(int size) {
		String body = "x".repeat(size);
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			switch (exchange.target().path()) {
				case "/text" -> exchange.end(body);
				case "/buffer" -> exchange.end(bytes(exchange, body));
				default -> exchange.end(body.getBytes(StandardCharsets.US_ASCII));
			}
		})) {
			wire.send("GET /text HTTP/1.1\r\nHost: t\r\n\r\nGET /buffer HTTP/1.1\r\nHost: t\r\n\r\n" + NEXT);
			assertThat(wire.responses()).hasSize(3)
				.allSatisfy((response) -> assertThat(response.text()).isEqualTo(body));
		}
	}

	@Test
	void lastChunkEndsAStreamAlsoWhenTheConnectionCloses() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.write(bytes(exchange, "a"));
			exchange.end();
		})) {
			wire.send("GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n");
			assertThat(wire.output()).endsWith("\r\n\r\n1\r\na\r\n0\r\n\r\n");
			assertThat(wire.response().closes()).isTrue();
			assertThat(wire.open()).isFalse();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "Connection: keep-alive\r\n" })
	void streamToHttp10EndsWithTheConnection(String connection) {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.write(bytes(exchange, "a"));
			exchange.write(bytes(exchange, "b"));
			exchange.end();
		})) {
			wire.send("GET / HTTP/1.0\r\n" + connection + "\r\n" + NEXT);
			WireResponse response = wire.response();
			assertThat(response.untilClose()).isTrue();
			assertThat(response.closes()).isTrue();
			assertThat(response.text()).isEqualTo("ab");
			assertThat(wire.outputEnded()).isTrue();
		}
	}

	@Test
	void streamToHttp10WithADeclaredLengthKeepsTheConnection() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.responseHeaders().set("Content-Length", "2");
			exchange.write(bytes(exchange, "a"));
			exchange.write(bytes(exchange, "b"));
			exchange.end();
		})) {
			wire.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n".repeat(2));
			assertThat(wire.responses()).hasSize(2)
				.allSatisfy((response) -> assertThat(response.field("Connection")).contains("keep-alive"));
		}
	}

}
