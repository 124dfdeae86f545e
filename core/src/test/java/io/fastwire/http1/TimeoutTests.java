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
import io.fastwire.http.HttpTimeouts;
import io.fastwire.http.RejectedBodyException;
import io.fastwire.http.Rejection;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.LeakFree;
import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/** Each timeout, on a clock that stands still unless the test moves it. */
@ExtendWith(LeakFree.class)
class TimeoutTests {

	private static final String GET = "GET / HTTP/1.1\r\nHost: t\r\n\r\n";

	/** A deadline strikes up to two sweeps late, never early. */
	private static final Duration SLACK = Duration.ofMillis(500);

	private static final HttpTimeouts TIMEOUTS = HttpTimeouts.builder()
		.head(Duration.ofSeconds(2))
		.idle(Duration.ofSeconds(8))
		.bodyWindow(Duration.ofSeconds(4))
		.bodyBytesPerWindow(100)
		.write(Duration.ofSeconds(3))
		.build();

	private static String post(int length) {
		return "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: " + length + "\r\n\r\n";
	}

	/**
	 * Lets time pass up to where the connection must still, and then must not, be open.
	 */
	private static void strikes(EmbeddedWire wire, Duration timeout) {
		wire.pass(timeout);
		assertThat(wire.outputEnded()).as("struck early").isFalse();
		wire.pass(SLACK);
		assertThat(wire.outputEnded()).as("has struck").isTrue();
	}

	@Test
	void silentConnectionIsClosed() {
		try (EmbeddedWire wire = new EmbeddedWire(Exchange::end, TIMEOUTS)) {
			strikes(wire, Duration.ofSeconds(8));
			assertThat(wire.output()).isEmpty();
			assertThat(wire.open()).isFalse();
		}
	}

	@Test
	void idleTimeStartsAnewWithEachResponse() {
		try (EmbeddedWire wire = new EmbeddedWire(Exchange::end, TIMEOUTS)) {
			for (int i = 0; i < 3; i++) {
				wire.pass(Duration.ofSeconds(7)).send(GET);
			}
			strikes(wire, Duration.ofSeconds(8));
			assertThat(wire.responses()).hasSize(3);
		}
	}

	@Test
	void requestInProgressIsNotIdle() {
		List<Exchange> waiting = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire(waiting::add, TIMEOUTS)) {
			wire.send(GET).pass(Duration.ofMinutes(5));
			waiting.get(0).end();
			assertThat(wire.run().response().status()).isEqualTo(200);
		}
	}

	@Test
	void headThatDripsIsAnswered408() {
		try (EmbeddedWire wire = new EmbeddedWire(Exchange::end, TIMEOUTS)) {
			wire.pass(Duration.ofSeconds(7)).send("GET / HTTP/1.1\r\n");
			for (int i = 0; i < 6; i++) {
				wire.pass(Duration.ofMillis(250)).send("X-" + i + ": 1\r\n");
			}
			strikes(wire, Duration.ofMillis(500));
			assertThat(wire.response().status()).isEqualTo(408);
			assertThat(wire.rejected(Rejection.HEAD_TIMEOUT)).isEqualTo(1);
		}
	}

	@Test
	void bodySlowerThanTheMinimumIsAnswered408() {
		RecordingListener listener = new RecordingListener();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.receive(listener);
			exchange.request(Long.MAX_VALUE);
		}, TIMEOUTS)) {
			wire.send(post(1000)).send(new byte[99]);
			strikes(wire, Duration.ofSeconds(4));
			assertThat(wire.response().status()).isEqualTo(408);
			assertThat(wire.rejected(Rejection.BODY_TIMEOUT)).isEqualTo(1);
			assertThat(listener.failures()).singleElement().isInstanceOf(RejectedBodyException.class);
		}
	}

	@Test
	void bodyAtTheMinimumRateIsLetRun() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.receive(new RecordingListener());
			exchange.request(Long.MAX_VALUE);
		}, TIMEOUTS)) {
			wire.send(post(1000));
			for (int i = 0; i < 10; i++) {
				wire.send(new byte[100]).pass(Duration.ofSeconds(3));
			}
			assertThat(wire.output()).isEmpty();
		}
	}

	@Test
	void dripIsJudgedAlsoWhenTheApplicationAsksStepByStep() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.receive(new RecordingListener() {

				@Override
				void data() {
					exchange.request(1);
				}

			});
			exchange.request(1);
		}, TIMEOUTS)) {
			wire.send(post(1000));
			for (int i = 0; i < 19; i++) {
				wire.send("x").pass(Duration.ofMillis(250));
			}
			assertThat(wire.response().status()).isEqualTo(408);
		}
	}

	@Test
	void timeInWhichTheApplicationAsksForNothingDoesNotCount() {
		List<Exchange> exchanges = new ArrayList<>();
		RecordingListener listener = new RecordingListener();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchanges.add(exchange);
			exchange.receive(listener);
		}, TIMEOUTS)) {
			wire.send(post(1000)).send("x");
			wire.pass(Duration.ofMillis(3750));
			exchanges.get(0).request(2);
			wire.pass(Duration.ofSeconds(3));
			assertThat(wire.output()).as("waited for 3 s of 4").isEmpty();
			wire.send("y").pass(Duration.ofMinutes(1));
			assertThat(wire.output()).as("nothing is asked for").isEmpty();
			exchanges.get(0).request(1);
			wire.pass(Duration.ofSeconds(2));
			assertThat(wire.response().status()).isEqualTo(408);
		}
	}

	@Test
	void bodyThatWaitsFor100IsNotSlow() {
		List<Exchange> exchanges = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire(exchanges::add, TIMEOUTS)) {
			wire.send("POST / HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n");
			wire.pass(Duration.ofMinutes(1));
			assertThat(wire.output()).isEmpty();
			exchanges.get(0).request(1);
			wire.run().pass(Duration.ofSeconds(5));
			assertThat(wire.responses()).extracting((response) -> response.status()).containsExactly(100, 408);
		}
	}

	@Test
	void restOfABodyThatIsDrainedMustNotDripEither() {
		try (EmbeddedWire wire = new EmbeddedWire(Exchange::end, TIMEOUTS)) {
			wire.send(post(1000)).send("x");
			strikes(wire, Duration.ofSeconds(4));
			assertThat(wire.response().status()).isEqualTo(200);
			assertThat(wire.rejected(Rejection.BODY_TIMEOUT)).isEqualTo(1);
		}
	}

	@Test
	void clientThatReadsNothingIsGivenUp() {
		List<Throwable> aborts = new ArrayList<>();
		try (CapturedLog log = CapturedLog.start(); EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.onAbort(aborts::add);
			exchange.write(bytes(exchange, 100_000));
		}, TIMEOUTS)) {
			wire.room(10).send(GET);
			strikes(wire, Duration.ofSeconds(3));
			assertThat(aborts).singleElement()
				.isInstanceOf(AbortedException.class)
				.asString()
				.contains("did not read in time");
			assertThat(log.visible()).isEmpty();
			assertThat(wire.balanced()).isTrue();
		}
	}

	@Test
	void writingMoreIsNoSignThatTheClientReads() {
		List<Exchange> exchanges = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchanges.add(exchange);
			exchange.write(bytes(exchange, 100_000));
		}, TIMEOUTS)) {
			wire.room(10).send(GET);
			for (int i = 0; i < 14; i++) {
				exchanges.get(0).write(bytes(exchanges.get(0), 10));
				wire.run().pass(Duration.ofMillis(250));
			}
			assertThat(wire.open()).isFalse();
		}
	}

	@Test
	void clientThatReadsSlowlyIsLetRun() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.end(bytes(exchange, 200_000)), TIMEOUTS)) {
			wire.room(10).send(GET);
			for (int i = 0; i < 20; i++) {
				wire.pass(Duration.ofMillis(2500)).room(1);
			}
			assertThat(wire.open()).isTrue();
			assertThat(wire.channel().output()).hasSize(30);
		}
	}

	@Test
	void closingDoesNotWaitForEverForAClientThatStopsReading() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.write(bytes(exchange, 70_000));
			exchange.end(bytes(exchange, 20_000));
		}, TIMEOUTS)) {
			wire.room(10).send("GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n");
			wire.pass(Duration.ofSeconds(1)).room(80_000);
			assertThat(wire.channel().isWritable()).isTrue();
			strikes(wire, Duration.ofSeconds(5));
			assertThat(wire.open()).isFalse();
		}
	}

	@Test
	void callbackThatThrowsInASweepHurtsItsOwnExchangeOnly() {
		try (CapturedLog log = CapturedLog.startQuietly(); EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.onAbort((cause) -> {
				throw new IllegalStateException("planted");
			});
			exchange.receive(new RecordingListener());
			exchange.request(1);
		}, TIMEOUTS); EmbeddedWire other = wire.sibling()) {
			wire.send(post(10));
			wire.pass(Duration.ofSeconds(5));
			assertThat(wire.response().status()).isEqualTo(408);
			wire.pass(Duration.ofSeconds(5));
			other.run();
			assertThat(other.open()).as("the sweeper lives").isFalse();
			assertThat(log.visible()).hasSize(1);
		}
	}

	private static ByteBuf bytes(Exchange exchange, int count) {
		return exchange.allocator().directBuffer(count).writeZero(count);
	}

	@Test
	void closesANewConnectionWithoutARequestEarlierThanAnIdleOne() {
		HttpTimeouts timeouts = HttpTimeouts.builder()
			.firstRequest(Duration.ofSeconds(2))
			.idle(Duration.ofSeconds(9))
			.build();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.end("x"), timeouts)) {
			wire.pass(Duration.ofMillis(1900));
			assertThat(wire.open()).isTrue();
			wire.pass(Duration.ofMillis(600));
			assertThat(wire.open()).isFalse();
		}
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.end("x"), timeouts)) {
			wire.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n").pass(Duration.ofSeconds(8));
			assertThat(wire.open()).isTrue();
		}
		assertThat(HttpTimeouts.builder().idle(Duration.ofSeconds(9)).build().toBuilder().build().firstRequest())
			.isEqualTo(Duration.ofSeconds(9));
	}

}
