/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.fastwire.compression.CompressingHandler;
import io.fastwire.compression.CompressionOptions;
import io.fastwire.http.Exchange;
import io.fastwire.http.RequestHandler;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** RFC 5861. */
@ExtendWith(LeakFree.class)
class StaleResponseTests {

	private final BlockingQueue<Exchange> begun = new LinkedBlockingQueue<>();

	/** Answers the first request, and leaves the others to the test. */
	private CachedSite site(String... fields) {
		int[] calls = { 0 };
		return CachedSite.of((exchange) -> {
			if (calls[0]++ == 0) {
				CachedSite.answer(exchange, fields);
			}
			else {
				begun.add(exchange);
			}
		});
	}

	private Exchange next() throws InterruptedException {
		Exchange exchange = begun.poll(20, TimeUnit.SECONDS);
		assertThat(exchange).isNotNull();
		return exchange;
	}

	@ParameterizedTest
	@ValueSource(strings = { "max-age=10, stale-while-revalidate=60", "s-maxage=10, stale-while-revalidate=60" })
	void areUsedWhileOneNewOneIsFetched(String cacheControl) throws Exception {
		try (CachedSite site = site("Cache-Control: " + cacheControl)) {
			site.get();
			site.pass(Duration.ofSeconds(30));
			for (int i = 0; i < 5; i++) {
				assertThat(site.get().field("Age")).contains("30");
			}
			Exchange refresh = next();
			assertThat(begun).isEmpty();
			assertThat(refresh.method()).isEqualTo("GET");
			assertThat(refresh.headers().get("Host")).isEqualTo("t");
			refresh.execute(() -> CachedSite.answer(refresh, "Cache-Control: max-age=10", "X: new"));
			TestServer.await("it is replaced", () -> site.statistics().stores() == 2);
			WireResponse fresh = site.get();
			assertThat(fresh.field("Age")).contains("0");
			assertThat(fresh.field("X")).contains("new");
			assertThat(fresh.text()).isEqualTo("GET /a");
			assertThat(site.statistics().stale()).isEqualTo(5);
			assertThat(site.statistics().misses()).isEqualTo(1);
			assertThat(site.cache().flights()).isEmpty();
		}
	}

	@Test
	void mayBeStaleFromTheBeginning() throws Exception {
		try (CachedSite site = site("Cache-Control: max-age=0, stale-while-revalidate=60")) {
			site.get();
			assertThat(site.get().field("Age")).contains("0");
			Exchange refresh = next();
			refresh.execute(refresh::end);
			assertThat(site.statistics().stale()).isEqualTo(1);
		}
	}

	@Test
	void areRefreshedByHeadToo() throws Exception {
		try (CachedSite site = site("Cache-Control: max-age=10, stale-while-revalidate=60", "ETag: \"v1\"")) {
			site.get();
			site.pass(Duration.ofSeconds(30));
			site.request("HEAD", "/a");
			Exchange refresh = next();
			assertThat(refresh.method()).isEqualTo("GET");
			assertThat(refresh.headers().get("If-None-Match")).isEqualTo("\"v1\"");
			refresh.execute(() -> refresh.status(304).end());
			TestServer.await("it is fresh", () -> site.statistics().revalidations() == 1);
			assertThat(site.get().field("Age")).contains("0");
		}
	}

	/** The error is compressed, and what is wrapped has ended behind its back. */
	@Test
	void standForErrorsThatAreCompressed(@TempDir Path directory) throws Exception {
		Path file = Files.writeString(directory.resolve("error.txt"), "error ".repeat(100_000));
		BlockingQueue<Throwable> told = new LinkedBlockingQueue<>();
		int[] calls = { 0 };
		RequestHandler handler = (exchange) -> {
			exchange.responseHeaders().add("Content-Type", "text/plain");
			if (calls[0]++ == 0) {
				CachedSite.answer(exchange, "Cache-Control: max-age=10, stale-if-error=60");
				return;
			}
			FileChannel opened = open(file);
			exchange.status(503).sendFile(opened, 0, 600_000, (failure) -> {
				close(opened);
				told.add((failure != null) ? failure : new IllegalStateException("sent"));
			});
			exchange.end();
		};
		try (CachedSite site = CachedSite.of(new CompressingHandler(CompressionOptions.DEFAULTS, handler))) {
			site.get("Accept-Encoding: gzip");
			site.pass(Duration.ofSeconds(30));
			assertThat(site.get("Accept-Encoding: gzip").field("Age")).contains("30");
			assertThat(told.poll(20, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
		}
	}

	private static FileChannel open(Path file) {
		try {
			return FileChannel.open(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void close(FileChannel file) {
		try {
			file.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void areNotUsedForLonger() throws Exception {
		try (CachedSite site = site("Cache-Control: max-age=10, stale-while-revalidate=60");
				WireClient client = site.server().connect()) {
			site.get();
			site.pass(Duration.ofSeconds(70));
			client.send("GET /a HTTP/1.1\r\nHost: t\r\n\r\n");
			Exchange second = next();
			second.execute(() -> second.end("second"));
			assertThat(client.read().text()).isEqualTo("second");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "max-age=10, stale-while-revalidate=60, must-revalidate",
			"max-age=10, stale-while-revalidate=60, proxy-revalidate" })
	void areNotUsedWhereThatIsForbidden(String cacheControl) throws Exception {
		try (CachedSite site = site("Cache-Control: " + cacheControl); WireClient client = site.server().connect()) {
			site.get();
			site.pass(Duration.ofSeconds(11));
			client.send("GET /a HTTP/1.1\r\nHost: t\r\n\r\n");
			Exchange second = next();
			second.execute(() -> second.end("second"));
			assertThat(client.read().text()).isEqualTo("second");
		}
	}

	@Test
	void surviveARefreshThatFails() throws Exception {
		try (CachedSite site = site("Cache-Control: max-age=10, stale-while-revalidate=60")) {
			site.get();
			site.pass(Duration.ofSeconds(30));
			site.get();
			Exchange failing = next();
			failing.execute(() -> {
				throw new IllegalStateException("on purpose");
			});
			TestServer.await("the refresh has ended", () -> site.cache().flights().isEmpty());
			assertThat(site.get().field("Age")).contains("30");
			Exchange error = next();
			error.execute(() -> error.status(500).end());
			TestServer.await("the refresh has ended", () -> site.cache().flights().isEmpty());
			assertThat(site.get().field("Age")).contains("30");
			Exchange last = next();
			last.execute(() -> CachedSite.answer(last, "Cache-Control: no-store"));
			TestServer.await("it is gone", () -> site.statistics().entries() == 0);
		}
	}

	@Test
	void areRefreshedAlsoWhenTheClientIsGone() throws Exception {
		try (CachedSite site = site("Cache-Control: max-age=10, stale-while-revalidate=60")) {
			site.get();
			site.pass(Duration.ofSeconds(30));
			site.get();
			Exchange refresh = next();
			site.server().awaitIdle();
			refresh.execute(() -> {
				refresh.responseHeaders().add("Cache-Control", "max-age=10");
				refresh.write("a");
				refresh.write(new byte[] { 'b' }, 0, 1);
				assertThat(refresh.writeOffset()).isEqualTo(2);
				refresh.end("c");
			});
			TestServer.await("it is replaced", () -> site.statistics().stores() == 2);
			assertThat(site.get().text()).isEqualTo("abc");
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 500, 502, 503, 504 })
	void standForErrors(int status) throws Exception {
		try (CachedSite site = site("Cache-Control: max-age=10, stale-if-error=60");
				WireClient client = site.server().connect();
				WireClient second = site.server().connect()) {
			site.get();
			site.pass(Duration.ofSeconds(30));
			client.send("GET /a HTTP/1.1\r\nHost: t\r\n\r\n");
			Exchange error = next();
			second.send("GET /a HTTP/1.1\r\nHost: t\r\n\r\n");
			TestServer.await("another waits", () -> site.statistics().collapsed() == 1);
			error.execute(() -> {
				error.responseHeaders().add("X", "error");
				error.status(status).write("err");
				error.end("or");
			});
			for (WireClient each : new WireClient[] { client, second }) {
				WireResponse answer = each.read();
				assertThat(answer.status()).isEqualTo(200);
				assertThat(answer.text()).isEqualTo("GET /a");
				assertThat(answer.field("Age")).contains("30");
				assertThat(answer.field("X")).isEmpty();
			}
			assertThat(site.statistics().stale()).isEqualTo(2);
			assertThat(site.calls()).isEqualTo(2);
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void standForFailuresOfTheHandler(boolean throwing) throws IOException {
		int[] calls = { 0 };
		try (CachedSite site = CachedSite.of((exchange) -> {
			if (calls[0]++ == 0) {
				CachedSite.answer(exchange, "Cache-Control: max-age=10, stale-if-error=60");
			}
			else if (throwing) {
				throw new IllegalStateException("on purpose");
			}
			else {
				exchange.abort(new IllegalStateException("on purpose"));
			}
		})) {
			site.get();
			site.pass(Duration.ofSeconds(30));
			assertThat(site.get().text()).isEqualTo("GET /a");
			site.pass(Duration.ofSeconds(40));
			assertThat(site.get().status()).isEqualTo(500);
			assertThat(site.cache().flights()).isEmpty();
		}
	}

	@Test
	void doNotStandForOtherStatuses() throws IOException {
		int[] calls = { 0 };
		try (CachedSite site = CachedSite.of((exchange) -> {
			exchange.status((calls[0]++ == 0) ? 200 : 404);
			CachedSite.answer(exchange, "Cache-Control: max-age=10, stale-if-error=60");
		})) {
			site.get();
			site.pass(Duration.ofSeconds(30));
			assertThat(site.get().status()).isEqualTo(404);
		}
	}

}
