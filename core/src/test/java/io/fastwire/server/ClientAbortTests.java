/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;

import io.fastwire.http.Exchange;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.Transports;
import io.fastwire.testsupport.WireClient;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.concurrent.GlobalEventExecutor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Clients that reset their connections at any moment cost nothing for good. */
@ExtendWith(LeakFree.class)
class ClientAbortTests {

	private static final Logger LOGGER = Logger.getLogger(ClientAbortTests.class.getName());

	private static final int THREADS = 4;

	private static final List<String> BEGINNINGS = List.of("", "GET / HT", "GET /later HTTP/1.1\r\nHost: t\r\n\r\n",
			"GET /large HTTP/1.1\r\nHost: t\r\n\r\n", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 100\r\n\r\nbegin",
			"POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n",
			"GET /later HTTP/1.1\r\nHost: t\r\n\r\n".repeat(3));

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void leaveNothingBehind(Transport transport) throws Exception {
		abort(transport, 2_000);
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	@Tag("soak")
	void leaveNothingBehindInTheLongRun(Transport transport) throws Exception {
		abort(transport, 200_000);
	}

	private static void handle(Exchange exchange) {
		switch (exchange.target().path()) {
			case "/later" -> later(exchange);
			case "/large" -> exchange.end(exchange.allocator().directBuffer(500_000).writeZero(500_000));
			case "/ok" -> exchange.end("ok");
			default -> exchange.request(1);
		}
	}

	/** Answers some turns later, when the client may have gone. */
	private static void later(Exchange exchange) {
		GlobalEventExecutor.INSTANCE.schedule(() -> exchange.execute(() -> exchange.end("late answer")), 5,
				TimeUnit.MILLISECONDS);
	}

	private static void abort(Transport transport, int count) throws Exception {
		HttpTimeouts timeouts = HttpTimeouts.builder()
			.head(Duration.ofSeconds(1))
			.bodyWindow(Duration.ofSeconds(1))
			.build();
		try (CapturedLog log = CapturedLog.start();
				TestServer server = TestServer.start(TestServer.options().transport(transport).timeouts(timeouts),
						ClientAbortTests::handle)) {
			run(server, 200);
			server.awaitIdle();
			long before = PooledByteBufAllocator.DEFAULT.pinnedDirectMemory();
			long begin = System.nanoTime();
			run(server, count);
			server.awaitIdle();
			long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
			ServerStatistics statistics = server.statistics();
			LOGGER.info(() -> transport + ": " + count + " aborts in " + millis + " ms, " + statistics.requests()
					+ " requests, " + statistics.requestsAborted() + " aborted");
			assertThat(statistics.connectionsAccepted()).isEqualTo(count + 200L);
			TestServer.await("pooled buffers are back",
					() -> PooledByteBufAllocator.DEFAULT.pinnedDirectMemory() <= before);
			try (WireClient client = server.connect()) {
				for (int i = 0; i < 50; i++) {
					assertThat(client.get("/ok").text()).isEqualTo("ok");
				}
			}
			assertThat(log.visible()).allMatch((line) -> line.contains(ClientAbortTests.class.getName()));
		}
	}

	private static void run(TestServer server, int count) throws Exception {
		AtomicInteger left = new AtomicInteger(count);
		AtomicReference<Throwable> failure = new AtomicReference<>();
		Thread[] threads = new Thread[THREADS];
		for (int i = 0; i < THREADS; i++) {
			Random random = new Random(i);
			threads[i] = new Thread(() -> {
				try {
					while (left.getAndDecrement() > 0) {
						abortOne(server, random);
					}
				}
				catch (IOException | RuntimeException ex) {
					failure.set(ex);
				}
			});
			threads[i].start();
		}
		for (Thread thread : threads) {
			thread.join();
		}
		assertThat(failure).hasNullValue();
	}

	private static void abortOne(TestServer server, Random random) throws IOException {
		WireClient client = server.connect();
		client.send(BEGINNINGS.get(random.nextInt(BEGINNINGS.size())));
		for (int spins = random.nextInt(20_000); spins > 0; spins--) {
			Thread.onSpinWait();
		}
		client.reset();
	}

}
