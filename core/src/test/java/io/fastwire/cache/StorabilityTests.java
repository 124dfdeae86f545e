/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.fastwire.http.Exchange;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LeakFree.class)
class StorabilityTests {

	private static String date(long seconds) {
		return DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
			.withZone(ZoneOffset.UTC)
			.format(Instant.now().plusSeconds(seconds));
	}

	private static boolean stores(String... fields) throws IOException {
		try (CachedSite site = CachedSite.answering(fields)) {
			site.get();
			site.get();
			return site.calls() == 1;
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "max-age=60", "MAX-AGE=60", "s-maxage=60", "max-age=0, s-maxage=60", "public, max-age=60",
			"max-age=\"60\"", "foo=\"a, no-store\", max-age=60", "max-age=60, must-revalidate", "max-age=99999999999",
			"x=\"a\\\"b\", max-age=60" })
	void storesWhatSaysForHowLong(String cacheControl) throws IOException {
		assertThat(stores("Cache-Control: " + cacheControl)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "no-store, max-age=60", "max-age=60, no-store", "no-cache, max-age=60",
			"private, s-maxage=60", "private=\"x\", max-age=60", "no-cache=\"x\", max-age=60", "public", "max-age=0",
			"s-maxage=0, max-age=60", "max-age=60, max-age=0", "max-age=-1", "max-age=1.5", "max-age", "max-age=",
			"max-age=a", "max-age=60;", "immutable", "must-revalidate, stale-while-revalidate=60",
			"NO-STORE , max-age=60", "x=\"a, max-age=60" })
	void leavesTheRestAlone(String cacheControl) throws IOException {
		assertThat(stores("Cache-Control: " + cacheControl)).isFalse();
	}

	@Test
	void readsAllLines() throws IOException {
		assertThat(stores("Cache-Control: public", "Cache-Control: max-age=60")).isTrue();
		assertThat(stores("Cache-Control: max-age=60", "Cache-Control: no-store")).isFalse();
	}

	@Test
	void believesExpiresWhereThereIsNoMaxAge() throws IOException {
		assertThat(stores("Expires: " + date(60))).isTrue();
		assertThat(stores("Expires: " + date(-60))).isFalse();
		assertThat(stores("Expires: 0")).isFalse();
		assertThat(stores("Expires: " + date(60), "Expires: " + date(60))).isFalse();
		assertThat(stores("Expires: " + date(60), "Cache-Control: max-age=0")).isFalse();
		assertThat(stores("Expires: " + date(-60), "Cache-Control: max-age=60")).isTrue();
		assertThat(stores("Expires: " + date(60), "Date: " + date(3600))).isFalse();
	}

	@Test
	void doesNotGuess() throws IOException {
		assertThat(stores("Last-Modified: Mon, 30 Nov 2020 00:00:00 GMT")).isFalse();
		assertThat(stores()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Set-Cookie: a=b", "Vary: *", "Vary: Accept, *", "Content-Range: bytes 0-5/6" })
	void doesNotStoreWhatAFieldRulesOut(String field) throws IOException {
		assertThat(stores("Cache-Control: s-maxage=60", field)).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "200,true", "203,true", "204,true", "300,true", "301,true", "302,true", "307,true", "308,true",
			"404,true", "410,true", "201,false", "206,false", "304,false", "400,false", "401,false", "403,false",
			"405,false", "414,false", "431,false", "500,false", "501,false", "503,false", "599,false" })
	void storesByStatus(int status, boolean stored) throws IOException {
		try (CachedSite site = CachedSite.of((exchange) -> {
			exchange.status(status);
			CachedSite.answer(exchange, "Cache-Control: max-age=60");
		})) {
			assertThat(site.get().status()).isEqualTo(status);
			assertThat(site.get().status()).isEqualTo(status);
			assertThat(site.calls()).isEqualTo(stored ? 1 : 2);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "Authorization: Basic eA==", "authorization: x", "Proxy-Authorization: x",
			"Range: bytes=0-1", "If-Range: \"a\"", "If-Match: \"a\"", "If-Unmodified-Since: x",
			"Cache-Control: no-store", "X-HTTP-Method-Override: DELETE", "X-Method-Override: PUT", "X-HTTP-Method: PUT",
			"X-Original-URL: /admin", "X-Rewrite-URL: /admin" })
	void letsSomeRequestsPass(String field) throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: s-maxage=60")) {
			site.get(field);
			assertThat(site.statistics().entries()).isZero();
			site.get();
			assertThat(site.statistics().entries()).isEqualTo(1);
			assertThat(site.get(field).field("Age")).isEmpty();
			assertThat(site.calls()).isEqualTo(3);
			assertThat(site.statistics().bypasses()).isEqualTo(2);
		}
	}

	@Test
	void letsRequestsWithABodyPass() throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: s-maxage=60")) {
			try (var client = site.server().connect()) {
				client.send("GET /a HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\n\r\nx");
				assertThat(client.read().status()).isEqualTo(200);
			}
			assertThat(site.statistics().entries()).isZero();
		}
	}

	@Test
	void letsOtherMethodsPass() throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: s-maxage=60")) {
			for (String method : new String[] { "POST", "OPTIONS", "PUT", "get", "QUERY" }) {
				assertThat(site.request(method, "/a").text()).isEqualTo(method + " /a");
			}
			assertThat(site.statistics().entries()).isZero();
		}
	}

	@Test
	void stopsUsingWhatIsStale() throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=60")) {
			site.get();
			site.pass(Duration.ofMillis(59_999));
			site.get();
			assertThat(site.calls()).isEqualTo(1);
			site.pass(Duration.ofMillis(1));
			site.get();
			assertThat(site.calls()).isEqualTo(2);
			assertThat(site.get().field("Age")).contains("0");
			assertThat(site.calls()).isEqualTo(2);
		}
	}

	@Test
	void forgetsWhatItsSuccessorDoesNotAllow() throws IOException {
		String[] cacheControl = { "max-age=60" };
		try (CachedSite site = CachedSite
			.of((exchange) -> CachedSite.answer(exchange, "Cache-Control: " + cacheControl[0]))) {
			site.get();
			cacheControl[0] = "private";
			site.get("Cache-Control: no-cache");
			assertThat(site.statistics().entries()).isZero();
		}
	}

	@Test
	void whatIsBeingRecordedIsBoundedToo() throws Exception {
		BlockingQueue<Exchange> begun = new LinkedBlockingQueue<>();
		CacheOptions options = new CacheOptions(10, 40_000, 10_000, Duration.ofSeconds(60));
		try (CachedSite site = CachedSite.of(options, begun::add)) {
			List<WireClient> clients = new ArrayList<>();
			List<Exchange> exchanges = new ArrayList<>();
			for (String target : new String[] { "/a", "/b" }) {
				clients.add(site.server().connect().send("GET " + target + " HTTP/1.1\r\nHost: t\r\n\r\n"));
				exchanges.add(begin(begun));
			}
			exchanges.forEach((exchange) -> exchange.execute(exchange::end));
			for (WireClient client : clients) {
				assertThat(client.read().text()).hasSize(8000);
			}
			assertThat(site.cache().stored().keySet()).extracting(TargetKey::toString)
				.singleElement()
				.asString()
				.contains("/a");
			clients.add(site.server().connect().send("GET /c HTTP/1.1\r\nHost: t\r\n\r\n"));
			Exchange cut = begin(begun);
			BlockingQueue<Throwable> causes = new LinkedBlockingQueue<>();
			cut.execute(() -> cut.onAbort(causes::add));
			clients.get(2).reset();
			assertThat(causes.poll(20, TimeUnit.SECONDS)).isNotNull();
			cut.execute(() -> cut.write(new byte[8000], 0, 8000));
			clients.add(site.server().connect().send("GET /d HTTP/1.1\r\nHost: t\r\n\r\n"));
			Exchange last = begin(begun);
			last.execute(last::end);
			assertThat(clients.get(3).read().text()).hasSize(8000);
			assertThat(site.statistics().entries()).isEqualTo(2);
			for (WireClient client : clients) {
				client.close();
			}
		}
	}

	/** Takes the next request and writes a part of what may be stored for it. */
	private static Exchange begin(BlockingQueue<Exchange> begun) throws Exception {
		Exchange exchange = Objects.requireNonNull(begun.poll(20, TimeUnit.SECONDS));
		CompletableFuture<Boolean> written = new CompletableFuture<>();
		exchange.execute(() -> {
			exchange.responseHeaders().add("Cache-Control", "max-age=60");
			written.complete(exchange.write(new byte[8000], 0, 8000));
		});
		written.get(20, TimeUnit.SECONDS);
		return exchange;
	}

}
