/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.fastwire.http.Exchange;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LeakFree.class)
class CachingHandlerTests {

	@TempDir
	Path directory;

	@Test
	void answersTheSecondRequestFromTheFirst() throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=60", "Content-Type: text/plain", "X-Own: 1",
				"Connection: X-Hop", "X-Hop: 1")) {
			WireResponse first = site.get();
			site.pass(Duration.ofSeconds(7));
			WireResponse second = site.get();
			assertThat(site.calls()).isEqualTo(1);
			assertThat(first.field("Age")).isEmpty();
			assertThat(second.text()).isEqualTo(first.text()).isEqualTo("GET /a");
			assertThat(second.status()).isEqualTo(200);
			assertThat(second.field("Age")).contains("7");
			assertThat(second.field("Date")).isPresent();
			assertThat(second.field("Content-Type")).contains("text/plain");
			assertThat(second.field("Content-Length")).contains("6");
			assertThat(second.field("X-Own")).contains("1");
			assertThat(second.field("X-Hop")).isEmpty();
			assertThat(site.statistics().hits()).isEqualTo(1);
			assertThat(site.statistics().misses()).isEqualTo(1);
		}
	}

	@Test
	void addsTheAgeThatTheResponseHadWhenItCame() throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=60", "Age: 50")) {
			site.get();
			site.pass(Duration.ofSeconds(9));
			assertThat(site.get().field("Age")).contains("59");
			site.pass(Duration.ofSeconds(1));
			site.get();
			assertThat(site.calls()).isEqualTo(2);
		}
	}

	@Test
	void takesADateOfTheHandlerForTheBeginningOfAge() throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=60",
				"Date: Mon, 30 Nov 2020 00:00:00 GMT")) {
			site.get();
			site.get();
			assertThat(site.calls()).isEqualTo(2);
		}
	}

	@Test
	void tellsAgesOfAnySize() throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=9999999999")) {
			site.get();
			site.pass(Duration.ofSeconds(1_000_000));
			assertThat(site.get().field("Age")).contains("1000000");
			site.pass(Duration.ofSeconds(Integer.MAX_VALUE - 1_000_001L));
			assertThat(site.get().field("Age")).contains("2147483646");
		}
	}

	@Test
	void answersHeadFromGet() throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=60")) {
			assertThat(site.request("HEAD", "/a").status()).isEqualTo(200);
			site.get();
			assertThat(site.calls()).isEqualTo(2);
			WireResponse head = site.request("HEAD", "/a");
			assertThat(site.calls()).isEqualTo(2);
			assertThat(head.field("Content-Length")).contains("6");
			assertThat(head.body()).isEmpty();
		}
	}

	@Test
	void answersHttp10() throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=60");
				WireClient first = site.server().connect();
				WireClient second = site.server().connect();
				WireClient hostless = site.server().connect()) {
			site.get();
			first.send("GET /a HTTP/1.0\r\nHost: t\r\n\r\n");
			assertThat(first.readAll()).contains("Age: 0\r\n").contains("Connection: close\r\n").endsWith("GET /a");
			assertThat(site.calls()).isEqualTo(1);
			hostless.send("GET /a HTTP/1.0\r\n\r\n");
			assertThat(hostless.readAll()).doesNotContain("Age").endsWith("GET /a");
			assertThat(site.calls()).isEqualTo(2);
			second.send("GET /a HTTP/1.0\r\nHost: t\r\nConnection: keep-alive\r\n\r\n");
			assertThat(second.read().field("Connection")).contains("keep-alive");
		}
	}

	@Test
	void storesWhateverTheBodyIsWrittenAs() throws IOException {
		byte[] bytes = "Gr\u00fc\u00dfe".getBytes(StandardCharsets.UTF_8);
		try (CachedSite site = CachedSite.of((exchange) -> {
			exchange.responseHeaders().add("Cache-Control", "max-age=60");
			switch (exchange.target().path()) {
				case "/text" -> exchange.end("Gr\u00fc\u00dfe");
				case "/array" -> exchange.end(bytes);
				case "/buffer" -> exchange.end(Unpooled.copiedBuffer(bytes));
				case "/none" -> exchange.end();
				default -> {
					exchange.flushHead();
					exchange.write("Gr");
					exchange.write(bytes, 2, 2);
					exchange.write(Unpooled.copiedBuffer(bytes, 4, 2));
					exchange.end("e");
				}
			}
		})) {
			for (String target : new String[] { "/text", "/array", "/buffer", "/none", "/parts" }) {
				WireResponse first = site.request("GET", target);
				WireResponse second = site.request("GET", target);
				assertThat(second.body()).as(target).isEqualTo(first.body());
				assertThat(second.field("Age")).as(target).contains("0");
			}
			assertThat(site.calls()).isEqualTo(5);
		}
	}

	@Test
	void storesNothingOfNoContent() throws IOException {
		try (CachedSite site = CachedSite.of((exchange) -> {
			exchange.status(204);
			CachedSite.answer(exchange, "Cache-Control: max-age=60");
		})) {
			site.get();
			WireResponse second = site.get();
			assertThat(second.status()).isEqualTo(204);
			assertThat(second.field("Content-Length")).isEmpty();
			assertThat(site.calls()).isEqualTo(1);
		}
	}

	@Test
	void letsLargeBodiesPassWithoutDelay() throws Exception {
		BlockingQueue<Exchange> begun = new LinkedBlockingQueue<>();
		CacheOptions options = new CacheOptions(10, 10_000, 100, Duration.ofSeconds(20));
		try (CachedSite site = CachedSite.of(options, (exchange) -> {
			exchange.responseHeaders().add("Cache-Control", "max-age=60");
			exchange.write("a".repeat(60));
			begun.add(exchange);
		}); WireClient client = site.server().connect(); WireClient other = site.server().connect()) {
			client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n");
			Exchange first = begun.poll(20, TimeUnit.SECONDS);
			other.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n");
			TestServer.await("the second request waits", () -> site.statistics().collapsed() == 1);
			first.execute(() -> first.write("b".repeat(60)));
			Exchange second = begun.poll(20, TimeUnit.SECONDS);
			first.execute(first::end);
			second.execute(second::end);
			assertThat(client.read().text()).isEqualTo("a".repeat(60) + "b".repeat(60));
			assertThat(other.read().text()).isEqualTo("a".repeat(60));
		}
	}

	@Test
	void sendsLargeHitsAsTheClientReads() throws IOException {
		byte[] body = new byte[8 << 20];
		new Random(1).nextBytes(body);
		CacheOptions options = new CacheOptions(10, 32 << 20, 16 << 20, Duration.ofSeconds(20));
		try (CachedSite site = CachedSite.of(options, (exchange) -> {
			exchange.responseHeaders().add("Cache-Control", "max-age=60");
			exchange.end(body);
		}); WireClient slow = WireClient.connect(site.server().port(), null, 4096)) {
			site.get();
			slow.send("GET /a HTTP/1.1\r\nHost: t\r\n\r\nHEAD /a HTTP/1.1\r\nHost: t\r\n\r\n");
			TestServer.await("the answer has begun", () -> site.statistics().hits() >= 1);
			assertThat(slow.read().body()).isEqualTo(body);
			assertThat(slow.read("HEAD").field("Content-Length")).contains("8388608");
			assertThat(site.calls()).isEqualTo(1);
		}
	}

	@Test
	void doesNotStoreFiles() throws IOException {
		Path file = Files.writeString(directory.resolve("file"), "file");
		try (FileChannel channel = FileChannel.open(file); CachedSite site = CachedSite.of((exchange) -> {
			exchange.responseHeaders().add("Cache-Control", "max-age=60").add("Content-Length", "4");
			exchange.sendFile(channel, 0, 4, (failure) -> {
			});
			exchange.end();
		})) {
			assertThat(site.get().text()).isEqualTo("file");
			assertThat(site.get().text()).isEqualTo("file");
			assertThat(site.calls()).isEqualTo(2);
		}
	}

	@Test
	void doesNotStoreWhatIsCutOff() throws Exception {
		BlockingQueue<Exchange> begun = new LinkedBlockingQueue<>();
		BlockingQueue<Throwable> aborted = new LinkedBlockingQueue<>();
		try (CachedSite site = CachedSite.of((exchange) -> {
			exchange.onAbort(aborted::add);
			exchange.responseHeaders().add("Cache-Control", "max-age=60");
			exchange.write("part");
			begun.add(exchange);
		})) {
			try (WireClient client = site.server().connect()) {
				client.send("GET /a HTTP/1.1\r\nHost: t\r\n\r\n");
				begun.poll(20, TimeUnit.SECONDS);
				client.reset();
			}
			assertThat(aborted.poll(20, TimeUnit.SECONDS)).isNotNull();
			try (WireClient client = site.server().connect()) {
				client.send("GET /a HTTP/1.1\r\nHost: t\r\n\r\n");
				Exchange second = begun.poll(20, TimeUnit.SECONDS);
				second.execute(() -> second.abort(new IOException("on purpose")));
				assertThat(client.readAll()).contains("part");
			}
			assertThat(site.statistics().entries()).isZero();
			assertThat(site.cache().flights()).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "3", "300" })
	void doesNotStoreWhatContradictsItsLength(String length) throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=60", "Content-Length: " + length)) {
			site.get();
			assertThat(site.statistics().entries()).isZero();
			assertThat(site.cache().flights()).isEmpty();
		}
	}

	@Test
	void storesWhatFollowsAHeadThatWasRefused() throws IOException {
		try (CachedSite site = CachedSite.of((exchange) -> {
			exchange.responseHeaders().add("Cache-Control", "max-age=60").add("X", "\n");
			try {
				exchange.end("first");
			}
			catch (IllegalArgumentException ex) {
				exchange.responseHeaders().remove("X");
				exchange.end("second");
			}
		})) {
			assertThat(site.get().text()).isEqualTo("second");
			assertThat(site.get().text()).isEqualTo("second");
			assertThat(site.calls()).isEqualTo(1);
		}
	}

	@Test
	void storesTheFieldsThatWereSent() throws IOException {
		try (CachedSite site = CachedSite.of((exchange) -> {
			exchange.responseHeaders().add("Cache-Control", "max-age=60").add("X", "sent");
			exchange.flushHead();
			exchange.responseHeaders().set("X", "too late").add("Set-Cookie", "a=b");
			exchange.end("body");
		})) {
			site.get();
			assertThat(site.get().field("X")).contains("sent");
			assertThat(site.get().field("Set-Cookie")).isEmpty();
			assertThat(site.calls()).isEqualTo(1);
		}
	}

	@Test
	void survivesAHandlerThatThrows() throws IOException {
		try (CachedSite site = CachedSite.of((exchange) -> {
			throw new IllegalStateException("on purpose");
		})) {
			assertThat(site.get().status()).isEqualTo(500);
			assertThat(site.cache().flights()).isEmpty();
		}
	}

	@Test
	void answersPipelinedHitsInOrder() throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=60");
				WireClient client = site.server().connect()) {
			site.request("GET", "/1");
			site.request("GET", "/2");
			client.send("GET /1 HTTP/1.1\r\nHost: t\r\n\r\nGET /2 HTTP/1.1\r\nHost: t\r\n\r\n"
					+ "GET /1 HTTP/1.1\r\nHost: t\r\n\r\n");
			assertThat(client.read().text()).isEqualTo("GET /1");
			assertThat(client.read().text()).isEqualTo("GET /2");
			assertThat(client.read().text()).isEqualTo("GET /1");
			assertThat(site.calls()).isEqualTo(2);
		}
	}

	@Test
	void holdsNothingAfterItWasCleared() throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=60")) {
			site.get();
			site.cache().clear();
			assertThat(site.statistics().entries()).isZero();
			assertThat(site.statistics().bytes()).isZero();
			assertThat(site.cache().stored()).isEmpty();
		}
	}

}
