/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.fastwire.spring.FastwireRoutes;
import io.fastwire.spring.SecuredByPassword;
import io.fastwire.websocket.WebSocketListener;
import io.fastwire.websocket.WebSocketOptions;
import io.fastwire.websocket.WebSocketRoute;
import io.fastwire.websocket.WebSocketSession;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;
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
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;

import static io.fastwire.spring.SecuredByPassword.ADA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A whole application: what stands in front of a WebSocket handler, and what counts it.
 */
class WebSocketApplicationTests {

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private final BlockingQueue<String> closed = new LinkedBlockingQueue<>();

	private ConfigurableApplicationContext context;

	private MeterRegistry registry;

	@BeforeEach
	void start() {
		context = new SpringApplicationBuilder(App.class).web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off", "fastwire.transport=nio")
			.run();
		registry = context.getBean(MeterRegistry.class);
	}

	@AfterEach
	void stop() {
		context.close();
	}

	private WebSocket open(String path, BlockingQueue<String> texts, String... headers) {
		WebSocket.Builder builder = CLIENT.newWebSocketBuilder();
		for (int i = 0; i < headers.length; i += 2) {
			builder.header(headers[i], headers[i + 1]);
		}
		String port = context.getEnvironment().getProperty("local.server.port");
		return builder.buildAsync(URI.create("ws://localhost:" + port + path), new WebSocket.Listener() {

			@Override
			public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
				texts.add(data.toString());
				from.request(1);
				return null;
			}

			@Override
			public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
				closed.add(code + " " + reason);
				return null;
			}

		}).join();
	}

	private static String next(BlockingQueue<String> texts) throws InterruptedException {
		String text = texts.poll(20, TimeUnit.SECONDS);
		assertThat(text).isNotNull();
		return text;
	}

	private int refusal(String path, String... headers) {
		try {
			open(path, new LinkedBlockingQueue<>(), headers);
			return 101;
		}
		catch (CompletionException ex) {
			return ((WebSocketHandshakeException) Objects.requireNonNull(ex.getCause())).getResponse().statusCode();
		}
	}

	@Test
	void isProtectedBySpringSecurity() throws Exception {
		BlockingQueue<String> texts = new LinkedBlockingQueue<>();
		assertThat(refusal("/ws")).isEqualTo(401);
		WebSocket socket = open("/ws", texts, "Authorization", ADA);
		socket.sendText("hello", true).join();
		assertThat(next(texts)).isEqualTo("ada: hello");
	}

	@Test
	void isProtectedByCors() {
		assertThat(refusal("/ws", "Authorization", ADA, "Origin", "https://evil.example")).isEqualTo(403);
		assertThat(refusal("/ws", "Authorization", ADA, "Origin", "https://good.example")).isEqualTo(101);
	}

	@Test
	void isObservedAsARequestThatEndsWithTheHandshake() {
		open("/ws", new LinkedBlockingQueue<>(), "Authorization", ADA);
		await().untilAsserted(() -> {
			Timer timer = registry.get("http.server.requests").tag("status", "101").timer();
			assertThat(timer.count()).isEqualTo(1);
			assertThat(timer.getId().getTag("outcome")).isEqualTo("INFORMATIONAL");
			assertThat(timer.getId().getTag("exception")).isEqualTo("none");
		});
		assertThat(registry.get("http.server.requests.active").longTaskTimer().activeTasks()).isZero();
	}

	@Test
	void hasMetersThatStartAtZeroAndCount() throws Exception {
		assertThat(meters()).hasSize(24).allSatisfy((name, value) -> assertThat(value).as(name).isZero());
		BlockingQueue<String> texts = new LinkedBlockingQueue<>();
		WebSocket socket = open("/ws", texts, "Authorization", ADA);
		socket.sendText("hello", true).join();
		next(texts);
		await().untilAsserted(() -> assertThat(meters()).containsEntry("sessions.active", 1.0)
			.containsEntry("sessions.opened", 1.0)
			.containsEntry("messages.received", 1.0)
			.containsEntry("messages.sent", 1.0)
			.containsEntry("bytes.received", 5.0)
			.containsEntry("bytes.sent", 10.0)
			.containsEntry("bytes.pending", 0.0));
		socket.sendClose(3000, "bye").join();
		await().untilAsserted(() -> assertThat(meters()).containsEntry("sessions.active", 0.0)
			.containsEntry("closes other", 1.0)
			.containsEntry("closes 1000", 0.0));
	}

	private Map<String, Double> meters() {
		return registry.getMeters()
			.stream()
			.filter((meter) -> meter.getId().getName().startsWith("fastwire.websocket.")
					&& "main".equals(meter.getId().getTag("server")))
			.collect(Collectors.toMap((meter) -> {
				String code = meter.getId().getTag("code");
				String name = meter.getId().getName().substring("fastwire.websocket.".length());
				return (code != null) ? name + " " + code : name;
			}, (meter) -> meter.measure().iterator().next().getValue()));
	}

	/** Sockets of native routes bypass all of this. */
	@Test
	void letsNativeRoutesHaveSocketsOfTheirOwn() throws Exception {
		BlockingQueue<String> texts = new LinkedBlockingQueue<>();
		WebSocket socket = open("/native/7", texts);
		socket.sendText("hello", true).join();
		assertThat(next(texts)).isEqualTo("native 7: hello");
		assertThat(refusal("/native/7", "Origin", "https://evil.example")).isEqualTo(403);
	}

	@Test
	void closesSessionsAndFinishesHandlersBeforeBeansAreDestroyed() throws Exception {
		App app = context.getBean(App.class);
		WebSocket socket = open("/late", new LinkedBlockingQueue<>(), "Authorization", ADA);
		await().until(() -> registry.get("fastwire.websocket.sessions.active").gauge().value() == 1);
		context.close();
		assertThat(next(closed)).startsWith("1001");
		assertThat(app.order).containsExactly("stored", "destroyed");
		socket.abort();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(SecuredByPassword.class)
	static class App {

		private final List<String> order = new CopyOnWriteArrayList<>();

		@Bean
		SimpleUrlHandlerMapping sockets(Store store) {
			WebSocketHandler greeter = (session) -> session.getHandshakeInfo()
				.getPrincipal()
				.flatMap((user) -> session.send(session.receive()
					.map((message) -> session.textMessage(user.getName() + ": " + message.getPayloadAsText()))));
			WebSocketHandler late = (session) -> session.receive()
				.then(Mono.delay(Duration.ofMillis(300)))
				.then(Mono.fromRunnable(store::store));
			SimpleUrlHandlerMapping mapping = new SimpleUrlHandlerMapping(Map.of("/ws", greeter, "/late", late), 1);
			CorsConfiguration cors = new CorsConfiguration();
			cors.addAllowedOrigin("https://good.example");
			cors.addAllowedMethod(HttpMethod.GET);
			mapping.setCorsConfigurations(Map.of("/ws", cors));
			return mapping;
		}

		@Bean(destroyMethod = "destroy")
		Store store() {
			return new Store(order);
		}

		@Bean
		FastwireRoutes nativeSocket(WebSocketOptions options) {
			return (routes) -> routes.get("/native/{id}", WebSocketRoute.of(options, () -> new WebSocketListener() {

				@Override
				public void onText(WebSocketSession session, String text) {
					session.send("native " + session.pathParameters().get("id") + ": " + text);
				}

			}));
		}

	}

	record Store(List<String> order) {

		void store() {
			order.add("stored");
		}

		void destroy() {
			order.add("destroyed");
		}

	}

}
