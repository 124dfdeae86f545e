/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.fastwire.http.Exchange;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.WireClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests for one target at one time. */
@ExtendWith(LeakFree.class)
class SingleFlightTests {

	private static final int CLIENTS = 20;

	private final BlockingQueue<Exchange> begun = new LinkedBlockingQueue<>();

	private Exchange next() throws InterruptedException {
		Exchange exchange = begun.poll(20, TimeUnit.SECONDS);
		assertThat(exchange).isNotNull();
		return exchange;
	}

	private static List<WireClient> ask(CachedSite site, int count, String fields) throws IOException {
		List<WireClient> clients = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			clients.add(site.server().connect().send("GET /a HTTP/1.1\r\nHost: t\r\n" + fields + "\r\n"));
		}
		return clients;
	}

	private static void awaitCollapsed(CachedSite site, int count) {
		TestServer.await(count + " requests wait", () -> site.statistics().collapsed() == count);
	}

	/** Lets one client ask, and others while it waits for its answer. */
	private Exchange askOneAndOthers(CachedSite site, List<WireClient> clients, int others) throws Exception {
		clients.addAll(ask(site, 1, ""));
		Exchange first = next();
		clients.addAll(ask(site, others, ""));
		awaitCollapsed(site, others);
		return first;
	}

	/** Answers for everybody. */
	private static void answer(Exchange exchange) {
		exchange.execute(() -> CachedSite.answer(exchange, "Cache-Control: max-age=60"));
	}

	private static void close(List<WireClient> clients) throws IOException {
		for (WireClient client : clients) {
			client.close();
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void areAnsweredByOne(int loops) throws Exception {
		try (CachedSite site = CachedSite.onLoops(loops, begun::add)) {
			List<WireClient> clients = new ArrayList<>();
			Exchange first = askOneAndOthers(site, clients, CLIENTS - 1);
			answer(first);
			for (WireClient client : clients) {
				assertThat(client.read().text()).isEqualTo("GET /a");
			}
			assertThat(site.calls()).isEqualTo(1);
			assertThat(site.statistics().hits()).isEqualTo(CLIENTS - 1);
			assertThat(site.cache().flights()).isEmpty();
			close(clients);
		}
	}

	@Test
	void goOnTheirOwnWhenTheHeadForbidsToShare() throws Exception {
		try (CachedSite site = CachedSite.of(begun::add)) {
			List<WireClient> clients = new ArrayList<>();
			Exchange first = askOneAndOthers(site, clients, 3);
			first.execute(() -> {
				first.responseHeaders().add("Cache-Control", "private");
				first.flushHead();
			});
			List<Exchange> others = List.of(next(), next(), next());
			for (Exchange other : others) {
				other.execute(() -> CachedSite.answer(other, "Cache-Control: private"));
			}
			first.execute(() -> first.end("first"));
			assertThat(clients.get(0).read().text()).isEqualTo("first");
			for (WireClient client : clients.subList(1, 4)) {
				assertThat(client.read().text()).isEqualTo("GET /a");
			}
			close(clients);
			List<WireClient> later = ask(site, 3, "");
			List.of(next(), next(), next()).forEach(SingleFlightTests::answer);
			for (WireClient client : later) {
				client.read();
			}
			close(later);
			assertThat(site.statistics().collapsed()).isEqualTo(3);
			assertThat(site.get().field("Age")).isPresent();
		}
	}

	@Test
	void waitForAnotherWhenTheFirstIsCutOff() throws Exception {
		try (CachedSite site = CachedSite.of(begun::add)) {
			List<WireClient> clients = new ArrayList<>();
			askOneAndOthers(site, clients, 2);
			clients.get(0).reset();
			Exchange second = next();
			awaitCollapsed(site, 3);
			answer(second);
			assertThat(clients.get(1).read().text()).isEqualTo("GET /a");
			assertThat(clients.get(2).read().text()).isEqualTo("GET /a");
			assertThat(site.calls()).isEqualTo(2);
			close(clients);
		}
	}

	@Test
	void goOnTheirOwnWhenItTakesTooLong() throws Exception {
		CacheOptions options = new CacheOptions(10, 10_000, 1000, Duration.ofMillis(50));
		try (CachedSite site = CachedSite.of(options, begun::add)) {
			List<WireClient> clients = ask(site, 1, "");
			Exchange first = next();
			clients.addAll(ask(site, 1, ""));
			Exchange second = next();
			assertThat(site.cache().flights()).isEmpty();
			answer(second);
			assertThat(clients.get(1).read().text()).isEqualTo("GET /a");
			answer(first);
			assertThat(clients.get(0).read().text()).isEqualTo("GET /a");
			assertThat(site.statistics().entries()).isEqualTo(1);
			close(clients);
		}
	}

	@Test
	void mayWaitForAnotherThatVariesAsTheyDo() throws Exception {
		try (CachedSite site = CachedSite.of(begun::add)) {
			List<WireClient> clients = ask(site, 1, "X: 1\r\n");
			Exchange first = next();
			clients.addAll(ask(site, 3, "X: 2\r\n"));
			awaitCollapsed(site, 3);
			first.execute(() -> CachedSite.answer(first, "Cache-Control: max-age=60", "Vary: X"));
			Exchange second = next();
			awaitCollapsed(site, 5);
			second.execute(() -> CachedSite.answer(second, "Cache-Control: max-age=60", "Vary: X"));
			for (WireClient client : clients) {
				assertThat(client.read().text()).isEqualTo("GET /a");
			}
			assertThat(site.calls()).isEqualTo(2);
			close(clients);
		}
	}

	@Test
	void mayGoAwayWhileTheyWait() throws Exception {
		try (CachedSite site = CachedSite.of(begun::add)) {
			List<WireClient> clients = ask(site, 1, "");
			Exchange first = next();
			List<WireClient> gone = ask(site, 5, "");
			awaitCollapsed(site, 5);
			for (WireClient client : gone) {
				client.reset();
			}
			TestServer.await("they are gone", () -> site.server().statistics().connectionsActive() == 1);
			answer(first);
			assertThat(clients.get(0).read().text()).isEqualTo("GET /a");
			assertThat(site.get().field("Age")).isPresent();
			assertThat(site.statistics().hits()).isEqualTo(1);
			close(clients);
		}
	}

	@Test
	void askAnewWhereTheClientInsists() throws Exception {
		try (CachedSite site = CachedSite.of(begun::add)) {
			List<WireClient> clients = ask(site, 1, "");
			Exchange first = next();
			clients.addAll(ask(site, 1, "Cache-Control: no-cache\r\n"));
			Exchange second = next();
			answer(second);
			assertThat(clients.get(1).read().status()).isEqualTo(200);
			answer(first);
			assertThat(clients.get(0).read().status()).isEqualTo(200);
			close(clients);
		}
	}

	@Test
	void doNotWaitForAClientThatDoesNotRead() throws Exception {
		CacheOptions options = new CacheOptions(10, 256 << 20, 64 << 20, Duration.ofMinutes(5));
		try (CachedSite site = CachedSite.of(options, begun::add);
				WireClient slow = WireClient.connect(site.server().port(), null, 4096)) {
			slow.send("GET /a HTTP/1.1\r\nHost: t\r\n\r\n");
			Exchange first = next();
			List<WireClient> clients = ask(site, 1, "");
			awaitCollapsed(site, 1);
			byte[] piece = new byte[64 * 1024];
			first.execute(() -> {
				first.responseHeaders().add("Cache-Control", "max-age=60");
				writeUntilFull(first, piece);
			});
			Exchange second = next();
			answer(second);
			assertThat(clients.get(0).read().text()).isEqualTo("GET /a");
			assertThat(site.cache().flights()).isEmpty();
			close(clients);
		}
	}

	/** Writes as much as is possible, and more whenever that was sent. */
	private static void writeUntilFull(Exchange exchange, byte[] piece) {
		boolean writable = true;
		while (writable && exchange.writeOffset() < 60 << 20) {
			writable = exchange.write(piece, 0, piece.length);
		}
		exchange.onWritable(() -> writeUntilFull(exchange, piece));
	}

	@Test
	void withCookiesDoNotWaitWhereCookiesMatter() throws Exception {
		try (CachedSite site = CachedSite.of(begun::add)) {
			List<WireClient> clients = ask(site, 1, "Cookie: a=1\r\n");
			Exchange first = next();
			answer(first);
			clients.get(0).read();
			clients.addAll(ask(site, 1, "Cookie: a=2\r\n"));
			Exchange second = next();
			clients.addAll(ask(site, 1, "Cookie: a=3\r\n"));
			Exchange third = next();
			assertThat(site.statistics().collapsed()).isZero();
			for (Exchange exchange : List.of(second, third)) {
				answer(exchange);
			}
			clients.get(1).read();
			clients.get(2).read();
			clients.addAll(ask(site, 1, ""));
			Exchange anonymous = next();
			clients.addAll(ask(site, 1, ""));
			awaitCollapsed(site, 1);
			answer(anonymous);
			clients.get(3).read();
			clients.get(4).read();
			assertThat(site.calls()).isEqualTo(4);
			close(clients);
		}
	}

}
