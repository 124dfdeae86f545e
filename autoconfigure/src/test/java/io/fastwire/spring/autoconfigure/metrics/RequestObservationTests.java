/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * {@code http.server.requests}, which is WebFlux's, and our gauges, under clients that
 * hurry away: a response that was sent is a success, whatever the client does next.
 */
class RequestObservationTests {

	private static final int REQUESTS = 300;

	private ConfigurableApplicationContext context;

	private MeterRegistry registry;

	@BeforeEach
	void start() {
		context = new SpringApplicationBuilder(App.class).web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off")
			.run();
		registry = context.getBean(MeterRegistry.class);
	}

	@AfterEach
	void stop() {
		context.close();
	}

	@Test
	void countsSuccessForClientsThatCloseAfterTheLastByte() throws Exception {
		for (int i = 0; i < REQUESTS; i++) {
			try (Socket socket = connect()) {
				send(socket, "/hello");
				readUntil(socket.getInputStream(), "Hello");
			}
		}
		await().untilAsserted(() -> assertThat(count("SUCCESS")).isEqualTo(REQUESTS));
		assertThat(registry.get("http.server.requests").timers()).allSatisfy((timer) -> {
			assertThat(timer.getId().getTag("status")).isEqualTo("200");
			assertThat(timer.getId().getTag("uri")).isEqualTo("/hello");
		});
		await().untilAsserted(() -> assertGaugesAreZero());
	}

	@Test
	void countsAnAbortOnceAndApart() throws Exception {
		try (Socket socket = connect()) {
			send(socket, "/held");
			assertThat(context.getBean(App.class).held.await(20, TimeUnit.SECONDS)).isTrue();
			socket.setSoLinger(true, 0);
		}
		await().untilAsserted(() -> assertThat(count("UNKNOWN")).isEqualTo(1));
		assertThat(count("SUCCESS")).isZero();
		await().untilAsserted(() -> assertGaugesAreZero());
		assertThat(registry.get("http.server.requests.active").longTaskTimer().activeTasks()).isZero();
		assertThat(registry.get("fastwire.requests.aborted").functionCounter().count()).isEqualTo(1);
	}

	@Test
	void hasNoRequestInProgressOnAnIdleConnection() throws Exception {
		try (Socket socket = connect()) {
			for (int i = 0; i < 100; i++) {
				send(socket, "/hello");
				readUntil(socket.getInputStream(), "Hello");
			}
			await().untilAsserted(() -> {
				assertThat(gauge("fastwire.requests.active")).isZero();
				assertThat(gauge("fastwire.connections.active")).isEqualTo(1);
				assertThat(registry.get("fastwire.requests").functionCounter().count()).isEqualTo(100);
			});
		}
		await().untilAsserted(() -> assertGaugesAreZero());
	}

	private void assertGaugesAreZero() {
		assertThat(gauge("fastwire.requests.active")).isZero();
		assertThat(gauge("fastwire.connections.active")).isZero();
	}

	private double gauge(String name) {
		return registry.get(name).gauge().value();
	}

	private long count(String outcome) {
		return registry.find("http.server.requests")
			.tag("outcome", outcome)
			.timers()
			.stream()
			.mapToLong(Timer::count)
			.sum();
	}

	private Socket connect() throws IOException {
		String port = Objects.requireNonNull(context.getEnvironment().getProperty("local.server.port"));
		Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
		socket.setSoTimeout(20_000);
		return socket;
	}

	private static void send(Socket socket, String target) throws IOException {
		socket.getOutputStream().write(("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(US_ASCII));
	}

	private static void readUntil(InputStream in, String end) throws IOException {
		StringBuilder text = new StringBuilder();
		while (text.indexOf(end) == -1) {
			int b = in.read();
			if (b == -1) {
				throw new IOException("Closed after: " + text);
			}
			text.append((char) b);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class App {

		private final CountDownLatch held = new CountDownLatch(1);

		@Bean
		SimpleMeterRegistry registry() {
			return new SimpleMeterRegistry();
		}

		@Bean
		RouterFunction<ServerResponse> routes() {
			return RouterFunctions.route()
				.GET("/hello", (request) -> ServerResponse.ok().bodyValue("Hello"))
				.GET("/held",
						(request) -> Mono.<ServerResponse>never().doOnSubscribe((subscription) -> held.countDown()))
				.build();
		}

	}

}
