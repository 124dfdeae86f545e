/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.Exchange;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/** What a graceful shutdown means to one connection. */
@ExtendWith(LeakFree.class)
class ShutdownTests {

	private static final String GET = "GET / HTTP/1.1\r\nHost: t\r\n\r\n";

	private static final Duration MOMENT = Duration.ofMillis(500);

	private static void drain(EmbeddedWire wire) {
		wire.resources().sweeper().drain();
		wire.run();
	}

	@Test
	void idleConnectionIsClosedWhenNoRequestWasOnItsWay() {
		try (EmbeddedWire fresh = new EmbeddedWire(Exchange::end); EmbeddedWire used = fresh.sibling()) {
			used.send(GET);
			drain(fresh);
			assertThat(fresh.open()).isTrue();
			assertThat(used.open()).isTrue();
			fresh.pass(MOMENT);
			assertThat(fresh.open()).isFalse();
			assertThat(used.run().open()).isFalse();
		}
	}

	@Test
	void requestThatWasOnItsWayIsAnsweredAsTheLastOne() {
		List<Exchange> waiting = new ArrayList<>();
		try (EmbeddedWire fresh = new EmbeddedWire(waiting::add); EmbeddedWire used = fresh.sibling()) {
			used.send(GET);
			waiting.remove(0).end("first");
			used.run();
			drain(fresh);
			fresh.send(GET);
			used.send(GET);
			fresh.pass(MOMENT);
			waiting.forEach((exchange) -> exchange.end("last"));
			fresh.run();
			used.run();
			assertThat(fresh.response().text()).isEqualTo("last");
			assertThat(fresh.response().closes()).isTrue();
			assertThat(fresh.outputEnded()).isTrue();
			assertThat(used.responses()).extracting(WireResponse::text).containsExactly("first", "last");
			assertThat(used.responses().get(1).closes()).isTrue();
			assertThat(used.outputEnded()).isTrue();
		}
	}

	@Test
	void connectionThatComesLaterGetsOneAnswer() {
		try (EmbeddedWire first = new EmbeddedWire(Exchange::end)) {
			drain(first);
			try (EmbeddedWire late = first.sibling(); EmbeddedWire silent = first.sibling()) {
				assertThat(late.send(GET).response().closes()).isTrue();
				assertThat(late.outputEnded()).isTrue();
				first.pass(MOMENT);
				assertThat(silent.run().open()).isFalse();
			}
		}
	}

	@Test
	void requestInProgressIsAnsweredWithConnectionClose() {
		List<Exchange> waiting = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire(waiting::add)) {
			wire.send(GET);
			drain(wire);
			assertThat(wire.open()).isTrue();
			waiting.get(0).end("done");
			wire.run();
			assertThat(wire.response().closes()).isTrue();
			assertThat(wire.response().text()).isEqualTo("done");
			assertThat(wire.outputEnded()).isTrue();
		}
	}

	/** The server shuts down when the head of a response has left and no body. */
	private static EmbeddedWire drainingBehindTheHead(List<Exchange> waiting) {
		EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.flushHead();
			waiting.add(exchange);
		});
		wire.send(GET);
		drain(wire);
		return wire;
	}

	@Test
	void afterAResponseUnderWayOneMoreRequestIsAnswered() {
		List<Exchange> waiting = new ArrayList<>();
		try (EmbeddedWire wire = drainingBehindTheHead(waiting)) {
			waiting.get(0).end("done");
			wire.run();
			assertThat(wire.response().text()).isEqualTo("done");
			assertThat(wire.response().closes()).as("its head was sent before").isFalse();
			wire.send(GET);
			waiting.get(1).end("last");
			wire.run();
			assertThat(wire.responses()).extracting(WireResponse::text).containsExactly("done", "last");
			assertThat(wire.responses().get(1).closes()).isTrue();
			assertThat(wire.outputEnded()).isTrue();
		}
	}

	@Test
	void connectionEndsAMomentAfterAResponseThatDidNotSaySo() {
		List<Exchange> waiting = new ArrayList<>();
		try (EmbeddedWire wire = drainingBehindTheHead(waiting)) {
			waiting.get(0).end("done");
			wire.pass(MOMENT);
			assertThat(wire.response().text()).isEqualTo("done");
			assertThat(wire.outputEnded()).isTrue();
		}
	}

	@Test
	void requestWhoseHeadHasBegunIsAnswered() {
		try (EmbeddedWire wire = new EmbeddedWire(Exchange::end)) {
			wire.send("GET / HTTP/1.1\r\nHo");
			drain(wire);
			wire.send("st: t\r\n\r\n");
			assertThat(wire.response().closes()).isTrue();
		}
	}

	@Test
	void requestWhoseBodyIsUnderWayIsAnswered() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.receive(new RecordingListener() {

				@Override
				void completed() {
					exchange.end(text());
				}

			});
			exchange.request(Long.MAX_VALUE);
		})) {
			wire.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 6\r\n\r\nabc");
			drain(wire);
			wire.send("def");
			assertThat(wire.response().text()).isEqualTo("abcdef");
			assertThat(wire.response().closes()).isTrue();
		}
	}

	@Test
	void exchangeIsToldOnceAndAtOnceIfItAsksLater() {
		List<String> events = new ArrayList<>();
		List<Exchange> waiting = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			waiting.add(exchange);
			exchange.onShutdown(() -> events.add("told"));
		})) {
			wire.send(GET);
			drain(wire);
			drain(wire);
			assertThat(events).containsExactly("told");
			waiting.get(0).onShutdown(() -> {
				events.add("late");
				waiting.get(0).end();
			});
			wire.run();
			assertThat(events).containsExactly("told", "late");
			assertThat(wire.outputEnded()).isTrue();
		}
	}

	@Test
	void exchangeThatStartsDuringTheShutdownIsTold() {
		List<String> events = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.onShutdown(() -> events.add("told"));
			exchange.end();
		})) {
			wire.send("GET / HTTP/1.1\r\nHo");
			drain(wire);
			wire.send("st: t\r\n\r\n");
			assertThat(events).containsExactly("told");
		}
	}

	@Test
	void exchangeThatEndedIsNotTold() {
		List<String> events = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.onShutdown(() -> events.add("told"));
			exchange.end();
		})) {
			wire.send(GET);
			drain(wire);
			assertThat(events).isEmpty();
		}
	}

}
