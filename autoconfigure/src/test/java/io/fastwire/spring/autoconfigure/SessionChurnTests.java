/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import java.util.stream.Collectors;

import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireFrame;
import io.fastwire.testsupport.WireSocket;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketHandler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Cases C08, L03, Q03 and Q04: sessions that end in all ways, while their handlers send
 * without end, leave nothing: no buffer, no count and no meter of their own.
 */
@ExtendWith({ LeakFree.class, OutputCaptureExtension.class })
class SessionChurnTests {

	private static final Logger LOGGER = Logger.getLogger(SessionChurnTests.class.getName());

	private static final int THREADS = 4;

	/** The ways to end a session; 0 is by closing frames. */
	private static final int BY_RESET = 1;

	private static final int BY_FIN = 2;

	private static final int REFUSED_BY_HANDLER = 3;

	private static final int REFUSED = 4;

	private static final int WAYS = 5;

	@Test
	void leavesNothingBehind(CapturedOutput output) throws Exception {
		churn(1_000, output);
	}

	@Test
	@Tag("soak")
	void leavesNothingBehindInTheLongRun(CapturedOutput output) throws Exception {
		churn(50_000, output);
	}

	private static void churn(int count, CapturedOutput output) throws Exception {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(App.class)
			.web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off", "fastwire.websocket.close-timeout=2s")
			.run()) {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
			run(port, 100);
			awaitNothing(context);
			Set<Meter.Id> before = ids(registry);
			long begun = System.nanoTime();
			run(port, count);
			awaitNothing(context);
			long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
			LOGGER.info(() -> count + " sessions in " + millis + " ms, " + context.getBean(App.class).made
					+ " messages made");
			assertThat(ids(registry)).isEqualTo(before);
			assertThat(registry.get("http.server.requests").timers())
				.allSatisfy((timer) -> assertThat(timer.getId().getTag("uri")).isIn("/rooms/{id}", "/refusing/{id}"));
			assertThat(output).doesNotContain("ERROR", "WARN");
		}
	}

	/** Without those of the JVM, which has one for each cause of a collection. */
	private static Set<Meter.Id> ids(MeterRegistry registry) {
		return registry.getMeters()
			.stream()
			.map(Meter::getId)
			.filter((id) -> !id.getName().startsWith("jvm."))
			.collect(Collectors.toSet());
	}

	private static void awaitNothing(ConfigurableApplicationContext context) {
		MeterRegistry registry = context.getBean(MeterRegistry.class);
		await().pollInterval(Duration.ofMillis(50)).untilAsserted(() -> {
			for (String name : List.of("fastwire.connections.active", "fastwire.requests.active",
					"fastwire.websocket.sessions.active", "fastwire.websocket.bytes.pending")) {
				assertThat(registry.get(name).gauge().value()).as(name).isZero();
			}
			assertThat(registry.get("http.server.requests.active").longTaskTimer().activeTasks()).isZero();
			assertThat(context.getBean(App.class).running).as("handlers").hasValue(0);
		});
	}

	private static void run(int port, int count) throws Exception {
		AtomicInteger left = new AtomicInteger(count);
		ExecutorService clients = Executors.newFixedThreadPool(THREADS);
		List<Future<?>> done = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			Random random = new Random(i);
			done.add(clients.submit(() -> {
				for (int number = left.getAndDecrement(); number > 0; number = left.getAndDecrement()) {
					session(port, random, number);
				}
				return null;
			}));
		}
		clients.shutdown();
		for (Future<?> each : done) {
			each.get(10, TimeUnit.MINUTES);
		}
	}

	private static void session(int port, Random random, int number) throws IOException {
		int way = random.nextInt(WAYS);
		try (WireClient client = WireClient.connect(port)) {
			if (way == REFUSED) {
				client.send(WireSocket.handshake("/rooms/" + number, "Sec-WebSocket-Version: 8\r\n"));
				assertThat(client.read().status()).isBetween(400, 426);
				return;
			}
			String path = (way == REFUSED_BY_HANDLER) ? "/refusing/" : "/rooms/";
			WireSocket socket = WireSocket.open(client, path + number, "");
			WireFrame first = Objects.requireNonNull(socket.read());
			if (way == REFUSED_BY_HANDLER) {
				assertThat(first.closeCode()).isEqualTo(1008);
				assertThat(first.closeReason()).isEqualTo("not today");
				socket.send(first);
				assertThat(socket.read()).isNull();
				return;
			}
			for (int more = random.nextInt(5); more > 0; more--) {
				socket.read();
			}
			switch (way) {
				case BY_RESET -> client.reset();
				case BY_FIN -> client.hangUp();
				default -> {
					socket.send(WireFrame.close(1000, "bye"));
					if (random.nextBoolean()) {
						readToTheClose(socket);
					}
				}
			}
		}
	}

	private static void readToTheClose(WireSocket socket) throws IOException {
		WireFrame frame = socket.read();
		while (frame != null && frame.opcode() != 8) {
			frame = socket.read();
		}
		assertThat(Objects.requireNonNull(frame).closeCode()).isEqualTo(1000);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class App {

		private final AtomicInteger running = new AtomicInteger();

		private final AtomicInteger made = new AtomicInteger();

		@Bean
		SimpleMeterRegistry registry() {
			return new SimpleMeterRegistry();
		}

		@Bean
		SimpleUrlHandlerMapping sockets() {
			// Made on another thread, so that messages are on their way when sessions
			// end.
			WebSocketHandler endless = (session) -> session
				.send(Flux.range(0, Integer.MAX_VALUE)
					.map((i) -> session
						.binaryMessage((buffers) -> buffers.allocateBuffer(1024).write(new byte[1 + i % 1024])))
					.doOnNext((message) -> made.incrementAndGet())
					.subscribeOn(Schedulers.parallel()))
				.doFirst(running::incrementAndGet)
				.doFinally((signal) -> running.decrementAndGet());
			WebSocketHandler refusing = (session) -> session
				.close(CloseStatus.POLICY_VIOLATION.withReason("not today"));
			return new SimpleUrlHandlerMapping(Map.of("/rooms/{id}", endless, "/refusing/{id}", refusing), 1);
		}

	}

}
