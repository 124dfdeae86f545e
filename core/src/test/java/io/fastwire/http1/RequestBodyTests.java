/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.logging.Level;

import io.fastwire.http.AbortedException;
import io.fastwire.http.Exchange;
import io.fastwire.internal.io.Counter;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.Fragmentation;
import io.fastwire.testsupport.LeakFree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** How a request body reaches the application. */
@ExtendWith(LeakFree.class)
class RequestBodyTests {

	private static final String CHUNKED = "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n";

	private static final String NEXT = "GET /next HTTP/1.1\r\nHost: t\r\n\r\n";

	private static String post(int length) {
		return "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: " + length + "\r\n\r\n";
	}

	private static byte[] ascii(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

	/** Asks for one piece after the other, from within the call that brings it. */
	private static RecordingListener stepwise(Exchange exchange) {
		return new RecordingListener() {

			@Override
			void data() {
				exchange.request(1);
			}

			@Override
			void completed() {
				exchange.end("read " + text());
			}

		};
	}

	/** Ends the response from within the first call that brings something. */
	private static RecordingListener endingEarly(Exchange exchange) {
		return new RecordingListener() {

			@Override
			void data() {
				exchange.end("enough");
			}

			@Override
			void completed() {
				exchange.end("nothing to read");
			}

		};
	}

	@Test
	void bodiesArriveWholeHoweverTheyAreCutAndAskedFor() {
		String body = "0123456789";
		String chunks = "3\r\n012\r\n1;x=y\r\n3\r\n6\r\n456789\r\n0\r\n\r\n";
		for (String request : List.of(post(10) + body, CHUNKED + chunks)) {
			Fragmentation.of(ascii(request + request)).forEach((pieces) -> {
				try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
					exchange.receive(stepwise(exchange));
					exchange.request(1);
				})) {
					wire.send(pieces);
					assertThat(wire.responses()).hasSize(2)
						.allSatisfy((response) -> assertThat(response.text()).isEqualTo("read " + body));
					assertThat(wire.open()).isTrue();
				}
			});
		}
	}

	@Test
	void nothingIsDeliveredThatWasNotAskedFor() {
		RecordingListener listener = new RecordingListener();
		List<Exchange> exchanges = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchanges.add(exchange);
			exchange.receive(listener);
		})) {
			wire.send(post(6) + "ab").send("cd").send("ef");
			assertThat(listener.pieces()).isZero();
			exchanges.get(0).request(1);
			assertThat(listener.pieces()).isEqualTo(1);
			exchanges.get(0).request(Long.MAX_VALUE);
			assertThat(listener.text()).isEqualTo("abcdef");
			assertThat(listener.completions()).isEqualTo(1);
		}
	}

	@Test
	void smallChunksThatComeTogetherAreJoined() {
		int count = 10_000;
		String chunks = "1\r\nx\r\n".repeat(count);
		for (long demand : new long[] { Long.MAX_VALUE, 1 }) {
			RecordingListener listener = new RecordingListener();
			List<Exchange> exchanges = new ArrayList<>();
			try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
				exchanges.add(exchange);
				exchange.receive(listener);
				exchange.request(demand);
			})) {
				wire.send(CHUNKED + chunks + "0\r\n\r\n");
				assertThat(listener.pieces()).isPositive();
				exchanges.get(0).request(Long.MAX_VALUE);
				assertThat(listener.text()).isEqualTo("x".repeat(count));
				assertThat(listener.pieces()).isLessThan(count / 100);
				assertThat(listener.completions()).isEqualTo(1);
			}
		}
	}

	@Test
	void demandThatOverflowsMeansAll() {
		RecordingListener listener = new RecordingListener();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.receive(listener);
			exchange.request(Long.MAX_VALUE - 1);
			exchange.request(Long.MAX_VALUE - 1);
		})) {
			wire.send(post(3)).send("a").send("b").send("c");
			assertThat(listener.text()).isEqualTo("abc");
		}
	}

	@Test
	void demandMustBePositiveAndThereIsOneListener() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			assertThatIllegalArgumentException().isThrownBy(() -> exchange.request(0));
			assertThatIllegalArgumentException().isThrownBy(() -> exchange.request(-1));
			exchange.receive(new RecordingListener());
			assertThatIllegalStateException().isThrownBy(() -> exchange.receive(new RecordingListener()));
			exchange.end("ok");
		})) {
			assertThat(wire.send(post(1) + "x").response().text()).isEqualTo("ok");
		}
	}

	@Test
	void askingForMoreFromWithinDataDoesNotNestTheNextCall() {
		List<RecordingListener> listeners = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			listeners.add(stepwise(exchange));
			exchange.receive(listeners.get(listeners.size() - 1));
			exchange.request(1);
		})) {
			wire.send(post(1)).send("x").send(post(2) + "yz").send(CHUNKED).send("1\r\na\r\n0\r\n\r\n");
			assertThat(wire.responses()).hasSize(3);
			assertThat(listeners).allSatisfy((listener) -> assertThat(listener.completions()).isEqualTo(1));
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void endingFromWithinDataTellsTheListenerThatTheRestIsLost(boolean chunked) {
		List<RecordingListener> listeners = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			RecordingListener listener = endingEarly(exchange);
			listeners.add(listener);
			exchange.receive(listener);
			exchange.request(Long.MAX_VALUE);
		})) {
			wire.send(chunked ? CHUNKED + "3\r\nabc\r\n" : post(6) + "abc");
			wire.send((chunked ? "3\r\ndef\r\n0\r\n\r\n" : "def") + NEXT);
			assertThat(wire.responses()).hasSize(2);
			assertThat(listeners.get(0).text()).isEqualTo("abc");
			assertThat(listeners.get(0).failures()).singleElement().isInstanceOf(CancellationException.class);
		}
	}

	@Test
	void endingFromWithinTheLastDataCompletesTheBody() {
		List<RecordingListener> listeners = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			RecordingListener listener = endingEarly(exchange);
			listeners.add(listener);
			exchange.receive(listener);
			exchange.request(1);
		})) {
			wire.send(post(3) + "abc" + NEXT);
			assertThat(wire.responses()).hasSize(2);
			assertThat(listeners.get(0).completions()).isEqualTo(1);
		}
	}

	@Test
	void discardedBodyIsNotMentionedAgainAndTheConnectionGoesOn() {
		RecordingListener listener = new RecordingListener();
		List<Exchange> exchanges = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchanges.add(exchange);
			if (exchange.contentLength() != 0) {
				exchange.receive(listener);
				exchange.discardBody();
			}
			else {
				exchange.end();
			}
		})) {
			wire.send(post(100_000)).send(new byte[70_000]).send(new byte[30_000]);
			exchanges.get(0).end("x");
			wire.send(NEXT);
			assertThat(wire.responses()).hasSize(2);
			assertThat(listener.pieces() + listener.ends()).isZero();
		}
	}

	@Test
	void listenerThatComesTooLateIsToldTheFailure() {
		RecordingListener listener = new RecordingListener();
		List<Exchange> exchanges = new ArrayList<>();
		EmbeddedWire wire = new EmbeddedWire(exchanges::add);
		wire.send(post(3) + "a").close();
		exchanges.get(0).receive(listener);
		assertThat(listener.failures()).singleElement().isInstanceOf(AbortedException.class);
	}

	@Test
	void listenerThatThrowsIsA500() {
		try (CapturedLog log = CapturedLog.startQuietly(); EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.receive(new RecordingListener() {

				@Override
				void data() {
					throw new IllegalStateException("planted");
				}

			});
			exchange.request(1);
		})) {
			wire.send(post(3)).send("abc" + NEXT);
			assertThat(wire.response().status()).isEqualTo(500);
			assertThat(wire.response().closes()).isTrue();
			assertThat(wire.balanced()).isTrue();
			assertThat(log.atLeast(Level.SEVERE)).hasSize(1);
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void listenerThatAnswersAndThenThrowsDoesNotHurtTheNextRequest(boolean chunked) {
		try (CapturedLog log = CapturedLog.startQuietly(); EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			if (exchange.contentLength() == 0) {
				exchange.end("next");
				return;
			}
			exchange.receive(new RecordingListener() {

				@Override
				void data() {
					exchange.end("answered");
					throw new IllegalStateException("planted");
				}

			});
			exchange.request(Long.MAX_VALUE);
		})) {
			wire.send(chunked ? CHUNKED + "3\r\nabc\r\n0\r\n\r\n" : post(3) + "abc").send(NEXT);
			assertThat(wire.responses()).extracting((response) -> response.text()).containsExactly("answered", "next");
			assertThat(log.atLeast(Level.SEVERE)).hasSize(1);
		}
	}

	/** Who answers without reading what is here hears that it is lost. */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void listenerThatThrowsAtTheEndOfTheResponseDoesNotStopTheConnection(boolean chunked) {
		List<Exchange> exchanges = new ArrayList<>();
		try (CapturedLog log = CapturedLog.startQuietly(); EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchanges.add(exchange);
			if (exchange.contentLength() == 0) {
				exchange.end("next");
				return;
			}
			exchange.receive(new RecordingListener() {

				@Override
				void failed() {
					throw new IllegalStateException("planted");
				}

			});
		})) {
			wire.send(chunked ? CHUNKED + "3\r\nabc\r\n0\r\n\r\n" : post(3) + "abc");
			exchanges.get(0).execute(() -> exchanges.get(0).end("answered"));
			wire.run().send(NEXT);
			assertThat(wire.responses()).extracting((response) -> response.text()).containsExactly("answered", "next");
			assertThat(wire.count(Counter.REQUESTS_COMPLETED)).isEqualTo(2);
			assertThat(log.atLeast(Level.SEVERE)).singleElement().asString().contains("The handler of");
		}
	}

	@Test
	void trailersComeBehindTheBodyAndNeverMixWithTheHeaders() {
		List<Exchange> exchanges = new ArrayList<>();
		RecordingListener listener = new RecordingListener();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchanges.add(exchange);
			exchange.receive(listener);
			exchange.request(Long.MAX_VALUE);
		})) {
			wire.send(CHUNKED + "1\r\na\r\n0\r\nX-Sum: 1\r\nHost: evil\r\n\r\n");
			assertThat(listener.trailers().get("X-Sum")).isEqualTo("1");
			assertThat(exchanges.get(0).headers().get("X-Sum")).isNull();
			assertThat(exchanges.get(0).headers().get("Host")).isEqualTo("t");
		}
	}

	@Test
	void bodyThatNobodyAsksForStopsTheClientAtTheLimit() {
		List<Exchange> exchanges = new ArrayList<>();
		RecordingListener listener = new RecordingListener();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchanges.add(exchange);
			exchange.receive(listener);
		})) {
			wire.send(post(10_000_000));
			for (int i = 0; i < 1000; i++) {
				wire.send(new byte[10_000]);
			}
			assertThat(wire.count(Counter.BYTES_RECEIVED)).isLessThan(65_536 + 10_000 + 100);
			while (listener.completions() == 0) {
				assertThat(wire.count(Counter.BYTES_RECEIVED)).isLessThan(listener.text().length() + 76_000);
				exchanges.get(0).request(1);
				wire.run();
			}
			assertThat(listener.text()).hasSize(10_000_000);
		}
	}

	@Test
	void tinyPiecesThatNobodyAsksForAreJoined() {
		List<Exchange> exchanges = new ArrayList<>();
		RecordingListener listener = new RecordingListener();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchanges.add(exchange);
			exchange.receive(listener);
		})) {
			wire.send(CHUNKED).send("1\r\nx\r\n".repeat(20_000)).send("0\r\n\r\n");
			exchanges.get(0).request(Long.MAX_VALUE);
			assertThat(listener.text()).hasSize(20_000);
			assertThat(listener.pieces()).isLessThan(25);
			assertThat(listener.completions()).isEqualTo(1);
		}
	}

}
