/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.Exchange;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.testsupport.LeakFree;
import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/** What the application feels when the client reads slowly. */
@ExtendWith(LeakFree.class)
class WritePressureTests {

	private static final String GET = "GET / HTTP/1.1\r\nHost: t\r\n\r\n";

	private static ByteBuf bytes(Exchange exchange, int count) {
		return exchange.allocator().directBuffer(count).writeZero(count);
	}

	@Test
	void writableTurnsFalseAtTheLimitAndTheCallbackComesWhenItTurnsTrue() {
		List<Exchange> exchanges = new ArrayList<>();
		List<String> events = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchanges.add(exchange);
			exchange.onWritable(() -> events.add("writable"));
		})) {
			wire.room(0).send(GET);
			Exchange exchange = exchanges.get(0);
			int written = 0;
			while (exchange.write(bytes(exchange, 5000))) {
				written += 5000;
			}
			wire.run();
			assertThat(written).isBetween(50_000, 70_000);
			assertThat(exchange.writable()).isFalse();
			assertThat(events).isEmpty();
			wire.room(20_000);
			assertThat(events).as("still above the lower limit").isEmpty();
			wire.room(Long.MAX_VALUE);
			assertThat(events).containsExactly("writable");
			assertThat(exchange.writable()).isTrue();
			exchange.end();
			assertThat(wire.run().response().body()).hasSize(written + 5000);
		}
	}

	@Test
	void flushLetsLeaveWhatWasWrittenSoFar() {
		List<String> output = new ArrayList<>();
		List<EmbeddedWire> wires = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.write("first");
			output.add(wires.get(0).output());
			exchange.flush();
			output.add(wires.get(0).output());
			exchange.end("last");
			exchange.flush();
		})) {
			wires.add(wire);
			assertThat(wire.send(GET).response().text()).isEqualTo("firstlast");
			assertThat(output.get(0)).isEmpty();
			assertThat(output.get(1)).endsWith("5\r\nfirst\r\n");
		}
	}

	@Test
	void pauseAndResumeManyTimesLosesNothing() {
		int pieces = 2_000;
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			int[] left = { pieces };
			Runnable fill = () -> {
				while (left[0] > 0 && exchange.writable()) {
					left[0]--;
					exchange.write(bytes(exchange, 5000));
				}
				if (left[0] == 0) {
					exchange.end();
				}
			};
			exchange.onWritable(fill);
			fill.run();
		})) {
			wire.room(0).send(GET);
			for (int i = 0; i < 1000; i++) {
				wire.room(10_100);
				assertThat(wire.connection().writer().pendingBytes()).isLessThan(80_000);
			}
			assertThat(wire.room(Long.MAX_VALUE).response().body()).hasSize(pieces * 5000);
		}
	}

	/** As io_uring does when a read is cancelled. */
	@Test
	void answerLeavesAlsoWhenTheEndOfAReadIsNeverTold() {
		List<Exchange> waiting = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire(waiting::add)) {
			byte[] request = GET.getBytes(StandardCharsets.US_ASCII);
			wire.channel().pipeline().fireChannelRead(wire.channel().alloc().directBuffer().writeBytes(request));
			waiting.get(0).end("answer");
			assertThat(wire.run().response().text()).isEqualTo("answer");
		}
	}

	@Test
	void callbackThatIsReplacedOrRemovedIsNotCalled() {
		List<Exchange> exchanges = new ArrayList<>();
		List<String> events = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchanges.add(exchange);
			exchange.onWritable(() -> events.add("first"));
			exchange.onWritable(() -> events.add("second"));
			exchange.write(bytes(exchange, 100_000));
		})) {
			wire.room(0).send(GET).room(Long.MAX_VALUE);
			assertThat(events).containsExactly("second");
			exchanges.get(0).onWritable(null);
			wire.room(0);
			exchanges.get(0).write(bytes(exchanges.get(0), 100_000));
			wire.room(Long.MAX_VALUE);
			assertThat(events).hasSize(1);
		}
	}

	@Test
	void endFromWithinTheCallbackCompletesTheResponse() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.onWritable(exchange::end);
			exchange.write(bytes(exchange, 100_000));
		})) {
			wire.room(0).send(GET + GET).room(Long.MAX_VALUE);
			assertThat(wire.responses()).hasSize(2);
		}
	}

	@Test
	void pipelinedRequestsWaitWhileTheClientLeavesAnswersUnread() {
		int requests = 500;
		int[] started = { 0 };
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			started[0]++;
			exchange.end(bytes(exchange, 10_000));
		})) {
			wire.room(0).send(GET.repeat(requests));
			assertThat(started[0]).isBetween(1, 10);
			for (int i = 0; i < requests; i++) {
				assertThat(wire.connection().writer().pendingBytes()).isLessThan(80_000);
				wire.room(10_000);
			}
			assertThat(wire.room(Long.MAX_VALUE).responses()).hasSize(requests);
			assertThat(wire.channel().config().isAutoRead()).isTrue();
			assertThat(wire.open()).isTrue();
		}
	}

	@Test
	void requestsThatWaitForASlowReaderAreNeitherIdleNorLate() {
		HttpTimeouts timeouts = HttpTimeouts.builder()
			.head(Duration.ofSeconds(1))
			.idle(Duration.ofSeconds(2))
			.write(Duration.ofSeconds(3))
			.build();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.end(bytes(exchange, 10_000)), timeouts)) {
			wire.room(0).send(GET.repeat(20) + GET.substring(0, 10)).send(GET.substring(10));
			for (int i = 0; i < 10; i++) {
				wire.room(100).pass(Duration.ofSeconds(2));
				assertThat(wire.outputEnded()).isFalse();
			}
			assertThat(wire.room(Long.MAX_VALUE).responses()).hasSize(21);
		}
	}

	@Test
	void requestsThatWaitAreAnsweredAlsoBehindFin() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.end(bytes(exchange, 10_000)))) {
			wire.room(0).sendWithFin(GET.repeat(50)).room(Long.MAX_VALUE);
			assertThat(wire.responses()).hasSize(50);
			assertThat(wire.open()).isFalse();
		}
	}

	@Test
	void shutdownLeavesWaitingRequestsUnansweredAndAnswersWhole() {
		int[] started = { 0 };
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			started[0]++;
			exchange.end(bytes(exchange, 10_000));
		})) {
			wire.room(0).send(GET.repeat(50));
			wire.resources().sweeper().drain();
			wire.room(Long.MAX_VALUE);
			assertThat(wire.responses()).hasSize(started[0]).hasSizeLessThan(50);
			assertThat(wire.outputEnded()).isTrue();
			assertThat(wire.open()).as("closed with unread input").isTrue();
		}
	}

}
