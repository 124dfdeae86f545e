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

import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Forms with files, which WebFlux keeps in temporary files. */
class MultipartUploadTests {

	private static final int FILE_BYTES = 400_000;

	private static final String END = "\r\n--b--\r\n";

	@TempDir
	private Path directory;

	private ReactiveWebServerApplicationContext context;

	@BeforeEach
	void start() {
		start("server.forward-headers-strategy=none");
	}

	private void start(String property) {
		context = (ReactiveWebServerApplicationContext) new SpringApplicationBuilder(App.class)
			.web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off",
					"spring.webflux.multipart.file-storage-directory=" + directory,
					"spring.webflux.multipart.max-in-memory-size=1KB", "fastwire.http.max-body-size=1MB", property)
			.run();
	}

	@AfterEach
	void stop() {
		context.close();
	}

	private WireClient connect() throws IOException {
		return WireClient.connect(Objects.requireNonNull(context.getWebServer()).getPort());
	}

	/**
	 * Returns a request.
	 * @param missing how many bytes of it are not there, the end among them
	 */
	private static byte[] form(String path, int files, int missing) {
		StringBuilder body = new StringBuilder();
		for (int i = 0; i < files; i++) {
			body.append("\r\n--b\r\nContent-Disposition: form-data; name=\"f")
				.append(i)
				.append("\"; filename=\"f\"\r\nContent-Type: application/octet-stream\r\n\r\n")
				.append("x".repeat(FILE_BYTES));
		}
		body.append((missing > 0) ? "" : END);
		return ("POST " + path
				+ " HTTP/1.1\r\nHost: t\r\nContent-Type: multipart/form-data;boundary=b\r\nContent-Length: "
				+ (body.length() + missing) + "\r\n\r\n" + body)
			.getBytes(StandardCharsets.US_ASCII);
	}

	private List<Path> temporaryFiles() throws IOException {
		try (Stream<Path> all = Files.walk(directory)) {
			return all.filter(Files::isRegularFile).toList();
		}
	}

	private void awaitNoFiles() {
		await().until(this::temporaryFiles, List::isEmpty);
	}

	@ParameterizedTest
	@CsvSource({ "/read,200,2", "/ignore,200,2", "/fail,500,2", "/refuse,413,2", "/read,413,3" })
	void filesGoWithTheRequest(String path, int status, int files) throws IOException {
		try (WireClient client = connect()) {
			WireResponse response = client.send(form(path, files, 0)).read();
			assertThat(response.status()).isEqualTo(status);
			if (path.equals("/read") && status == 200) {
				assertThat(response.text()).isEqualTo("2 files");
			}
			awaitNoFiles();
		}
	}

	@Test
	void filesGoWhenTheClientLeavesInTheMiddleOfOne() throws Exception {
		WireClient client = connect();
		client.send(form("/read", 2, 100_000));
		await().until(() -> !temporaryFiles().isEmpty());
		client.reset();
		awaitNoFiles();
	}

	/** With framework, the request of the exchange is a copy of the server's. */
	@ParameterizedTest
	@ValueSource(strings = { "none", "framework" })
	void filesGoWhenTheClientLeavesBeforeTheAnswer(String forwarding) throws Exception {
		stop();
		start("server.forward-headers-strategy=" + forwarding);
		WireClient client = connect();
		client.send(form("/held", 2, 0));
		await().until(() -> temporaryFiles().size() == 2 && context.getBean(App.class).held);
		client.reset();
		awaitNoFiles();
	}

	@Test
	void filesOfManyUploadsAtOnceGo() throws Exception {
		ExecutorService clients = Executors.newFixedThreadPool(10);
		List<Future<?>> done = new ArrayList<>();
		for (int i = 0; i < 30; i++) {
			done.add(clients.submit(this::upload));
		}
		for (Future<?> each : done) {
			each.get(2, TimeUnit.MINUTES);
		}
		clients.shutdown();
		awaitNoFiles();
	}

	private void upload() {
		try (WireClient client = connect()) {
			for (int i = 0; i < 3; i++) {
				assertThat(client.send(form("/read", 2, 0)).read().status()).isEqualTo(200);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class App {

		volatile boolean held;

		@Bean
		RouterFunction<ServerResponse> routes() {
			return RouterFunctions.route()
				.POST("/read", (request) -> count(request).flatMap((text) -> ServerResponse.ok().bodyValue(text)))
				.POST("/ignore", (request) -> ServerResponse.ok().bodyValue("ignored"))
				.POST("/fail", (request) -> count(request).flatMap((text) -> {
					throw new IllegalStateException("planned");
				}))
				.POST("/refuse", (request) -> count(request).flatMap((text) -> ServerResponse.status(413).build()))
				.POST("/held", (request) -> count(request).flatMap((text) -> {
					held = true;
					return Mono.never();
				}))
				.build();
		}

		private static Mono<String> count(ServerRequest request) {
			return request.multipartData().map((parts) -> parts.size() + " files");
		}

	}

}
