/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.fastwire.http.Exchange;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.Transports;
import io.fastwire.testsupport.WireClient;
import io.netty.buffer.ByteBuf;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

import static org.assertj.core.api.Assertions.assertThat;

/** TCP slows down whoever is too fast, and memory stays bounded. */
@ExtendWith(LeakFree.class)
class BackPressureTests {

	private static final int PIECE = 1_000_000;

	private static final int PIECES = 30;

	/** What may wait in the server: the queue limit and the reads that overshoot it. */
	private static final long BOUND = 300_000;

	/** Answers how much has come. */
	private static CountingListener counting(Exchange exchange, AtomicLong taken) {
		return new CountingListener(exchange, taken, () -> exchange.end("" + taken));
	}

	private static CountingListener stepwise(Exchange exchange, AtomicLong taken) {
		return new CountingListener(exchange, taken, () -> exchange.end("" + taken)) {

			@Override
			public void onData(ByteBuf chunk) {
				super.onData(chunk);
				exchange.execute(() -> exchange.request(1));
			}

		};
	}

	private static Thread uploader(WireClient client) {
		Thread thread = new Thread(() -> {
			try {
				client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: " + (long) PIECE * PIECES + "\r\n\r\n");
				byte[] piece = new byte[PIECE];
				for (int i = 0; i < PIECES; i++) {
					client.send(piece);
				}
			}
			catch (IOException ex) {
				throw new IllegalStateException(ex);
			}
		});
		thread.start();
		return thread;
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void uploadThatNobodyAsksForStallsAndGoesOn(Transport transport) throws Exception {
		AtomicReference<Exchange> started = new AtomicReference<>();
		AtomicLong taken = new AtomicLong();
		try (TestServer server = TestServer.start(transport, (begun) -> {
			begun.receive(counting(begun, taken));
			started.set(begun);
		}); WireClient client = server.connect()) {
			Thread uploader = uploader(client);
			TestServer.await("the queue is full", () -> server.statistics().bytesReceived() > 65_536);
			Awaitility.await()
				.during(Duration.ofMillis(300))
				.until(() -> server.statistics().bytesReceived() < BOUND && uploader.isAlive());
			Exchange exchange = Objects.requireNonNull(started.get());
			exchange.execute(() -> exchange.request(Long.MAX_VALUE));
			assertThat(client.read().text()).isEqualTo("" + (long) PIECE * PIECES);
			uploader.join();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void uploadPausesAndResumesManyTimes(Transport transport) throws Exception {
		AtomicLong taken = new AtomicLong();
		AtomicLong ahead = new AtomicLong();
		try (TestServer server = TestServer.start(transport, (exchange) -> {
			exchange.receive(stepwise(exchange, taken));
			exchange.request(1);
		}); WireClient client = server.connect()) {
			Thread uploader = uploader(client);
			while (taken.get() < (long) PIECE * PIECES) {
				long before = taken.get();
				ahead.accumulateAndGet(server.statistics().bytesReceived() - before, Math::max);
			}
			assertThat(client.read().text()).isEqualTo("" + (long) PIECE * PIECES);
			uploader.join();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void clientThatReadsNothingStopsTheApplicationUntilItReads(Transport transport) throws Exception {
		AtomicLong written = new AtomicLong();
		AtomicLong stops = new AtomicLong();
		int total = 60_000_000;
		try (TestServer server = TestServer.start(transport, (exchange) -> {
			Runnable fill = () -> {
				while (exchange.writable() && written.get() < total) {
					exchange.write(exchange.allocator().directBuffer(20_000).writeZero(20_000));
					written.addAndGet(20_000);
				}
				if (written.get() == total) {
					exchange.end();
				}
				else {
					stops.incrementAndGet();
				}
			};
			exchange.onWritable(fill);
			fill.run();
		}); WireClient client = WireClient.connect(server.port(), null, 32_768)) {
			client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n");
			TestServer.await("the application stops", () -> stops.get() > 0);
			Awaitility.await().during(Duration.ofMillis(300)).until(() -> written.get() < total / 2);
			assertThat(client.read().body()).hasSize(total);
			assertThat(stops.get()).isGreaterThan(1);
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void clientThatReadsAsFastAsTheApplicationWritesDoesNotStarveOthers(Transport transport) throws Exception {
		try (TestServer server = TestServer.start(transport, (exchange) -> {
			if (exchange.target().path().equals("/short")) {
				exchange.end("short");
				return;
			}
			Runnable fill = () -> {
				while (exchange.writable()) {
					exchange.write(exchange.allocator().directBuffer(20_000).writeZero(20_000));
				}
			};
			exchange.onWritable(fill);
			fill.run();
		}); WireClient greedy = server.connect(); WireClient modest = server.connect()) {
			greedy.send("GET /endless HTTP/1.1\r\nHost: t\r\n\r\n");
			Thread reader = new Thread(() -> {
				try {
					greedy.socket().getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
				}
				catch (IOException ex) {
					// the test closes the socket
				}
			});
			reader.start();
			for (int i = 0; i < 20; i++) {
				assertThat(modest.get("/short").text()).isEqualTo("short");
			}
			greedy.hangUp();
			reader.join();
		}
	}

}
