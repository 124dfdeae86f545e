/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.io.IOException;

import io.fastwire.compression.CompressingHandler;
import io.fastwire.compression.CompressionOptions;
import io.fastwire.http.Exchange;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Which requests are answered alike. */
@ExtendWith(LeakFree.class)
class VaryTests {

	private static final String TEXT = "some text ".repeat(1000);

	/** Answers with the value of the field that the response varies by. */
	private static CachedSite echoing(String field, String... fields) {
		return CachedSite.of((exchange) -> {
			for (String line : fields) {
				int colon = line.indexOf(": ");
				exchange.responseHeaders().add(line.substring(0, colon), line.substring(colon + 2));
			}
			exchange.end(String.join("|", exchange.headers().getAll(field)));
		});
	}

	@Test
	void thoseWithEqualFieldsAre() throws IOException {
		try (CachedSite site = echoing("Accept-Language", "Cache-Control: max-age=60", "Vary: accept-language, X-Y",
				"vary: Accept")) {
			for (int i = 0; i < 2; i++) {
				assertThat(site.get("Accept-Language: de").text()).isEqualTo("de");
				assertThat(site.get("Accept-Language: en").text()).isEqualTo("en");
				assertThat(site.get("accept-language: en", "Accept-Language: fr").text()).isEqualTo("en|fr");
				assertThat(site.get().text()).isEmpty();
				assertThat(site.get("Accept-Language:").text()).isEmpty();
				assertThat(site.get("Accept-Language: de", "X-Y: 1").text()).isEqualTo("de");
				assertThat(site.get("Accept-Language: de", "Accept: x").text()).isEqualTo("de");
				assertThat(site.calls()).isEqualTo(7);
			}
			assertThat(site.statistics().entries()).isEqualTo(7);
		}
	}

	@Test
	void oneTargetHasNoMoreThanSixteenResponses() throws IOException {
		try (CachedSite site = echoing("X", "Cache-Control: max-age=60", "Vary: X")) {
			for (int i = 0; i < 100; i++) {
				assertThat(site.get("X: " + i).text()).isEqualTo(Integer.toString(i));
			}
			assertThat(site.statistics().entries()).isEqualTo(16);
			assertThat(site.get("X: 99").field("Age")).contains("0");
			assertThat(site.get("X: 0").field("Age")).isEmpty();
		}
	}

	@ParameterizedTest
	@CsvSource({ "max-age=60,false", "'public, max-age=60',true", "s-maxage=60,true" })
	void cookiesDoNotMatterIfTheResponseIsForAll(String cacheControl, boolean shared) throws IOException {
		try (CachedSite site = echoing("Cookie", "Cache-Control: " + cacheControl)) {
			assertThat(site.get("Cookie: user=1").text()).isEqualTo("user=1");
			assertThat(site.get("Cookie: user=2").text()).isEqualTo(shared ? "user=1" : "user=2");
			assertThat(site.get().text()).isEqualTo(shared ? "user=1" : "");
		}
	}

	@ParameterizedTest
	@CsvSource({ "'*',true", "https://a.example,false" })
	void originsMatterIfOneIsNamed(String allowed, boolean shared) throws IOException {
		try (CachedSite site = echoing("Origin", "Cache-Control: s-maxage=60",
				"Access-Control-Allow-Origin: " + allowed)) {
			assertThat(site.get("Origin: https://a.example").text()).isEqualTo("https://a.example");
			assertThat(site.get("Origin: https://b.example").text())
				.isEqualTo(shared ? "https://a.example" : "https://b.example");
		}
	}

	private static void text(Exchange exchange) {
		exchange.responseHeaders()
			.add("Content-Type", "text/plain")
			.add("Cache-Control", "max-age=60")
			.add("ETag", "\"v1\"");
		exchange.end(TEXT);
	}

	private static WireResponse accepting(TestServer server, String fields) throws IOException {
		try (WireClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: t\r\n" + fields + "\r\n");
			return client.read();
		}
	}

	@Test
	void contentCodingsNeverMix() throws IOException {
		CompressionOptions options = new CompressionOptions(100, CompressionOptions.DEFAULT_MEDIA_TYPES,
				java.util.List.of("old"));
		ResponseCache cache = new ResponseCache(CacheOptions.DEFAULTS);
		try (TestServer server = TestServer
			.start(new CachingHandler(cache, options::coding, new CompressingHandler(options, VaryTests::text)))) {
			for (int i = 0; i < 2; i++) {
				assertThat(accepting(server, "").field("Content-Encoding")).isEmpty();
				assertThat(accepting(server, "Accept-Encoding: gzip\r\n").field("Content-Encoding")).contains("gzip");
				assertThat(accepting(server, "Accept-Encoding: foo, gzip;q=0.5\r\n").field("Content-Encoding"))
					.contains("gzip");
				assertThat(accepting(server, "Accept-Encoding: deflate\r\n").field("Content-Encoding"))
					.contains("deflate");
				assertThat(accepting(server, "Accept-Encoding: gzip;q=0\r\n").text()).isEqualTo(TEXT);
				assertThat(accepting(server, "Accept-Encoding: gzip\r\nUser-Agent: old\r\n").text()).isEqualTo(TEXT);
				assertThat(accepting(server, "Accept-Encoding: gzip\r\nIf-None-Match: W/\"v1\"\r\n").status())
					.isEqualTo(304);
			}
			assertThat(cache.statistics().entries()).isEqualTo(3);
			assertThat(cache.statistics().misses()).isEqualTo(3);
		}
	}

	/** Which the handler in front of it leaves as it is. */
	@ParameterizedTest
	@ValueSource(strings = { "br", "GZIP", "x-own" })
	void aCodingOfTheApplicationIsComparedAsItWasAsked(String coding) throws IOException {
		ResponseCache cache = new ResponseCache(CacheOptions.DEFAULTS);
		CompressionOptions options = CompressionOptions.DEFAULTS;
		try (TestServer server = TestServer
			.start(new CachingHandler(cache, options::coding, new CompressingHandler(options, (exchange) -> {
				exchange.responseHeaders().add("Cache-Control", "max-age=60").add("Vary", "Accept-Encoding");
				String accepted = exchange.headers().get("Accept-Encoding");
				if (accepted != null && accepted.contains(coding)) {
					exchange.responseHeaders().add("Content-Encoding", coding);
				}
				exchange.end("coded");
			})))) {
			for (int i = 0; i < 2; i++) {
				assertThat(
						accepting(server, "Accept-Encoding: gzip;q=0.1, " + coding + "\r\n").field("Content-Encoding"))
					.contains(coding);
				assertThat(accepting(server, "Accept-Encoding: deflate\r\n").field("Content-Encoding")).isEmpty();
				assertThat(accepting(server, "").field("Content-Encoding")).isEmpty();
			}
		}
	}

}
