/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.fastwire.spring.FastwireWebServer;
import io.fastwire.testsupport.TestKeys;
import io.fastwire.testsupport.TlsClient;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.config.ResourceHandlerRegistry;
import org.springframework.web.reactive.config.WebFluxConfigurer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Files that WebFlux serves, in clear text and by TLS. */
class StaticFileTests {

	private static final int FILES = 10_000;

	private static final byte[] LETTERS = "abcdefghijklmnopqrstuvwxyz".repeat(4000).getBytes(StandardCharsets.US_ASCII);

	private static final TestKeys KEYS = TestKeys.of("server.example");

	@TempDir
	private static Path directory;

	private static ReactiveWebServerApplicationContext clear;

	private static ReactiveWebServerApplicationContext secured;

	@BeforeAll
	static void start() throws IOException {
		Files.write(directory.resolve("letters.txt"), LETTERS);
		Path store = KEYS.writeKeyStore(directory.resolve("keys.p12"), "PKCS12");
		clear = run();
		secured = run("--server.ssl.key-store=file:" + store, "--server.ssl.key-store-password=" + TestKeys.PASSWORD);
	}

	private static ReactiveWebServerApplicationContext run(String... arguments) {
		return (ReactiveWebServerApplicationContext) new SpringApplicationBuilder(App.class)
			.web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off",
					"spring.web.resources.static-locations=file:" + directory + "/", "tagged=file:" + directory + "/")
			.run(arguments);
	}

	@AfterAll
	static void stop() {
		clear.close();
		secured.close();
	}

	private static WireClient connect(boolean tls) throws IOException {
		return tls ? TlsClient.trusting(KEYS).connect(port(secured)) : WireClient.connect(port(clear));
	}

	private static int port(ReactiveWebServerApplicationContext context) {
		return Objects.requireNonNull(context.getWebServer()).getPort();
	}

	private static WireResponse ask(WireClient client, String line, String fields) throws IOException {
		return client.send(line + " HTTP/1.1\r\nHost: t\r\n" + fields + "\r\n")
			.read(line.substring(0, line.indexOf(' ')));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void headSaysWhatGetSends(boolean tls) throws IOException {
		try (WireClient client = connect(tls)) {
			WireResponse get = ask(client, "GET /letters.txt", "");
			assertThat(get.status()).isEqualTo(200);
			assertThat(get.body()).isEqualTo(LETTERS);
			assertThat(get.field("Content-Type")).contains("text/plain");
			assertThat(get.field("Accept-Ranges")).contains("bytes");
			assertThat(get.field("Content-Length")).contains("" + LETTERS.length);
			WireResponse head = ask(client, "HEAD /letters.txt", "");
			assertThat(head.status()).isEqualTo(200);
			assertThat(head.body()).isEmpty();
			for (String name : List.of("Content-Type", "Accept-Ranges", "Content-Length", "Last-Modified")) {
				assertThat(head.field(name)).as(name).isPresent().isEqualTo(get.field(name));
			}
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whatTheClientHasIsNotSentAgain(boolean tls) throws IOException {
		try (WireClient client = connect(tls)) {
			WireResponse first = ask(client, "GET /tagged/letters.txt", "");
			String tag = first.field("ETag").orElseThrow();
			String modified = first.field("Last-Modified").orElseThrow();
			for (String condition : List.of("If-None-Match: " + tag, "If-None-Match: \"x\", W/" + tag,
					"If-Modified-Since: " + modified)) {
				WireResponse again = ask(client, "GET /tagged/letters.txt", condition + "\r\n");
				assertThat(again.status()).as(condition).isEqualTo(304);
				assertThat(again.field("ETag")).contains(tag);
				assertThat(again.field("Transfer-Encoding")).isEmpty();
			}
			assertThat(ask(client, "GET /tagged/letters.txt", "If-None-Match: \"x\"\r\n").body()).isEqualTo(LETTERS);
			assertThat(ask(client, "HEAD /tagged/letters.txt", "If-None-Match: " + tag + "\r\n").status())
				.isEqualTo(304);
		}
	}

	@ParameterizedTest
	@CsvSource({ "bytes=0-25,0,26", "bytes=27-,27,103973", "bytes=-26,103974,26", "bytes=103999-200000,103999,1",
			"bytes=5000-90000,5000,85001" })
	void aRangeIsSentAlone(String range, int from, int length) throws IOException {
		String expected = new String(LETTERS, from, length, StandardCharsets.US_ASCII);
		for (boolean tls : List.of(false, true)) {
			try (WireClient client = connect(tls)) {
				WireResponse part = ask(client, "GET /letters.txt", "Range: " + range + "\r\n");
				assertThat(part.status()).isEqualTo(206);
				assertThat(part.field("Content-Range"))
					.contains("bytes " + from + "-" + (from + length - 1) + "/" + LETTERS.length);
				assertThat(part.text()).isEqualTo(expected);
				assertThat(client.send("GET /letters.txt HTTP/1.1\r\nHost: t\r\n\r\n").read().body())
					.isEqualTo(LETTERS);
			}
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void severalRangesAreSentAsParts(boolean tls) throws IOException {
		try (WireClient client = connect(tls)) {
			WireResponse parts = ask(client, "GET /letters.txt", "Range: bytes=0-2,26-70000,-3\r\n");
			assertThat(parts.status()).isEqualTo(206);
			String type = parts.field("Content-Type").orElseThrow();
			assertThat(type).startsWith("multipart/byteranges;boundary=");
			String boundary = type.substring(type.indexOf('=') + 1).replace("\"", "");
			List<String> pieces = List.of(parts.text().split("--" + boundary, -1));
			assertThat(pieces).hasSize(5);
			assertThat(pieces.get(1)).contains("Content-Range: bytes 0-2/104000\r\n").endsWith("\r\n\r\nabc\r\n");
			assertThat(pieces.get(2)).contains("Content-Range: bytes 26-70000/104000\r\n")
				.endsWith("\r\n\r\n" + new String(LETTERS, 26, 70_000 - 25, StandardCharsets.US_ASCII) + "\r\n");
			assertThat(pieces.get(3)).contains("Content-Range: bytes 103997-103999/104000\r\n")
				.endsWith("\r\n\r\nxyz\r\n");
			assertThat(pieces.get(4)).startsWith("--");
			assertThat(ask(client, "GET /letters.txt", "").body()).isEqualTo(LETTERS);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "bytes=200000-", "bytes=9-3", "bytes=x" })
	void aRangeThatIsNotThereIsRefused(String range) throws IOException {
		try (WireClient client = connect(false)) {
			WireResponse refused = ask(client, "GET /letters.txt", "Range: " + range + "\r\n");
			assertThat(refused.status()).isEqualTo(416);
			assertThat(ask(client, "GET /letters.txt", "").status()).isEqualTo(200);
		}
	}

	@Test
	void tenThousandFilesLeaveNoDescriptorBehind() throws Exception {
		Path files = Files.createDirectory(directory.resolve("many"));
		for (int i = 0; i < FILES; i++) {
			Files.writeString(files.resolve(i + ".txt"), "file " + i);
		}
		ExecutorService clients = Executors.newFixedThreadPool(8);
		List<Future<?>> done = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			int first = i;
			done.add(clients.submit(() -> fetch(first, 8)));
		}
		for (Future<?> each : done) {
			each.get(5, TimeUnit.MINUTES);
		}
		clients.shutdown();
		for (int i = 0; i < 20; i++) {
			WireClient leaving = connect(i % 2 == 0);
			leaving.send("GET /letters.txt HTTP/1.1\r\nHost: t\r\n\r\n".repeat(20)).readBytes(1000);
			leaving.reset();
		}
		for (ReactiveWebServerApplicationContext context : List.of(clear, secured)) {
			FastwireWebServer server = (FastwireWebServer) Objects.requireNonNull(context.getWebServer());
			await().until(() -> server.getStatistics().connectionsActive() == 0);
		}
		await().until(StaticFileTests::openFiles, List::isEmpty);
	}

	private static void fetch(int first, int step) {
		try (WireClient client = connect(first % 4 == 0)) {
			for (int i = first; i < FILES; i += step) {
				WireResponse response = client.get("/many/" + i + ".txt");
				assertThat(response.text()).isEqualTo("file " + i);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Those that are served. The list itself needs one, so others may come and go. */
	private static List<String> openFiles() throws IOException {
		try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
			return descriptors.map(StaticFileTests::target)
				.filter((target) -> target.startsWith(directory.toString()))
				.toList();
		}
	}

	private static String target(Path descriptor) {
		try {
			return Files.readSymbolicLink(descriptor).toString();
		}
		catch (IOException ex) {
			return "closed meanwhile";
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class App {

		@Bean
		WebFluxConfigurer tagged(@Value("${tagged}") String location) {
			return new WebFluxConfigurer() {

				@Override
				public void addResourceHandlers(ResourceHandlerRegistry registry) {
					registry.addResourceHandler("/tagged/**")
						.addResourceLocations(location)
						.setEtagGenerator((resource) -> "\"v1\"");
				}

			};
		}

	}

}
