/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LeakFree.class)
class ConditionalRequestTests {

	private static final String MODIFIED = "Mon, 30 Nov 2020 10:00:00 GMT";

	private static void tagged(Exchange exchange) {
		if ("\"v1\"".equals(exchange.headers().get("If-None-Match"))) {
			exchange.responseHeaders().add("Cache-Control", "max-age=100").add("ETag", "\"v1\"").add("X-New", "1");
			exchange.status(304).end();
			return;
		}
		CachedSite.answer(exchange, "Cache-Control: max-age=60", "ETag: \"v1\"", "X-Old: 1", "Content-Type: a/b");
	}

	@ParameterizedTest
	@CsvSource(quoteCharacter = '\'',
			value = { "'\"v1\"',304", "'W/\"v1\"',304", "'\"x\", \"v1\"',304", "'\"x\",W/\"v1\" , \"y\"',304", "*,304",
					"'\"v2\"',200", "'\"v11\"',200", "'\"x,\"v1\"\"',200", "v1,200", "'\"V1\"',200" })
	void areComparedByTag(String tags, int status) throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=60", "ETag: \"v1\"",
				"Last-Modified: " + MODIFIED, "Content-Type: text/plain", "Vary: Accept")) {
			site.get();
			WireResponse answer = site.get("If-None-Match: " + tags);
			assertThat(answer.status()).isEqualTo(status);
			assertThat(answer.field("ETag")).contains("\"v1\"");
			assertThat(answer.field("Cache-Control")).isPresent();
			assertThat(answer.field("Vary")).isPresent();
			assertThat(answer.field("Date")).isPresent();
			assertThat(answer.field("Age")).contains("0");
			assertThat(answer.field("Content-Type").isPresent()).isEqualTo(status == 200);
			assertThat(site.request("HEAD", "/a", "If-None-Match: " + tags).status()).isEqualTo(status);
			assertThat(site.calls()).isEqualTo(1);
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { MODIFIED + "|304", "Mon, 30 Nov 2020 10:00:01 GMT|304", "Monday, 30-Nov-20 10:00:00 GMT|304",
					"Mon Nov 30 10:00:00 2020|304", "Mon, 30 Nov 2020 09:59:59 GMT|200", "yesterday|200" })
	void areComparedByDate(String since, int status) throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=60", "Last-Modified: " + MODIFIED)) {
			site.get();
			assertThat(site.get("If-Modified-Since: " + since).status()).isEqualTo(status);
			assertThat(site.get("If-Modified-Since: " + since, "If-None-Match: \"x\"").status()).isEqualTo(200);
			assertThat(site.calls()).isEqualTo(1);
		}
	}

	@Test
	void doNotMatterForWhatIsNoSuccess() throws IOException {
		try (CachedSite site = CachedSite.of((exchange) -> {
			exchange.status(404);
			CachedSite.answer(exchange, "Cache-Control: max-age=60", "ETag: \"v1\"");
		})) {
			site.get();
			assertThat(site.get("If-None-Match: \"v1\"").status()).isEqualTo(404);
			assertThat(site.calls()).isEqualTo(1);
		}
	}

	@Test
	void reachTheHandlerWhereNothingIsStored() throws IOException {
		try (CachedSite site = CachedSite.of(ConditionalRequestTests::tagged)) {
			assertThat(site.get("If-None-Match: \"v1\"").status()).isEqualTo(304);
			assertThat(site.statistics().entries()).isZero();
			assertThat(site.cache().flights()).isEmpty();
		}
	}

	@Test
	void freshenWhatIsStored() throws IOException {
		try (CachedSite site = CachedSite.of(ConditionalRequestTests::tagged)) {
			site.get();
			site.pass(Duration.ofSeconds(61));
			WireResponse renewed = site.get();
			assertThat(renewed.status()).isEqualTo(200);
			assertThat(renewed.text()).isEqualTo("GET /a");
			assertThat(renewed.field("Cache-Control")).contains("max-age=100");
			assertThat(renewed.field("X-New")).contains("1");
			assertThat(renewed.field("X-Old")).contains("1");
			assertThat(renewed.field("Content-Type")).contains("a/b");
			site.pass(Duration.ofSeconds(99));
			assertThat(site.get().field("Age")).contains("99");
			assertThat(site.calls()).isEqualTo(2);
			assertThat(site.statistics().revalidations()).isEqualTo(1);
			assertThat(site.statistics().entries()).isEqualTo(1);
		}
	}

	@Test
	void ofTheClientAreAnsweredAfterTheCacheHasAskedByItsOwn() throws IOException {
		try (CachedSite site = CachedSite.of(ConditionalRequestTests::tagged)) {
			site.get();
			site.pass(Duration.ofSeconds(61));
			assertThat(site.get("If-None-Match: \"v0\"").status()).isEqualTo(200);
			site.pass(Duration.ofSeconds(101));
			assertThat(site.get("If-None-Match: \"v0\", \"v1\"").status()).isEqualTo(304);
			assertThat(site.statistics().revalidations()).isEqualTo(2);
		}
	}

	@Test
	void ofTheCacheReplaceThoseOfTheClient() throws IOException {
		BlockingQueue<Headers> seen = new LinkedBlockingQueue<>();
		try (CachedSite site = CachedSite.of((exchange) -> {
			seen.add(exchange.headers());
			CachedSite.answer(exchange, "Cache-Control: max-age=60", "ETag: \"v1\"", "Last-Modified: " + MODIFIED);
		})) {
			site.get();
			site.pass(Duration.ofSeconds(61));
			site.get("If-None-Match: \"x\"", "if-modified-since: " + MODIFIED, "X-Mine: 1");
			seen.remove();
			Headers asked = seen.remove();
			assertThat(asked.getAll("If-None-Match")).containsExactly("\"v1\"");
			assertThat(asked.getAll("If-Modified-Since")).containsExactly(MODIFIED);
			assertThat(asked.get("X-Mine")).isEqualTo("1");
			assertThat(asked.get("Host")).isEqualTo("t");
			assertThat(asked.size()).isEqualTo(4);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "no-store", "private" })
	void mayEndTheLifeOfWhatIsStored(String cacheControl) throws IOException {
		try (CachedSite site = CachedSite.of((exchange) -> {
			if (exchange.headers().contains("If-None-Match")) {
				exchange.responseHeaders().add("Cache-Control", cacheControl);
				exchange.status(304).end();
			}
			else {
				CachedSite.answer(exchange, "Cache-Control: max-age=60", "ETag: \"v1\"");
			}
		})) {
			site.get();
			site.pass(Duration.ofSeconds(61));
			assertThat(site.get().text()).isEqualTo("GET /a");
			assertThat(site.statistics().entries()).isZero();
		}
	}

	@Test
	void maySayThatItIsNotForEverybodyAnyMore() throws IOException {
		try (CachedSite site = CachedSite.of((exchange) -> {
			if (exchange.headers().contains("If-None-Match")) {
				exchange.responseHeaders().add("Cache-Control", "max-age=60").add("Vary", "X");
				exchange.status(304).end();
			}
			else {
				CachedSite.answer(exchange, "Cache-Control: public, max-age=60", "ETag: \"v1\"");
			}
		})) {
			site.get("Cookie: a=1");
			assertThat(site.get("Cookie: a=2").field("Age")).isPresent();
			site.pass(Duration.ofSeconds(61));
			site.get("Cookie: a=1", "X: 1");
			assertThat(site.get("Cookie: a=1", "X: 1").field("Age")).isPresent();
			assertThat(site.calls()).isEqualTo(2);
			assertThat(site.get("Cookie: a=1", "X: 2", "Cache-Control: only-if-cached").status()).isEqualTo(504);
			assertThat(site.get("Cookie: a=2", "X: 1", "Cache-Control: only-if-cached").status()).isEqualTo(504);
		}
	}

	@Test
	void keepWhatAStoredResponseVariesBy() throws IOException {
		try (CachedSite site = CachedSite.of((exchange) -> {
			if (exchange.headers().contains("If-None-Match")) {
				exchange.responseHeaders().add("Cache-Control", "max-age=60").add("Vary", "Y, x");
				exchange.status(304).end();
			}
			else {
				CachedSite.answer(exchange, "Cache-Control: max-age=60", "ETag: \"v1\"", "Vary: X");
			}
		})) {
			site.get("X: 1", "Y: 1");
			site.pass(Duration.ofSeconds(61));
			assertThat(site.get("X: 1", "Y: 1").field("Vary")).contains("X, Y");
			assertThat(site.get("X: 1", "Y: 1").field("Age")).isPresent();
			assertThat(site.get("X: 2", "Y: 1", "Cache-Control: only-if-cached").status()).isEqualTo(504);
			assertThat(site.get("X: 1", "Y: 2", "Cache-Control: only-if-cached").status()).isEqualTo(504);
		}
	}

	@ParameterizedTest
	@CsvSource(quoteCharacter = '\'', value = { "'ETag: \"v1\"','If-None-Match: \"v0\"',200",
			"'ETag: \"v1\"','If-None-Match: \"v1\"',304", "'ETag: \"other\"','If-None-Match: \"v1\"',304" })
	void deliverWhatA304SaysThatIsNotStored(String tag, String condition, int status) throws IOException {
		try (CachedSite site = CachedSite.of((exchange) -> {
			if (exchange.headers().contains("If-None-Match")) {
				exchange.status(304);
				CachedSite.answer(exchange, "Cache-Control: private", "Set-Cookie: a=b", tag);
			}
			else {
				CachedSite.answer(exchange, "Cache-Control: max-age=60", "ETag: \"v1\"", "X-Old: 1");
			}
		})) {
			site.get();
			site.pass(Duration.ofSeconds(61));
			WireResponse answer = site.get(condition);
			assertThat(answer.status()).isEqualTo(status);
			assertThat(answer.text()).isEqualTo((status == 200) ? "GET /a" : "");
			assertThat(answer.field("Set-Cookie")).contains("a=b");
			assertThat(answer.field("Cache-Control")).contains("private");
			assertThat(answer.field("ETag")).contains("\"v1\"");
			assertThat(answer.field("X-Old")).contains("1");
			assertThat(site.statistics().entries()).isZero();
		}
	}

}
