/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.AbortedException;
import io.fastwire.http.Exchange;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.http.RejectionListener;
import io.fastwire.http.RequestHandler;
import io.fastwire.internal.http.HttpProtocol;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireResponse;
import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A client that sends FIN and goes on to read (RFC 9112 section 9.6). */
@ExtendWith(LeakFree.class)
class HalfCloseTests {

	private static final String GET = "GET /%s HTTP/1.1\r\nHost: t\r\n\r\n";

	private static final Duration GRACE = HttpTimeouts.DEFAULTS.halfClose();

	private static EmbeddedWire wire(RequestHandler handler, boolean earlyFin) {
		return new EmbeddedWire(
				new HttpProtocol(handler, HttpLimits.DEFAULTS, HttpTimeouts.DEFAULTS, null, RejectionListener.NONE),
				earlyFin);
	}

	private static ByteBuf bytes(Exchange exchange, int count) {
		return exchange.allocator().directBuffer(count).writeZero(count);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void finBehindARequestIsAnswered(boolean early) {
		try (EmbeddedWire wire = wire((exchange) -> exchange.end("answer"), early)) {
			wire.sendWithFin(GET.formatted("1"));
			assertThat(wire.response().text()).isEqualTo("answer");
			assertThat(wire.open()).isFalse();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void finBehindARequestDoesNotCutALargeAnswer(boolean early) {
		try (EmbeddedWire wire = wire((exchange) -> exchange.end(bytes(exchange, 1_000_000)), early)) {
			wire.room(1000).sendWithFin(GET.formatted("1"));
			assertThat(wire.open()).isTrue();
			wire.room(Long.MAX_VALUE);
			assertThat(wire.response().body()).hasSize(1_000_000);
			assertThat(wire.open()).isFalse();
		}
	}

	@Test
	void finBehindAnAnswerUnderWayDoesNotCutIt() {
		try (EmbeddedWire wire = wire((exchange) -> exchange.end(bytes(exchange, 1_000_000)), false)) {
			wire.room(1000).send(GET.formatted("1")).fin().room(Long.MAX_VALUE);
			assertThat(wire.response().body()).hasSize(1_000_000);
			assertThat(wire.open()).isFalse();
		}
	}

	@Test
	void finBehindARefusalUnderWayDoesNotCutIt() {
		try (EmbeddedWire wire = wire(Exchange::end, false)) {
			wire.room(10).send("BAD\r\n\r\n").fin();
			assertThat(wire.open()).isTrue();
			assertThat(wire.room(Long.MAX_VALUE).response().status()).isEqualTo(400);
			assertThat(wire.open()).isFalse();
		}
	}

	@Test
	void answerWithinTheGraceArrives() {
		List<Exchange> waiting = new ArrayList<>();
		try (EmbeddedWire wire = wire(waiting::add, false)) {
			wire.send(GET.formatted("1")).fin().pass(GRACE);
			waiting.get(0).end("late");
			assertThat(wire.run().response().text()).isEqualTo("late");
			assertThat(wire.response().closes()).isTrue();
			assertThat(wire.open()).isFalse();
		}
	}

	@Test
	void neverEndingExchangeIsAbortedWithinASecond() {
		List<Throwable> aborts = new ArrayList<>();
		try (CapturedLog log = CapturedLog.start(); EmbeddedWire wire = wire((exchange) -> {
			exchange.onAbort(aborts::add);
			exchange.write(bytes(exchange, 10));
		}, false)) {
			wire.send(GET.formatted("1")).fin().pass(GRACE);
			assertThat(aborts).isEmpty();
			wire.pass(Duration.ofSeconds(1).minus(GRACE));
			assertThat(aborts).singleElement().isInstanceOf(AbortedException.class);
			assertThat(wire.open()).isFalse();
			assertThat(wire.balanced()).isTrue();
			assertThat(log.visible()).isEmpty();
		}
	}

	@Test
	void downloadOfKnownLengthIsLetRun() {
		List<Exchange> exchanges = new ArrayList<>();
		try (EmbeddedWire wire = wire((exchange) -> {
			exchanges.add(exchange);
			exchange.responseHeaders().set("Content-Length", "20");
			exchange.write(bytes(exchange, 10));
		}, false)) {
			wire.send(GET.formatted("1")).fin().pass(Duration.ofSeconds(10));
			exchanges.get(0).end(bytes(exchanges.get(0), 10));
			assertThat(wire.run().response().body()).hasSize(20);
			assertThat(wire.open()).isFalse();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void requestsPipelinedBeforeFinAreAllAnswered(boolean early) {
		List<Exchange> waiting = new ArrayList<>();
		try (EmbeddedWire wire = wire(waiting::add, early)) {
			wire.sendWithFin(GET.formatted("1") + GET.formatted("2") + GET.formatted("3"));
			for (int i = 0; i < 3; i++) {
				wire.pass(GRACE);
				waiting.get(i).end();
				wire.run();
			}
			assertThat(wire.responses()).extracting(WireResponse::closes).containsExactly(false, false, true);
			assertThat(wire.open()).isFalse();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void neverEndingExchangeBehindAnotherIsAbortedToo(boolean early) {
		List<Exchange> waiting = new ArrayList<>();
		try (EmbeddedWire wire = wire(waiting::add, early)) {
			wire.sendWithFin(GET.formatted("1") + GET.formatted("2"));
			waiting.get(0).end();
			wire.run().pass(GRACE);
			assertThat(wire.open()).isTrue();
			wire.pass(Duration.ofSeconds(1).minus(GRACE));
			assertThat(wire.open()).isFalse();
			assertThat(wire.balanced()).isTrue();
		}
	}

	@Test
	void finInsideAHeadClosesWithoutAnAnswer() {
		try (EmbeddedWire wire = wire(Exchange::end, false)) {
			wire.send("GET / HT").fin();
			assertThat(wire.open()).isFalse();
			assertThat(wire.output()).isEmpty();
		}
	}

	@Test
	void finOnAnIdleConnectionClosesIt() {
		try (EmbeddedWire wire = wire(Exchange::end, false)) {
			wire.send(GET.formatted("1")).fin();
			assertThat(wire.responses()).hasSize(1);
			assertThat(wire.open()).isFalse();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "Content-Length: 10\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
			"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n" })
	void finInsideABodyAborts(String rest) {
		for (boolean early : new boolean[] { false, true }) {
			List<Throwable> aborts = new ArrayList<>();
			RecordingListener listener = new RecordingListener();
			try (CapturedLog log = CapturedLog.start(); EmbeddedWire wire = wire((exchange) -> {
				exchange.onAbort(aborts::add);
				exchange.receive(listener);
				exchange.request(Long.MAX_VALUE);
			}, early)) {
				wire.sendWithFin("POST / HTTP/1.1\r\nHost: t\r\n" + rest);
				assertThat(wire.open()).isFalse();
				assertThat(aborts).singleElement().isInstanceOf(AbortedException.class);
				assertThat(listener.failures()).hasSize(1);
				assertThat(log.visible()).isEmpty();
				assertThat(wire.balanced()).isTrue();
			}
		}
	}

	@Test
	void finInsideABodyDoesNotCutAnAnswerThatIsComplete() {
		try (EmbeddedWire wire = wire((exchange) -> exchange.end(bytes(exchange, 100_000)), false)) {
			wire.room(100).send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 10\r\n\r\nabc").fin();
			wire.room(Long.MAX_VALUE);
			assertThat(wire.response().body()).hasSize(100_000);
			assertThat(wire.open()).isFalse();
		}
	}

	@Test
	void bodyCutByFinBehindAPipelinedRequestAborts() {
		List<Exchange> waiting = new ArrayList<>();
		try (EmbeddedWire wire = wire(waiting::add, true)) {
			wire.sendWithFin(GET.formatted("1") + "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 10\r\n\r\nabc");
			waiting.get(0).end();
			wire.run();
			assertThat(waiting).hasSize(2);
			assertThat(waiting.get(1).ended()).isTrue();
			assertThat(wire.open()).isFalse();
			assertThat(wire.balanced()).isTrue();
		}
	}

}
