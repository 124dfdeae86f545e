/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.fastwire.topic.TopicListener;
import io.fastwire.topic.TopicSink.CloseReason;
import io.fastwire.topic.TopicSubscriber;
import io.fastwire.topic.Topics;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.util.StringUtils;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A browser subscribes by the client module and by an {@code EventSource}, and reports
 * what it is told. Needs Chromium.
 */
@Tag("browser")
class BrowserTests {

	private static final String PAGE = """
			<!DOCTYPE html><title>test</title><script type="module">
			import { Fastwire } from "/topics/fastwire.js";
			const report = (text) => fetch("/report", { method: "POST", body: text });
			const fastwire = new Fastwire({ onStatus: (status) => report("status " + status), minDelay: 200,
			    onGap: (pattern) => report("gap " + pattern) });
			fastwire.subscribe("orders/*", (order, { topic }) => report("socket " + topic + " " + order.status));
			const source = new EventSource("/topics/orders");
			source.onmessage = (event) => report("stream " + JSON.parse(event.data).status);
			</script>
			""";

	@TempDir(cleanup = CleanupMode.NEVER)
	private Path profile;

	private @Nullable ConfigurableApplicationContext context;

	private int port;

	private Chromium browser;

	private final List<TopicSubscriber> subscribers = new CopyOnWriteArrayList<>();

	@BeforeEach
	void start() throws Exception {
		browser = new Chromium(profile);
	}

	@AfterEach
	void stop() {
		browser.close();
		if (context != null) {
			context.close();
		}
	}

	@Test
	void receivesBySocketAndStreamAndResumesAfterAReconnect() throws Exception {
		open();
		expect("status open", "socket orders/1 NEW", "stream NEW");

		disconnect();
		send("PATCH", "/orders/1", "{\"status\":\"PAID\"}");
		send("PATCH", "/orders/1", "{\"status\":\"SHIPPED\"}");
		expect("status waiting", "socket orders/1 PAID", "socket orders/1 SHIPPED", "stream PAID", "stream SHIPPED");
		assertThat(Reports.SEEN).as("nothing comes twice, and nothing is missing")
			.doesNotHaveDuplicates()
			.doesNotContain("gap orders/*");
	}

	@Test
	void isToldOfTheGapAfterAReconnectWhereNothingIsKept() throws Exception {
		open("--fastwire.topics.rules=");
		expect("status open", "socket orders/1 NEW");
		assertThat(Reports.SEEN).doesNotContain("gap orders/*");

		disconnect();
		expect("status waiting", "gap orders/*");
	}

	private ConfigurableApplicationContext run(String... arguments) {
		SpringApplication application = new SpringApplication(SampleApplication.class, Reports.class);
		ConfigurableApplicationContext started = application
			.run(StringUtils.addStringToArray(arguments, "--server.port=0"));
		context = started;
		port = started.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
		return started;
	}

	/** Opens the page and places an order once it has subscribed. */
	private void open(String... arguments) throws Exception {
		run(arguments).getBean(Topics.class).addListener(new TopicListener() {

			@Override
			public void subscribed(TopicSubscriber subscriber, String pattern) {
				subscribers.add(subscriber);
			}

		});
		browser.open("http://localhost:" + port + "/test");
		await().atMost(90, TimeUnit.SECONDS).until(() -> subscribers.size() == 2);
		send("POST", "/orders", "{\"customer\":\"Ada\",\"items\":[{\"product\":\"tea\",\"quantity\":2}]}");
	}

	private void disconnect() {
		for (TopicSubscriber subscriber : List.copyOf(subscribers)) {
			subscriber.execute(() -> subscriber.sink().close(CloseReason.GOING_AWAY));
			await().atMost(20, TimeUnit.SECONDS).until(subscriber::closed);
		}
	}

	@ParameterizedTest
	@EnumSource
	void runsAsAClientOfTopics(ClientScript script) throws Exception {
		run();
		String origin = "http://localhost:" + port;
		browser.open(origin + "/topics/fastwire.js");
		assertThat(browser.evaluate(script.runAt(origin))).isEqualTo(script.output());
	}

	private static void expect(String... reports) {
		await().atMost(60, TimeUnit.SECONDS).untilAsserted(() -> assertThat(Reports.SEEN).contains(reports));
		Reports.SEEN.removeIf((report) -> report.startsWith("status"));
	}

	private void send(String method, String path, String json) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.header("Content-Type", "application/json")
			.method(method, BodyPublishers.ofString(json))
			.build();
		assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode()).isLessThan(300);
	}

	/** Has no annotation, so that other tests do not find it by scanning. */
	static class Reports {

		static final List<String> SEEN = new CopyOnWriteArrayList<>();

		@Bean
		RouterFunction<ServerResponse> reports() {
			SEEN.clear();
			return RouterFunctions.route()
				.GET("/test", (request) -> ServerResponse.ok().contentType(MediaType.TEXT_HTML).bodyValue(PAGE))
				.POST("/report",
						(request) -> request.bodyToMono(String.class)
							.doOnNext(SEEN::add)
							.then(ServerResponse.noContent().build()))
				.build();
		}

	}

}
