/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import io.fastwire.http.BodyCollector;
import io.fastwire.http.Exchange;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.http.RejectedBodyException;
import io.fastwire.http.Rejection;
import io.fastwire.internal.http.HttpProtocol;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.Fragmentation;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What is refused, with which status, and what becomes of the connection. */
@ExtendWith(LeakFree.class)
class RejectionTests {

	private static final String CHUNKED = "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n";

	private static final String NEXT = "GET /smuggled HTTP/1.1\r\nHost: t\r\n\r\n";

	private static final HttpLimits LIMITS = HttpLimits.builder()
		.maxRequestLineBytes(100)
		.maxHeadBytes(400)
		.maxHeaderFields(5)
		.maxBodyBytes(1000)
		.maxChunkExtensionBytes(50)
		.build();

	private static String head(String fields) {
		return "GET / HTTP/1.1\r\n" + fields + "\r\n";
	}

	private static Stream<Arguments> rejected() {
		return Stream.of(Arguments.of(Rejection.REQUEST_LINE_MALFORMED, "GET  / HTTP/1.1\r\nHost: t\r\n\r\n"),
				Arguments.of(Rejection.METHOD_MALFORMED, "G(T / HTTP/1.1\r\nHost: t\r\n\r\n"),
				Arguments.of(Rejection.METHOD_TOO_LONG, "A".repeat(60) + " / HTTP/1.1\r\nHost: t\r\n\r\n"),
				Arguments.of(Rejection.CONNECT_UNSUPPORTED, "CONNECT t:443 HTTP/1.1\r\nHost: t\r\n\r\n"),
				Arguments.of(Rejection.TARGET_MALFORMED, "GET /%zz HTTP/1.1\r\nHost: t\r\n\r\n"),
				Arguments.of(Rejection.TARGET_TOO_LONG, "GET /" + "a".repeat(100) + " HTTP/1.1\r\nHost: t\r\n\r\n"),
				Arguments.of(Rejection.VERSION_MALFORMED, "GET / HTTP/1.1x\r\nHost: t\r\n\r\n"),
				Arguments.of(Rejection.VERSION_UNSUPPORTED, "GET / HTTP/2.0\r\nHost: t\r\n\r\n"),
				Arguments.of(Rejection.LINE_ENDING_MALFORMED, "GET / HTTP/1.1\nHost: t\n\n"),
				Arguments.of(Rejection.FIELD_NAME_MALFORMED, head("Host: t\r\nX@Y: 1\r\n")),
				Arguments.of(Rejection.FIELD_NAME_WHITESPACE, head("Host: t\r\nX : 1\r\n")),
				Arguments.of(Rejection.FIELD_FOLDED, head("Host: t\r\nX: 1\r\n 2\r\n")),
				Arguments.of(Rejection.FIELD_VALUE_MALFORMED, head("Host: t\r\nX: a\0b\r\n")),
				Arguments.of(Rejection.HEAD_TOO_LARGE, head("Host: t\r\nX: " + "a".repeat(400) + "\r\n")),
				Arguments.of(Rejection.TOO_MANY_FIELDS, head("Host: t\r\n" + "X: 1\r\n".repeat(5))),
				Arguments.of(Rejection.HOST_MISSING, head("X: 1\r\n")),
				Arguments.of(Rejection.HOST_REPEATED, head("Host: t\r\nHost: t\r\n")),
				Arguments.of(Rejection.HOST_MALFORMED, head("Host: a b\r\n")),
				Arguments.of(Rejection.CONTENT_LENGTH_MALFORMED, head("Host: t\r\nContent-Length: x\r\n")),
				Arguments.of(Rejection.CONTENT_LENGTH_REPEATED,
						head("Host: t\r\nContent-Length: 1\r\nContent-Length: 2\r\n")),
				Arguments.of(Rejection.CONTENT_LENGTH_WITH_TRANSFER_ENCODING,
						head("Host: t\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n")),
				Arguments.of(Rejection.TRANSFER_ENCODING_MALFORMED,
						head("Host: t\r\nTransfer-Encoding: chunked, gzip\r\n")),
				Arguments.of(Rejection.TRANSFER_ENCODING_UNKNOWN,
						head("Host: t\r\nTransfer-Encoding: gzip, chunked\r\n")),
				Arguments.of(Rejection.TRANSFER_ENCODING_IN_HTTP_1_0,
						"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"),
				Arguments.of(Rejection.EXPECTATION_UNKNOWN, head("Host: t\r\nExpect: miracles\r\n")),
				Arguments.of(Rejection.BODY_TOO_LARGE, head("Host: t\r\nContent-Length: 1001\r\n")),
				Arguments.of(Rejection.CHUNK_SIZE_MALFORMED, CHUNKED + "x\r\n"),
				Arguments.of(Rejection.CHUNK_EXTENSION_MALFORMED, CHUNKED + "1;" + "a".repeat(60) + "\r\n"),
				Arguments.of(Rejection.CHUNK_DATA_UNTERMINATED, CHUNKED + "1\r\nabc"),
				Arguments.of(Rejection.TRAILER_MALFORMED, CHUNKED + "0\r\nX-Sum: 1\r\nX-Bad Name: 2\r\n\r\n"),
				Arguments.of(Rejection.TRAILERS_TOO_LARGE, CHUNKED + "0\r\nX: " + "a".repeat(500) + "\r\n\r\n"),
				Arguments.of(Rejection.BODY_TOO_LARGE, CHUNKED + "3e9\r\n"));
	}

	@Test
	void everyRejectionIsTestedThatIsNeitherATimeoutNorOfHttp2Alone() {
		Set<Rejection> tested = EnumSet.of(Rejection.HEAD_TIMEOUT, Rejection.BODY_TIMEOUT, Rejection.FIELDS_MALFORMED,
				Rejection.CONTENT_LENGTH_MISMATCH);
		rejected().forEach((arguments) -> tested.add((Rejection) arguments.get()[0]));
		assertThat(tested).containsExactlyInAnyOrder(Rejection.values());
	}

	@ParameterizedTest
	@MethodSource("rejected")
	void isAnsweredAndClosesTheConnectionHoweverItArrives(Rejection rejection, String request) {
		byte[] bytes = (request + NEXT).getBytes(StandardCharsets.ISO_8859_1);
		Fragmentation.of(bytes).forSome((pieces) -> {
			List<String> targets = new ArrayList<>();
			try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
				targets.add(exchange.target().path());
				BodyCollector.collect(exchange, 10_000, exchange::end);
			}, LIMITS)) {
				wire.send(pieces);
				WireResponse response = wire.response();
				assertThat(response.status()).isEqualTo(rejection.status());
				assertThat(response.text()).contains(rejection.reason());
				assertThat(response.closes()).isTrue();
				assertThat(wire.channel().isOutputShutdown()).isTrue();
				assertThat(wire.rejected(rejection)).isEqualTo(1);
				assertThat(wire.balanced()).isTrue();
				assertThat(targets).doesNotContain("/smuggled");
				assertThat(wire.fin().open()).isFalse();
			}
		}, 10);
	}

	@Test
	void hasNoContentForHead() {
		String chunked = "Transfer-Encoding: chunked\r\n\r\n";
		for (String rest : List.of("X: 1\r\n\r\n", "Host: a b\r\n\r\n", "Host: t\r\n" + chunked + "x\r\n")) {
			try (EmbeddedWire wire = new EmbeddedWire((exchange) -> BodyCollector.collect(exchange, 10, exchange::end),
					LIMITS)) {
				wire.send("HEAD / HTTP/1.1\r\n" + rest);
				WireResponse response = wire.response("HEAD");
				assertThat(response.status()).isEqualTo(400);
				assertThat(response.field("Content-Length")).isNotEqualTo(Optional.of("0"));
			}
		}
	}

	@ParameterizedTest
	@MethodSource("rejected")
	void leavesNothingBehindForTheNextConnectionOfTheLoop(Rejection rejection, String request) {
		try (EmbeddedWire wire = new EmbeddedWire(Exchange::end, LIMITS); EmbeddedWire next = wire.sibling()) {
			next.send("GET /smug");
			wire.send(request);
			next.send("gled HTTP/1.1\r\nHost: t\r\n\r\n" + NEXT);
			assertThat(next.responses()).hasSize(2)
				.allSatisfy((response) -> assertThat(response.status()).isEqualTo(200));
			assertThat(next.open()).isTrue();
		}
	}

	@Test
	void isOnlyLoggedAtDebug() {
		try (CapturedLog log = CapturedLog.start(); EmbeddedWire wire = new EmbeddedWire(Exchange::end, LIMITS)) {
			rejected().forEach((arguments) -> wire.sibling().send((String) arguments.get()[1]).close());
			assertThat(log.visible()).isEmpty();
		}
	}

	@Test
	void comesBehindTheAnswersToEarlierRequests() {
		List<Exchange> waiting = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire(waiting::add)) {
			wire.send(NEXT + "BAD\r\n\r\n");
			assertThat(wire.output()).isEmpty();
			waiting.get(0).end("first");
			wire.run();
			assertThat(wire.responses()).extracting(WireResponse::status).containsExactly(200, 400);
		}
	}

	@Test
	void endsTheExchangeWhoseBodyItIs() {
		List<Throwable> aborts = new ArrayList<>();
		RecordingListener listener = new RecordingListener();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.onAbort(aborts::add);
			exchange.receive(listener);
			exchange.request(1);
		})) {
			wire.send(CHUNKED).send("1\r\na\r\nzz\r\n");
			assertThat(wire.response().status()).isEqualTo(400);
			assertThat(listener.failures()).singleElement().isInstanceOf(RejectedBodyException.class);
			assertThat(aborts).singleElement().isInstanceOf(RejectedBodyException.class);
			assertThat(wire.balanced()).isTrue();
		}
	}

	@Test
	void cannotChangeAResponseThatIsUnderWay() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.write(exchange.allocator().buffer().writeByte('a'));
			exchange.request(1);
		})) {
			wire.send(CHUNKED).send("zz\r\n");
			assertThat(wire.output()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("1\r\na\r\n").doesNotContain(" 400 ");
			assertThat(wire.channel().isOutputShutdown()).isTrue();
		}
	}

	/** That it must not is said in its contract, but the client has no part in it. */
	@Test
	void answersAlthoughWhoIsToldOfItThrows() {
		HttpProtocol protocol = new HttpProtocol((exchange) -> exchange.end(), LIMITS, HttpTimeouts.DEFAULTS, null,
				(client, rejection) -> {
					throw new IllegalStateException("planted");
				});
		try (CapturedLog log = CapturedLog.startQuietly(); EmbeddedWire wire = new EmbeddedWire(protocol, false)) {
			assertThat(wire.send("GET  / HTTP/1.1\r\n\r\n").response().status()).isEqualTo(400);
			assertThat(wire.balanced()).isTrue();
			assertThat(log.visible()).singleElement().asString().contains("rejection listener");
		}
	}

}
