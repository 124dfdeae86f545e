/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import io.fastwire.testsupport.WireClient;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
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

	/**
	 * Case E07: an error behind the head of a stream must not start its handler again.
	 */
	@Test
	void startsAStreamOnceThatItsClientLeaves() throws Exception {
		App app = context.getBean(App.class);
		for (int i = 1; i <= 20; i++) {
			try (Socket socket = connect()) {
				send(socket, "/stream");
				readUntil(socket.getInputStream(), "data:tick");
				socket.setSoLinger(i % 2 == 0, 0);
			}
			int streams = i;
			await().untilAsserted(() -> assertThat(app.ended).hasValue(streams));
		}
		await().untilAsserted(() -> assertGaugesAreZero());
		assertThat(app.started).hasValue(20);
		assertThat(registry.get("http.server.requests").timers().stream().mapToLong(Timer::count).sum()).isEqualTo(20);
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

	@Test
	void hasNoMeterForEachRequest() throws Exception {
		varied(2_000);
	}

	/** Case Q01: ids in paths, paths that do not exist, methods and hosts at random. */
	@Test
	@Tag("soak")
	void hasNoMeterForEachOfAMillionRequests() throws Exception {
		varied(100_000);
		long before = usedHeap();
		varied(1_000_000);
		assertThat(usedHeap() - before).as("bytes more").isLessThan(16 << 20);
	}

	private void varied(int requests) throws IOException {
		sendVaried(0, 20);
		Set<Meter.Id> before = ids();
		sendVaried(20, requests);
		assertThat(ids()).isEqualTo(before);
	}

	/** Without those of the JVM, which has one for each cause of a collection. */
	private Set<Meter.Id> ids() {
		await().untilAsserted(
				() -> assertThat(registry.get("http.server.requests.active").longTaskTimer().activeTasks()).isZero());
		return registry.getMeters()
			.stream()
			.map(Meter::getId)
			.filter((id) -> !id.getName().startsWith("jvm."))
			.collect(Collectors.toSet());
	}

	private void sendVaried(int from, int to) throws IOException {
		try (WireClient client = WireClient.over(connect())) {
			for (int i = from; i < to; i += 10) {
				StringBuilder batch = new StringBuilder();
				for (int number = i; number < i + 10; number++) {
					String line = switch (number % 10) {
						case 0 -> "GET /missing/" + number;
						case 1 -> "FOO" + number + " /items/" + number;
						default -> "GET /items/" + number;
					};
					batch.append(line)
						.append(" HTTP/1.1\r\nHost: host-")
						.append(number)
						.append(".example\r\nX-")
						.append(number)
						.append(": 1\r\n\r\n");
				}
				client.send(batch.toString());
				for (int number = i; number < i + 10; number++) {
					int status = client.read().status();
					assertThat(status).isEqualTo((number % 10 < 2) ? 404 : 200);
				}
			}
		}
	}

	private static long usedHeap() {
		System.gc();
		Runtime runtime = Runtime.getRuntime();
		return runtime.totalMemory() - runtime.freeMemory();
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

		private final AtomicInteger started = new AtomicInteger();

		private final AtomicInteger ended = new AtomicInteger();

		@Bean
		SimpleMeterRegistry registry() {
			return new SimpleMeterRegistry();
		}

		@Bean
		RouterFunction<ServerResponse> routes() {
			return RouterFunctions.route()
				.GET("/hello", (request) -> ServerResponse.ok().bodyValue("Hello"))
				.GET("/items/{id}", (request) -> ServerResponse.ok().bodyValue(request.pathVariable("id")))
				.GET("/stream", (request) -> {
					started.incrementAndGet();
					return ServerResponse.ok()
						.contentType(MediaType.TEXT_EVENT_STREAM)
						.body(Flux.interval(Duration.ZERO, Duration.ofMillis(5))
							.map((i) -> "tick")
							.doFinally((signal) -> ended.incrementAndGet()), String.class);
				})
				.GET("/held",
						(request) -> Mono.<ServerResponse>never().doOnSubscribe((subscription) -> held.countDown()))
				.build();
		}

	}

}
