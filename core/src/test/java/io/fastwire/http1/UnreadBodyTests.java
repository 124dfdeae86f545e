/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.Exchange;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.http.Rejection;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Answers that do not wait for the request body (RFC 9112 sections 9.3 and 9.6). */
@ExtendWith(LeakFree.class)
class UnreadBodyTests {

	private static final String NEXT = "GET /next HTTP/1.1\r\nHost: t\r\n\r\n";

	private static final HttpLimits LIMITS = HttpLimits.builder().maxDrainBytes(1000).build();

	private static void refuse(Exchange exchange) {
		exchange.status(exchange.contentLength() == 0 ? 200 : 401).end("answer");
	}

	private static String post(int length) {
		return "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: " + length + "\r\n\r\n";
	}

	private static List<Integer> statuses(EmbeddedWire wire) {
		return wire.responses().stream().map(WireResponse::status).toList();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 7, 1000 })
	void restUpToTheLimitIsDrainedAndTheConnectionKept(int piece) {
		try (EmbeddedWire wire = new EmbeddedWire(UnreadBodyTests::refuse, LIMITS)) {
			wire.send(post(1000));
			assertThat(wire.response().closes()).isFalse();
			for (int sent = 0; sent < 1000; sent += piece) {
				wire.send(new byte[Math.min(piece, 1000 - sent)]);
			}
			wire.send(NEXT);
			assertThat(statuses(wire)).containsExactly(401, 200);
		}
	}

	@Test
	void restBeyondTheLimitClosesTheConnectionAndSaysSo() {
		try (EmbeddedWire wire = new EmbeddedWire(UnreadBodyTests::refuse, LIMITS)) {
			wire.send(post(1001));
			assertThat(wire.response().closes()).isTrue();
			assertThat(wire.channel().isOutputShutdown()).isTrue();
			wire.send(new byte[1001]).send(NEXT);
			assertThat(statuses(wire)).containsExactly(401);
			assertThat(wire.channel().unread()).as("drained, or the answer would be lost to a reset").isZero();
			assertThat(wire.fin().open()).isFalse();
			assertThat(wire.balanced()).isTrue();
		}
	}

	@Test
	void chunkedRestBeyondTheLimitClosesTheConnectionQuietly() {
		try (CapturedLog log = CapturedLog.start();
				EmbeddedWire wire = new EmbeddedWire(UnreadBodyTests::refuse, LIMITS)) {
			wire.send("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n")
				.send(("64\r\n" + "x".repeat(100) + "\r\n").repeat(20) + "0\r\n\r\n" + NEXT);
			assertThat(statuses(wire)).containsExactly(401);
			assertThat(wire.channel().isOutputShutdown()).isTrue();
			assertThat(log.visible()).isEmpty();
			assertThat(wire.balanced()).isTrue();
		}
	}

	@Test
	void chunkedRestUpToTheLimitIsDrained() {
		try (EmbeddedWire wire = new EmbeddedWire(UnreadBodyTests::refuse, LIMITS)) {
			wire.send("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n")
				.send(("64\r\n" + "x".repeat(100) + "\r\n").repeat(10) + "0\r\n\r\n" + NEXT);
			assertThat(statuses(wire)).containsExactly(401, 200);
		}
	}

	@Test
	void whatTheApplicationDiscardedBeforeItsAnswerDoesNotCount() {
		List<Exchange> exchanges = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.discardBody();
			exchanges.add(exchange);
		}, LIMITS)) {
			wire.send(post(2000)).send(new byte[1500]);
			exchanges.get(0).end();
			wire.send(new byte[500]).send(NEXT);
			exchanges.get(1).end();
			wire.run();
			assertThat(statuses(wire)).containsExactly(200, 200);
		}
	}

	@Test
	void malformedRestBehindTheAnswerClosesWithoutASecondAnswer() {
		try (EmbeddedWire wire = new EmbeddedWire(UnreadBodyTests::refuse, LIMITS)) {
			wire.send("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n").send("zz\r\n" + NEXT);
			assertThat(statuses(wire)).containsExactly(401);
			assertThat(wire.outputEnded()).isTrue();
			assertThat(wire.rejected(Rejection.CHUNK_SIZE_MALFORMED)).isEqualTo(1);
			assertThat(wire.balanced()).isTrue();
		}
	}

	@Test
	void lingerEndsAfterItsTimeHoweverMuchIsSent() {
		HttpTimeouts timeouts = HttpTimeouts.builder().linger(Duration.ofSeconds(2)).build();
		try (EmbeddedWire wire = new EmbeddedWire(UnreadBodyTests::refuse, timeouts)) {
			wire.send(post(1_000_000_000));
			for (int i = 0; i < 6; i++) {
				wire.send(new byte[100_000]).pass(Duration.ofMillis(250));
				assertThat(wire.open()).isTrue();
			}
			wire.pass(Duration.ofSeconds(1));
			assertThat(wire.open()).isFalse();
		}
	}

	@Test
	void clientThatIsReadingSlowlyGetsTheWholeRefusal() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.status(413).end(new byte[50_000]))) {
			wire.room(100).send(post(1_000_000)).send(new byte[500_000]).fin();
			assertThat(wire.open()).isTrue();
			wire.room(Long.MAX_VALUE);
			assertThat(wire.response().body()).hasSize(50_000);
			assertThat(wire.open()).isFalse();
		}
	}

}
