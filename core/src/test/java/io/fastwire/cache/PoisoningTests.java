/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.io.IOException;

import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a client may not do to what others get. */
@ExtendWith(LeakFree.class)
class PoisoningTests {

	/** Answers with whatever an attacker has put into the request. */
	private static CachedSite reflecting() {
		return CachedSite.of((exchange) -> {
			StringBuilder seen = new StringBuilder(exchange.target().raw());
			for (int i = 0; i < exchange.headers().size(); i++) {
				seen.append('\n').append(exchange.headers().name(i)).append(": ").append(exchange.headers().value(i));
			}
			exchange.responseHeaders().add("Cache-Control", "public, max-age=60");
			exchange.end(seen.toString());
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "X-Forwarded-Host: evil", "X-Forwarded-Proto: evil", "X-Forwarded-Port: 1",
			"X-Forwarded-Prefix: /evil", "X-Forwarded-Ssl: evil", "Forwarded: host=evil", "forwarded: host=evil",
			"X-FORWARDED-HOST: evil", "X-Original-URL: /evil", "X-Rewrite-URL: /evil", "X-HTTP-Method-Override: EVIL",
			"Authorization: evil", "Host: evil", "Accept: text/evil", "Accept-Language: evil" })
	void fieldsOfOneClientDoNotReachOthers(String field) throws IOException {
		try (CachedSite site = reflecting()) {
			site.get(field);
			assertThat(site.get().text()).doesNotContain("evil").doesNotContain(field);
			assertThat(site.get().field("Age")).isPresent();
			assertThat(site.get(field).text()).contains(field.substring(field.indexOf(' ') + 1));
		}
	}

	@Test
	void proxiesThatSayTheSameShareAResponse() throws IOException {
		try (CachedSite site = reflecting()) {
			site.get("X-Forwarded-Host: shop", "X-Forwarded-Proto: https", "X-Forwarded-For: 1.1.1.1");
			assertThat(site.get("X-Forwarded-Proto: https", "X-Forwarded-Host: shop", "X-Forwarded-For: 2.2.2.2")
				.field("Age")).isPresent();
			assertThat(site.get("X-Forwarded-Host: shop", "X-Forwarded-Proto: http").field("Age")).isEmpty();
			assertThat(site.get("X-Forwarded-Host: shop", "X-Forwarded-Proto: https", "X-Forwarded-Proto: https")
				.field("Age")).isEmpty();
			assertThat(site.get().field("Age")).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "T.example", "t.EXAMPLE", "t.example:80" })
	void aHostSpelledOddlyIsAnsweredButNothingIsStoredForIt(String host) throws IOException {
		try (CachedSite site = reflecting()) {
			site.get("Host: " + host);
			assertThat(site.statistics().entries()).isZero();
			assertThat(site.get("Host: t.example").text()).doesNotContain(host);
			assertThat(site.get("Host: " + host).field("Age")).isPresent();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "t.example.", "t.example:8080", "t.example:080", "t.example:443", "t.example:",
			"t%2eexample", "[::1]", "[::1]:80" })
	void otherHostsAreOtherHosts(String host) throws IOException {
		try (CachedSite site = reflecting()) {
			site.get("Host: t.example");
			assertThat(site.get("Host: " + host).field("Age")).isEmpty();
			assertThat(site.get("Host: t.example").text()).contains("Host: t.example");
		}
	}

	@Test
	void aTargetInAbsoluteFormIsNotMixedWithTheHostField() throws IOException {
		try (CachedSite site = reflecting(); WireClient client = site.server().connect()) {
			client.send("GET http://t/a HTTP/1.1\r\nHost: evil\r\n\r\n");
			assertThat(client.read().text()).contains("evil");
			WireResponse honest = site.get();
			assertThat(honest.text()).doesNotContain("evil");
			client.send("GET http://evil/a HTTP/1.1\r\nHost: t\r\n\r\n");
			assertThat(client.read().field("Age")).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/A", "/%61", "/a?", "/a?x", "/a/", "//a", "/a;x", "/./a", "/b/../a", "/a%00", "/a%20" })
	void targetsThatDifferInOneByteAreOthers(String target) throws IOException {
		try (CachedSite site = reflecting()) {
			site.get();
			WireResponse other = site.request("GET", target);
			assertThat(other.field("Age")).isEmpty();
			assertThat(site.get().text()).startsWith("/a\n");
			assertThat(site.request("GET", target).text()).startsWith(target + "\n");
		}
	}

	@Test
	void theOrderOfAQueryMatters() throws IOException {
		try (CachedSite site = reflecting()) {
			site.request("GET", "/?a=1&b=2");
			assertThat(site.request("GET", "/?b=2&a=1").field("Age")).isEmpty();
		}
	}

	@Test
	void errorsAreNotKept() throws IOException {
		try (CachedSite site = CachedSite.of((exchange) -> {
			exchange.status(exchange.headers().contains("X-Odd") ? 400 : 200);
			CachedSite.answer(exchange, "Cache-Control: max-age=60");
		})) {
			assertThat(site.get("X-Odd: 1").status()).isEqualTo(400);
			assertThat(site.get().status()).isEqualTo(200);
		}
	}

	@Test
	void manyTargetsAtOneHashAreFoundAllTheSame() {
		ResponseCache cache = new ResponseCache(CacheOptions.DEFAULTS);
		String[] twins = { "Aa", "BB" };
		for (int i = 0; i < 4096; i++) {
			StringBuilder target = new StringBuilder("/");
			for (int bit = 0; bit < 12; bit++) {
				target.append(twins[i >>> bit & 1]);
			}
			EvictionTests.store(cache, target.toString(), 10);
		}
		assertThat(cache.stored().keySet().stream().map(TargetKey::hashCode).distinct()).hasSize(1);
		assertThat(cache.statistics().entries()).isEqualTo(4096);
		assertThat(cache.purge("/" + "Aa".repeat(12))).isEqualTo(1);
	}

}
