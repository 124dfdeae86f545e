/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.fastwire.http.BodyCollector;
import io.fastwire.http.Exchange;
import io.fastwire.http2.Http2Options;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestKeys;
import io.fastwire.testsupport.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Clients that others have written, and a class path without the codec. */
@ExtendWith(LeakFree.class)
class Http2ClientsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static void describeOrEcho(Exchange exchange) {
		if (exchange.contentLength() == 0) {
			exchange.end(exchange.version() + " " + exchange.scheme());
		}
		else {
			BodyCollector.collect(exchange, Integer.MAX_VALUE - 8, exchange::end);
		}
	}

	private static HttpClient jdk() {
		return HttpClient.newBuilder()
			.version(Version.HTTP_2)
			.sslContext(TestKeys.client(null, TlsServers.KEYS))
			.connectTimeout(PATIENCE)
			.build();
	}

	private static HttpRequest.Builder request(TestServer server) {
		return HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + "/")).timeout(PATIENCE);
	}

	@Test
	void jdkAgreesOnHttp2ByAlpnAndSendsManyAtOnce() throws Exception {
		try (TestServer server = TestServer.start(Http2Servers.tlsOptions(), Http2ClientsTests::describeOrEcho)) {
			HttpClient client = jdk();
			HttpResponse<String> first = client.send(request(server).build(), BodyHandlers.ofString());
			assertThat(first.version()).isEqualTo(Version.HTTP_2);
			assertThat(first.body()).isEqualTo("HTTP/2 https");
			List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
			for (int i = 0; i < 50; i++) {
				String body = ("body " + i + ' ').repeat(20_000);
				sent.add(client.sendAsync(request(server).POST(BodyPublishers.ofString(body)).build(),
						BodyHandlers.ofString()));
			}
			for (int i = 0; i < sent.size(); i++) {
				assertThat(sent.get(i).get(60, TimeUnit.SECONDS).body()).isEqualTo(("body " + i + ' ').repeat(20_000));
			}
			assertThat(server.statistics().connectionsAccepted()).isEqualTo(1);
			assertThat(server.statistics().http2ConnectionErrors()).isZero();
		}
	}

	/**
	 * Case N07. Where the rest of a body is drained, also those read the answer that do
	 * not understand a reset behind it: the JDK's client before version 21 waits for
	 * ever, and curl 7 fails.
	 */
	@Test
	void jdkReadsEachOfAHundredEarlyAnswersToUploads() throws Exception {
		try (TestServer server = TestServer.start(Http2Servers.tlsOptions(),
				(exchange) -> exchange.status(401).end("who are you"))) {
			HttpClient client = jdk();
			List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
			for (int i = 0; i < 100; i++) {
				sent.add(client.sendAsync(request(server).POST(BodyPublishers.ofByteArray(new byte[1 << 20])).build(),
						BodyHandlers.ofString()));
			}
			for (CompletableFuture<HttpResponse<String>> response : sent) {
				assertThat(response.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(401);
				assertThat(response.get().body()).isEqualTo("who are you");
			}
			assertThat(server.statistics().http2ConnectionErrors()).isZero();
			assertThat(server.statistics().http2ResetsByServer()).isZero();
		}
	}

	/** Case N07. After an early answer, curl 7 can use no connection a second time. */
	@Test
	void curlReadsAnEarlyAnswerToAnUpload(@TempDir Path directory) throws Exception {
		Path upload = Files.write(directory.resolve("upload"), new byte[1 << 20]);
		try (TestServer server = TestServer.start(Http2Servers.options(),
				(exchange) -> exchange.status(401).end("who is " + exchange.target().path()))) {
			for (int i = 0; i < 5; i++) {
				assertThat(curl("--http2-prior-knowledge", "--data-binary", "@" + upload,
						"http://127.0.0.1:" + server.port() + "/" + i))
					.isEqualTo("who is /" + i + " 2");
			}
			assertThat(server.statistics().http2ConnectionErrors()).isZero();
			assertThat(server.statistics().requests()).isEqualTo(5);
		}
	}

	@Test
	void jdkSpeaksHttp11InClearText() throws Exception {
		try (TestServer server = TestServer.start(Http2Servers.options(), Http2ClientsTests::describeOrEcho)) {
			URI uri = URI.create("http://localhost:" + server.port() + "/");
			HttpResponse<String> response = jdk().send(HttpRequest.newBuilder(uri).timeout(PATIENCE).build(),
					BodyHandlers.ofString());
			assertThat(response.body()).isEqualTo("HTTP/1.1 http");
		}
	}

	@Test
	void curlSpeaksHttp2InClearTextAndOnTls() throws Exception {
		try (TestServer clear = TestServer.start(Http2Servers.options(), Http2ClientsTests::describeOrEcho);
				TestServer tls = TestServer.start(Http2Servers.tlsOptions(), Http2ClientsTests::describeOrEcho)) {
			assertThat(curl("--http2-prior-knowledge", "http://127.0.0.1:" + clear.port() + "/"))
				.isEqualTo("HTTP/2 http 2");
			assertThat(curl("--http2", "http://127.0.0.1:" + clear.port() + "/")).isEqualTo("HTTP/1.1 http 1.1");
			assertThat(curl("--http1.1", "http://127.0.0.1:" + clear.port() + "/")).isEqualTo("HTTP/1.1 http 1.1");
			assertThat(curl("--insecure", "https://127.0.0.1:" + tls.port() + "/")).isEqualTo("HTTP/2 https 2");
			assertThat(curl("--insecure", "--http1.1", "https://127.0.0.1:" + tls.port() + "/"))
				.isEqualTo("HTTP/1.1 https 1.1");
			assertThat(curl("--http2-prior-knowledge", "--header", "Expect: 100-continue", "--data",
					"x".repeat(100_000), "http://127.0.0.1:" + clear.port() + "/"))
				.isEqualTo("x".repeat(100_000) + " 2");
		}
	}

	/** Returns the body and the version that was spoken. */
	private static String curl(String... arguments) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(
				List.of("curl", "--silent", "--show-error", "--max-time", "30", "--write-out", " %{http_version}"));
		command.addAll(List.of(arguments));
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		process.getOutputStream().close();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		return output;
	}

	/** Loads Fastwire anew without the codec's jars. */
	@Test
	void servesHttp11WithoutTheCodecAndNamesItWhenItIsWanted() throws Exception {
		List<URL> jars = new ArrayList<>();
		for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
			if (!entry.contains("netty-codec-http")) {
				jars.add(Path.of(entry).toUri().toURL());
			}
		}
		try (URLClassLoader loader = new URLClassLoader(jars.toArray(URL[]::new),
				ClassLoader.getPlatformClassLoader())) {
			Class<?> probe = loader.loadClass(Probe.class.getName());
			assertThat(probe.getMethod("http1").invoke(null)).isEqualTo("HTTP/1.1");
			assertThat(probe.getMethod("http2").invoke(null))
				.isEqualTo("HTTP/2 needs io.netty:netty-codec-http2 on the class path");
		}
	}

	/** What is called in the other class loader. */
	public static final class Probe {

		private Probe() {
		}

		public static String http1() throws IOException {
			try (TestServer server = TestServer.start(TestServer.options().transport(Transport.NIO),
					(exchange) -> exchange.end(exchange.version().text()))) {
				return server.connect().get("/").text();
			}
		}

		public static String http2() throws IOException {
			ServerOptions options = TestServer.options().http2(Http2Options.DEFAULTS).build();
			try (Server server = new Server(options, Exchange::end)) {
				server.start();
				return "started";
			}
			catch (IllegalStateException ex) {
				return String.valueOf(ex.getMessage());
			}
		}

	}

}
