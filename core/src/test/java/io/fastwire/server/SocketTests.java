/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

import io.fastwire.http.BodyCollector;
import io.fastwire.http.Exchange;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.http.Rejection;
import io.fastwire.http.Tunnel;
import io.fastwire.http.TunnelListener;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.Fragmentation;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.Transports;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What depends on the kernel and the transport, on each of them. */
@ExtendWith(LeakFree.class)
class SocketTests {

	private static final String GET = "GET /%s HTTP/1.1\r\nHost: t\r\n\r\n";

	private static ByteBuf bytes(Exchange exchange, int count) {
		return exchange.allocator().directBuffer(count).writeZero(count);
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void requestsArriveInAnyPieces(Transport transport) throws IOException {
		String requests = GET.formatted("1") + "POST /2 HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\nhello"
				+ "POST /3 HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
				+ GET.formatted("4");
		try (TestServer server = TestServer.start(transport,
				(exchange) -> BodyCollector.collect(exchange, 100,
						(body) -> exchange.execute(() -> exchange.end(exchange.target().path()))));
				WireClient client = server.connect()) {
			Fragmentation.of(requests.getBytes(StandardCharsets.US_ASCII)).forSome((pieces) -> {
				try {
					client.send(pieces);
					for (int i = 1; i <= 4; i++) {
						assertThat(client.read().text()).isEqualTo("/" + i);
					}
				}
				catch (IOException ex) {
					throw new IllegalStateException(ex);
				}
			}, 20);
			assertThat(server.statistics().requestsActive()).isZero();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void finBehindARequestDoesNotCutTheAnswer(Transport transport) throws IOException {
		try (TestServer server = TestServer.start(transport, (exchange) -> exchange.end(bytes(exchange, 8_000_000)))) {
			for (int i = 0; i < 10; i++) {
				try (WireClient client = server.connect()) {
					client.send(GET.formatted("1") + GET.formatted("2")).shutdownOutput();
					assertThat(client.read().body()).hasSize(8_000_000);
					assertThat(client.read().body()).hasSize(8_000_000);
					assertThat(client.atEnd()).isTrue();
				}
			}
			server.awaitIdle();
			assertThat(server.statistics().requestsAborted()).isZero();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void neverEndingExchangeIsAbortedBehindFin(Transport transport) throws IOException {
		List<Throwable> aborts = new CopyOnWriteArrayList<>();
		try (CapturedLog log = CapturedLog.start(); TestServer server = TestServer.start(transport, (exchange) -> {
			exchange.onAbort(aborts::add);
			exchange.flushHead();
		}); WireClient client = server.connect()) {
			client.send(GET.formatted("1")).shutdownOutput();
			assertThat(client.readAll()).startsWith("HTTP/1.1 200 OK").doesNotContain("\r\n0\r\n");
			server.awaitIdle();
			assertThat(aborts).hasSize(1);
			assertThat(log.visible()).isEmpty();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void resetsAndEarlyEndsAreQuietAndAccountedFor(Transport transport) throws IOException {
		List<String> beginnings = List.of("", "GET / HT", GET.formatted("wait"), GET.formatted("stream"),
				"POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 10\r\n\r\nabc", GET.formatted("done"),
				GET.formatted("wait").repeat(3));
		HttpTimeouts timeouts = HttpTimeouts.builder()
			.head(Duration.ofSeconds(1))
			.bodyWindow(Duration.ofSeconds(1))
			.build();
		ServerOptions.Builder options = TestServer.options().transport(transport).timeouts(timeouts);
		try (CapturedLog log = CapturedLog.start(); TestServer server = TestServer.start(options, (exchange) -> {
			switch (exchange.target().path()) {
				case "/stream" -> {
					Runnable fill = () -> {
						while (exchange.writable()) {
							exchange.write(bytes(exchange, 10_000));
						}
					};
					exchange.onWritable(fill);
					fill.run();
				}
				case "/done" -> exchange.end("done");
				default -> {
					// waits for ever
				}
			}
		})) {
			for (String beginning : beginnings) {
				for (boolean reset : new boolean[] { true, false }) {
					WireClient client = server.connect().send(beginning);
					if (beginning.contains("done") || beginning.contains("stream")) {
						client.readBytes(20);
					}
					if (reset) {
						client.reset();
					}
					client.close();
				}
			}
			server.awaitIdle();
			assertThat(server.statistics().connectionsAccepted()).isEqualTo(2L * beginnings.size());
			assertThat(log.visible()).isEmpty();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void truncatedStreamToHttp10EndsByReset(Transport transport) throws IOException {
		List<Exchange> exchanges = new CopyOnWriteArrayList<>();
		try (TestServer server = TestServer.start(transport, (exchange) -> {
			exchange.write(bytes(exchange, 1000));
			exchanges.add(exchange);
		})) {
			for (boolean abort : new boolean[] { true, false }) {
				try (WireClient client = server.connect()) {
					client.send("GET / HTTP/1.0\r\n\r\n");
					client.readBytes(100);
					Exchange exchange = exchanges.remove(0);
					exchange.execute(abort ? () -> exchange.abort(new IOException("planted")) : exchange::end);
					assertThat(client.endsByReset()).isEqualTo(abort);
				}
			}
			try (WireClient client = server.connect()) {
				client.send("GET / HTTP/1.0\r\n\r\n");
				client.readBytes(100);
				server.server().stop();
				assertThat(client.endsByReset()).as("the server stops").isTrue();
			}
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void refusalReachesAClientThatSendsFiftyMegabytesFirst(Transport transport) throws IOException {
		HttpLimits limits = HttpLimits.builder().maxBodyBytes(1_000_000).build();
		byte[] piece = new byte[1_000_000];
		try (TestServer server = TestServer.start(TestServer.options().transport(transport).limits(limits),
				(exchange) -> BodyCollector.collect(exchange, 500_000, exchange::end))) {
			for (String framing : List.of("Content-Length: 50000000", "Transfer-Encoding: chunked")) {
				try (WireClient client = server.connect()) {
					client.send("POST / HTTP/1.1\r\nHost: t\r\n" + framing + "\r\n\r\n");
					for (int i = 0; i < 50; i++) {
						client.send(framing.startsWith("T") ? "f4240\r\n" : "").send(piece);
						client.send(framing.startsWith("T") ? "\r\n" : "");
					}
					WireResponse response = client.read();
					assertThat(response.status()).isEqualTo(413);
					assertThat(client.atEnd()).isTrue();
				}
			}
			server.awaitIdle();
			assertThat(server.statistics().rejections(Rejection.BODY_TOO_LARGE)).isGreaterThanOrEqualTo(1);
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void bytesBehindAnUpgradeInTheSamePacketArrive(Transport transport) throws IOException {
		try (TestServer server = TestServer.start(transport, (exchange) -> exchange.upgrade("echo", new Echo()));
				WireClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: t\r\nUpgrade: echo\r\nConnection: upgrade\r\n\r\nearly");
			assertThat(client.read().status()).isEqualTo(101);
			assertThat(client.readBytes(5)).asString().isEqualTo("early");
			client.send("late");
			assertThat(client.readBytes(4)).asString().isEqualTo("late");
			client.shutdownOutput();
			assertThat(client.atEnd()).isTrue();
			server.awaitIdle();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void timeoutsStrike(Transport transport) throws IOException {
		HttpTimeouts timeouts = HttpTimeouts.builder()
			.head(Duration.ofMillis(300))
			.idle(Duration.ofMillis(300))
			.bodyWindow(Duration.ofMillis(300))
			.write(Duration.ofMillis(300))
			.build();
		try (TestServer server = TestServer.start(TestServer.options().transport(transport).timeouts(timeouts),
				(exchange) -> {
					exchange.request(1);
					if (exchange.contentLength() == 0) {
						exchange.end(bytes(exchange, 50_000_000));
					}
				});
				WireClient idle = server.connect();
				WireClient head = server.connect().send("GET / HT");
				WireClient body = server.connect().send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 9\r\n\r\n1");
				WireClient reader = server.connect()) {
			reader.send(GET.formatted("large"));
			assertThat(idle.atEnd()).isTrue();
			assertThat(head.read().status()).isEqualTo(408);
			assertThat(head.atEnd()).isTrue();
			assertThat(body.read().status()).isEqualTo(408);
			assertThat(body.atEnd()).isTrue();
			TestServer.await("the connection that reads nothing is closed",
					() -> server.statistics().connectionsActive() <= 2);
			head.hangUp();
			body.hangUp();
			server.awaitIdle();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void randomBytesNeverHurtTheServer(Transport transport) throws IOException {
		Random random = new Random(7);
		try (CapturedLog log = CapturedLog.start(); TestServer server = TestServer.start(transport, Exchange::end)) {
			for (int i = 0; i < 100; i++) {
				byte[] noise = new byte[random.nextInt(2000)];
				random.nextBytes(noise);
				try (WireClient client = server.connect()) {
					client.send(noise).shutdownOutput();
					client.endsByReset();
				}
			}
			try (WireClient client = server.connect()) {
				assertThat(client.get("/").status()).isEqualTo(200);
			}
			server.awaitIdle();
			assertThat(log.visible()).isEmpty();
		}
	}

	private static final class Echo implements TunnelListener {

		private @Nullable Tunnel tunnel;

		@Override
		public void onOpen(Tunnel tunnel) {
			this.tunnel = tunnel;
		}

		@Override
		public void onData(ByteBuf data) {
			Objects.requireNonNull(tunnel).write(data);
		}

		@Override
		public void onClose(@Nullable Throwable cause) {
			tunnel = null;
		}

	}

}
