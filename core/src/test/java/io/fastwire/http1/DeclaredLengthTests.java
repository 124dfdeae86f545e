/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;

import io.fastwire.http.Exchange;
import io.fastwire.http.RequestHandler;
import io.fastwire.internal.io.Counter;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireResponse;
import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A Content-Length that differs from what is written (RFC 9110 section 8.6). */
@ExtendWith(LeakFree.class)
class DeclaredLengthTests {

	private static final String GET = "GET /route HTTP/1.1\r\nHost: t\r\n\r\n";

	private static ByteBuf bytes(Exchange exchange, int count) {
		return exchange.allocator().directBuffer(16).writeBytes(new byte[count]);
	}

	private static RequestHandler declaring(RequestHandler handler) {
		return (exchange) -> {
			exchange.responseHeaders().set("content-length", "10");
			handler.handle(exchange);
		};
	}

	@Test
	void surplusIsNeverSentAndLoggedWithTheRoute() {
		List<RequestHandler> handlers = List.of((exchange) -> exchange.end(bytes(exchange, 15)),
				(exchange) -> exchange.end(new byte[15]), (exchange) -> {
					exchange.write(bytes(exchange, 5));
					exchange.write(bytes(exchange, 6));
					exchange.write(bytes(exchange, 1));
					exchange.end();
				}, (exchange) -> {
					exchange.write(bytes(exchange, 10));
					exchange.end(new byte[5]);
				});
		for (RequestHandler handler : handlers) {
			try (CapturedLog log = CapturedLog.startQuietly();
					EmbeddedWire wire = new EmbeddedWire(declaring(handler))) {
				wire.send(GET + GET);
				assertThat(wire.responses()).hasSize(2)
					.allSatisfy((response) -> assertThat(response.body()).hasSize(10));
				assertThat(log.visible()).isNotEmpty().allMatch((line) -> line.contains("GET \"/route\""));
			}
		}
	}

	@Test
	void shortfallKnownBeforeTheCommitIsA500() {
		List<RequestHandler> handlers = List.of(Exchange::end, (exchange) -> exchange.end(new byte[5]),
				(exchange) -> exchange.end(bytes(exchange, 5)), (exchange) -> exchange.end("12345"));
		for (RequestHandler handler : handlers) {
			try (CapturedLog log = CapturedLog.startQuietly();
					EmbeddedWire wire = new EmbeddedWire(declaring(handler))) {
				wire.send(GET + GET);
				WireResponse response = wire.response();
				assertThat(response.status()).isEqualTo(500);
				assertThat(response.body()).isEmpty();
				assertThat(response.closes()).isTrue();
				assertThat(wire.outputEnded()).isTrue();
				assertThat(wire.balanced()).isTrue();
				assertThat(log.atLeast(Level.SEVERE)).singleElement().asString().contains("GET \"/route\"");
			}
		}
	}

	@Test
	void shortfallBehindTheCommitIsTruncated() {
		List<RequestHandler> handlers = List.of((exchange) -> {
			exchange.write(bytes(exchange, 5));
			exchange.end();
		}, (exchange) -> {
			exchange.write(bytes(exchange, 5));
			exchange.end(new byte[4]);
		}, (exchange) -> {
			exchange.flushHead();
			exchange.end();
		}, (exchange) -> {
			exchange.write(bytes(exchange, 5));
			throw new IllegalStateException("fails after 5");
		});
		for (RequestHandler handler : handlers) {
			List<Throwable> aborts = new ArrayList<>();
			try (CapturedLog log = CapturedLog.startQuietly();
					EmbeddedWire wire = new EmbeddedWire(declaring((exchange) -> {
						exchange.onAbort(aborts::add);
						handler.handle(exchange);
					}))) {
				wire.send(GET + GET);
				assertThat(wire.output()).contains("Content-Length: 10\r\n").doesNotContain("500");
				assertThat(wire.channel().output().length - wire.output().indexOf("\r\n\r\n") - 4).isLessThan(10);
				assertThat(wire.outputEnded()).isTrue();
				assertThat(aborts).hasSize(1);
				assertThat(wire.count(Counter.REQUESTS_ABORTED)).isEqualTo(1);
				assertThat(log.atLeast(Level.SEVERE)).singleElement().asString().contains("GET \"/route\"");
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "x", "-1", "1.5", "0x10", "99999999999999999999", "1, 1", "+1", "1 " })
	void lengthThatIsNoNumberFailsTheHandler(String length) {
		List<Throwable> thrown = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.responseHeaders().set("Content-Length", length);
			try {
				exchange.end(bytes(exchange, 5));
			}
			catch (IllegalArgumentException ex) {
				thrown.add(ex);
				exchange.responseHeaders().remove("Content-Length");
				exchange.end("mended");
			}
		})) {
			assertThat(wire.send(GET).response().text()).isEqualTo("mended");
			assertThat(thrown).hasSize(1);
		}
	}

}
