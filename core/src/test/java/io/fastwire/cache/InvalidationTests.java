/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.fastwire.http.Exchange;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.WireClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What removes responses before their time. */
@ExtendWith(LeakFree.class)
class InvalidationTests {

	/** Answers GET so that it may be stored, and others with a status and a field. */
	private static CachedSite site(int status, String... fields) {
		return CachedSite.of((exchange) -> {
			if (exchange.method().equals("GET")) {
				CachedSite.answer(exchange, "Cache-Control: public, max-age=60", "Vary: X");
			}
			else {
				exchange.status(status);
				CachedSite.answer(exchange, fields);
			}
		});
	}

	@ParameterizedTest
	@CsvSource({ "POST,200,true", "PUT,204,true", "DELETE,200,true", "PATCH,302,true", "UNKNOWN,200,true",
			"POST,400,false", "POST,500,false", "OPTIONS,200,false", "TRACE,200,false" })
	void unsafeRequestsDoUnlessTheyFail(String method, int status, boolean removes) throws IOException {
		try (CachedSite site = site(status)) {
			site.get();
			site.get("X: 1");
			site.request("GET", "/b");
			site.request(method, "/a", "Authorization: x");
			assertThat(site.statistics().entries()).isEqualTo(removes ? 1 : 3);
			assertThat(site.request("GET", "/b").field("Age")).isPresent();
			assertThat(site.statistics().invalidations()).isEqualTo(removes ? 2 : 0);
		}
	}

	@ParameterizedTest
	@CsvSource({ "Location: /b,true", "Content-Location: /b#x,true", "Location: http://t/b,true",
			"Location: HTTP://T:80/b,true", "Location: http://other/b,false", "Location: https://t/b,false",
			"Location: //t/b,false", "Location: b,false", "Location: http://t,false" })
	void soDoesWhatTheirResponsesNameOnTheSameHost(String field, boolean removes) throws IOException {
		try (CachedSite site = site(201, field)) {
			site.request("GET", "/b");
			site.request("POST", "/a");
			assertThat(site.statistics().entries()).isEqualTo(removes ? 0 : 1);
		}
	}

	@Test
	void aTargetInAbsoluteFormIsTheSame() throws IOException {
		try (CachedSite site = site(200); WireClient client = site.server().connect()) {
			site.request("GET", "/a?x");
			client.send("DELETE http://T:80/a?x HTTP/1.1\r\nHost: t\r\n\r\n").read();
			assertThat(site.statistics().entries()).isZero();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void alsoConcernsWhatIsOnItsWay(boolean purge) throws Exception {
		BlockingQueue<Exchange> begun = new LinkedBlockingQueue<>();
		try (CachedSite site = CachedSite.of((exchange) -> {
			if (exchange.method().equals("POST")) {
				exchange.end();
			}
			else {
				begun.add(exchange);
			}
		}); WireClient client = site.server().connect(); WireClient second = site.server().connect()) {
			client.send("GET /a HTTP/1.1\r\nHost: t\r\n\r\n");
			Exchange outdated = begun.poll(20, TimeUnit.SECONDS);
			if (purge) {
				site.cache().purge("/a");
			}
			else {
				site.request("POST", "/a");
			}
			second.send("GET /a HTTP/1.1\r\nHost: t\r\n\r\n");
			Exchange current = begun.poll(20, TimeUnit.SECONDS);
			outdated.execute(() -> CachedSite.answer(outdated, "Cache-Control: max-age=60", "X: old"));
			assertThat(client.read().field("X")).contains("old");
			assertThat(site.statistics().entries()).isZero();
			current.execute(() -> CachedSite.answer(current, "Cache-Control: max-age=60", "X: new"));
			assertThat(second.read().field("X")).contains("new");
			assertThat(site.get().field("X")).contains("new");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/b", "/a/", "/a?", "http://u/a", "https://t/a" })
	void aPurgeLeavesAloneWhatItDoesNotName(String purged) throws Exception {
		storesWhatIsOnItsWayDuring((cache) -> {
			cache.purge(purged);
			cache.purgePrefix(purged);
		}, true);
	}

	/** Too long to be remembered whole, but not for what it means. */
	@Test
	void aLongPurgeLeavesAloneWhatItDoesNotName() throws Exception {
		storesWhatIsOnItsWayDuring((cache) -> cache.purge("/a?" + "b".repeat(2000)), true);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "/", "/a", "http://t/", "http://t/a" })
	void aPurgeOfAPrefixConcernsWhatIsOnItsWay(String prefix) throws Exception {
		storesWhatIsOnItsWayDuring((cache) -> {
			cache.purgePrefix(prefix);
			cache.purge("/b");
		}, false);
	}

	/** Not more is remembered than that. */
	@ParameterizedTest
	@CsvSource({ "256,true", "257,false" })
	void whatHasSeenTooManyPurgesIsNotStored(int purges, boolean stored) throws Exception {
		storesWhatIsOnItsWayDuring((cache) -> {
			for (int i = 0; i < purges; i++) {
				cache.purge("/b");
			}
		}, stored);
	}

	private static void storesWhatIsOnItsWayDuring(Consumer<ResponseCache> purge, boolean stored) throws Exception {
		BlockingQueue<Exchange> begun = new LinkedBlockingQueue<>();
		try (CachedSite site = CachedSite.of(begun::add); WireClient client = site.server().connect()) {
			client.send("GET /a HTTP/1.1\r\nHost: t\r\n\r\n");
			Exchange exchange = begun.poll(20, TimeUnit.SECONDS);
			purge.accept(site.cache());
			exchange.execute(() -> CachedSite.answer(exchange, "Cache-Control: max-age=60"));
			client.read();
			assertThat(site.statistics().entries()).isEqualTo(stored ? 1 : 0);
		}
	}

	@Test
	void purgesByTargetAndPrefix() throws IOException {
		try (CachedSite site = site(200)) {
			for (String target : new String[] { "/a", "/a?x", "/a/b", "/b" }) {
				site.request("GET", target);
				site.request("GET", target, "Host: u:8080");
			}
			assertThat(site.cache().purge("/nothing")).isZero();
			assertThat(site.cache().purge("/a")).isEqualTo(2);
			assertThat(site.cache().purge("http://u:8080/a?x")).isEqualTo(1);
			assertThat(site.cache().purgePrefix("http://t/a")).isEqualTo(2);
			assertThat(site.cache().purgePrefix("/a")).isEqualTo(1);
			assertThat(site.statistics().entries()).isEqualTo(2);
			assertThat(site.cache().purge()).isEqualTo(2);
			assertThat(site.statistics().entries()).isZero();
			assertThat(site.statistics().invalidations()).isEqualTo(8);
		}
	}

	@Test
	void anUnsafeRequestDoesAlsoWhenItsClientHasLeft() throws Exception {
		BlockingQueue<Exchange> begun = new LinkedBlockingQueue<>();
		try (CachedSite site = CachedSite.of((exchange) -> {
			if (exchange.method().equals("POST")) {
				begun.add(exchange);
			}
			else {
				CachedSite.answer(exchange, "Cache-Control: public, max-age=60");
			}
		}); WireClient client = site.server().connect()) {
			site.get();
			client.send("POST /a HTTP/1.1\r\nHost: t\r\nContent-Length: 0\r\n\r\n");
			Exchange changing = begun.poll(20, TimeUnit.SECONDS);
			client.reset();
			TestServer.await("it is gone with the client", () -> site.statistics().entries() == 0);
			site.get();
			assertThat(site.statistics().entries()).isEqualTo(1);
			changing.execute(changing::end);
			TestServer.await("it is gone with the end", () -> site.statistics().entries() == 0);
			assertThat(site.get().field("Age")).isEmpty();
		}
	}

}
