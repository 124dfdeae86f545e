/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.fastwire.http.Exchange;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.Transports;
import io.fastwire.testsupport.WireClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What other threads see of an event loop. */
@ExtendWith(LeakFree.class)
class EventLoopStatisticsTests {

	private static final int TASKS = 7;

	private static final long BLOCKED_MILLIS = 600;

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void tasksPileUpBehindAHandlerThatBlocks(Transport transport) throws Exception {
		CountDownLatch blocked = new CountDownLatch(1);
		CountDownLatch release = new CountDownLatch(1);
		try (TestServer server = TestServer.start(transport, (exchange) -> {
			exchange.end();
			Thread other = new Thread(() -> addTasks(exchange, blocked));
			other.start();
			await(release);
		}); WireClient client = server.connect()) {
			assertThat(server.statistics().eventLoops()).isEqualTo(1);
			client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n");
			assertThat(blocked.await(20, TimeUnit.SECONDS)).isTrue();
			assertThat(server.statistics().pendingTasks(0)).isBetween(TASKS, TASKS + 3);
			TestServer.await("it is seen as stalled",
					() -> server.statistics().stalledNanos(0) > TimeUnit.MILLISECONDS.toNanos(300));
			release.countDown();
			assertThat(client.read().status()).isEqualTo(200);
			TestServer.await("it is not any more",
					() -> server.statistics().stalledNanos(0) < TimeUnit.MILLISECONDS.toNanos(300));
			TestServer.await("no task is left", () -> server.statistics().pendingTasks(0) == 0);
		}
		finally {
			release.countDown();
		}
	}

	private static void addTasks(Exchange exchange, CountDownLatch added) {
		for (int i = 0; i < TASKS; i++) {
			exchange.execute(() -> {
				// only its presence counts
			});
		}
		added.countDown();
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await(20, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void handlerThatBlocksIsSeenAsDelay() throws IOException {
		CountDownLatch never = new CountDownLatch(1);
		try (TestServer server = TestServer.start((exchange) -> {
			try {
				assertThat(never.await(BLOCKED_MILLIS, TimeUnit.MILLISECONDS)).isFalse();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			exchange.end();
		}); WireClient client = server.connect()) {
			assertThat(client.get("/").status()).isEqualTo(200);
			TestServer.await("two samples", () -> server.statistics().delaySamples(0) >= 2);
			assertThat(server.statistics().delayNanos(0)).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(300));
		}
	}

	@Test
	void eachEventLoopCountsForItself() throws IOException {
		try (TestServer server = TestServer.start((exchange) -> exchange.end("hello"));
				WireClient client = server.connect()) {
			assertThat(client.get("/").status()).isEqualTo(200);
			ServerStatistics statistics = server.statistics();
			assertThat(statistics.connectionsActive(0)).isEqualTo(1);
			assertThat(statistics.requests(0)).isEqualTo(1);
			assertThat(statistics.pool(0).hits()).isPositive().isEqualTo(statistics.poolHits());
		}
	}

	@Test
	void serverThatDoesNotRunHasNoEventLoop() {
		assertThat(ServerStatistics.NONE.eventLoops()).isZero();
		assertThatExceptionOfType(IndexOutOfBoundsException.class)
			.isThrownBy(() -> ServerStatistics.NONE.pendingTasks(0));
	}

}
