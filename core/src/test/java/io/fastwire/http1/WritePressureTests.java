/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.Exchange;
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

}
