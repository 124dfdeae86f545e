/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

import io.fastwire.spring.topic.TopicPublisher;
import io.fastwire.spring.topic.web.Clients.Browser;
import io.fastwire.spring.topic.web.Clients.Stream;
import io.fastwire.testsupport.Http2Client;
import io.fastwire.testsupport.WireClient;
import io.fastwire.topic.TopicStatistics;
import io.fastwire.topic.Topics;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** How clients subscribe to the topics of a whole application. */
class TopicWebTests {

	private static final String V1 = "fastwire.v1";

	private @Nullable ConfigurableApplicationContext context;

	private int port;

	private void start(String... properties) {
		ConfigurableApplicationContext started = new SpringApplicationBuilder(App.class)
			.web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off", "fastwire.transport=nio",
					"fastwire.topics.rules[0].pattern=orders/**", "fastwire.topics.rules[0].history=3")
			.properties(properties)
			.run();
		context = started;
		port = started.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

	@AfterEach
	void stop() {
		if (context != null) {
			context.close();
		}
	}

	private <T> T bean(Class<T> type) {
		return Objects.requireNonNull(context).getBean(type);
	}

	private void publish(String topic, Object payload) {
		bean(TopicPublisher.class).publish(topic, payload);
	}

	private TopicStatistics statistics() {
		return bean(Topics.class).statistics();
	}

	private void awaitSubscriptions(int count) {
		await().until(() -> statistics().subscriptions() == count);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/topics/orders/42", "/topics/orders/*", "/topics/**", "/topics/orders/4%32" })
	void sendsPayloadsToAPlainSocket(String path) throws Exception {
		start();
		try (Browser browser = new Browser(port, path, null)) {
			awaitSubscriptions(1);
			publish("orders/42", "shipped");
			publish("orders/42", new byte[] { 1, 2 });
			publish("orders/42", Map.of("id", 42));
			assertThat(browser.next()).isEqualTo("shipped");
			assertThat(browser.next()).isEqualTo("binary 0102");
			assertThat(browser.next()).isEqualTo("{\"id\":42}");
		}
		await().until(() -> statistics().subscribers() == 0);
		assertThat(statistics().subscriptions()).isZero();
	}

	@Test
	void repeatsTheLastMessagesToAPlainSocketThatAsks() throws Exception {
		start();
		publish("orders/1", "a");
		publish("orders/1", "b");
		try (Browser browser = new Browser(port, "/topics/orders/1?since=0", null)) {
			assertThat(browser.next()).isEqualTo("a");
			assertThat(browser.next()).isEqualTo("b");
		}
	}

	@Test
	void letsNoClientPublish() throws Exception {
		start();
		try (Browser browser = new Browser(port, "/topics/a", null)) {
			browser.send("hello");
			assertThat(browser.next()).isEqualTo("closed 1008");
		}
	}

	@Test
	void speaksOfManyTopicsOnOneSocket() throws Exception {
		start();
		try (Browser browser = new Browser(port, "/topics", V1)) {
			browser.send("{\"subscribe\":\"quotes/*\"}");
			assertThat(browser.next()).startsWith("{\"subscribed\":\"quotes/*\",\"id\":\"");
			browser.send("{\"subscribe\":\"b\\u00e4\"}");
			assertThat(browser.next()).startsWith("{\"subscribed\":\"b\u00e4\"");
			publish("quotes/x", Map.of("price", 1));
			assertThat(browser.next()).isEqualTo("{\"topic\":\"quotes/x\",\"data\":{\"price\":1}}");
			publish("b\u00e4", "say \"hi\"\n");
			assertThat(browser.next()).isEqualTo("{\"topic\":\"b\u00e4\",\"data\":\"say \\\"hi\\\"\\n\"}");
			publish("b\u00e4", new byte[] { 0, -1 });
			assertThat(browser.next()).isEqualTo("{\"topic\":\"b\u00e4\",\"data\":\"AP8=\"}");
			browser.send("{\"unsubscribe\":\"b\u00e4\"}");
			assertThat(browser.next()).isEqualTo("{\"unsubscribed\":\"b\u00e4\"}");
			publish("b\u00e4", "not any more");
			publish("quotes/y", "but this");
			assertThat(browser.next()).isEqualTo("{\"topic\":\"quotes/y\",\"data\":\"but this\"}");
		}
		await().until(() -> statistics().subscribers() == 0);
		assertThat(statistics().topics() + statistics().patterns()).isZero();
	}

	@Test
	void streamsEventsOnAStreamOfHttp2UntilThatIsReset() throws Exception {
		start("server.http2.enabled=true");
		try (Http2Client client = Http2Client.over(WireClient.connect(port))) {
			client.request(1, true, "GET", "/topics/orders/42", "accept", "text/event-stream");
			awaitSubscriptions(1);
			publish("orders/42", Map.of("id", 42));
			StringBuilder events = new StringBuilder();
			while (events.indexOf("{\"id\":42}") < 0) {
				events.append(new String(client.await(Http2Client.DATA).payload(), StandardCharsets.UTF_8));
			}
			client.cancel(1);
			awaitSubscriptions(0);
		}
	}

	@Test
	void goesOnAfterWhatItRefuses() throws Exception {
		start("fastwire.topics.max-subscriptions=2");
		try (Browser browser = new Browser(port, "/topics", V1)) {
			browser.send("{\"subscribe\":\"a\"}");
			assertThat(browser.next()).startsWith("{\"subscribed\":\"a\"");
			browser.send("{\"subscribe\":\"a\"}");
			assertThat(browser.next()).isEqualTo("{\"error\":\"already-subscribed\",\"topic\":\"a\"}");
			browser.send("{\"subscribe\":\"a//b\"}");
			assertThat(browser.next()).isEqualTo("{\"error\":\"invalid-topic\",\"topic\":\"a//b\"}");
			browser.send("{\"unsubscribe\":\"b\"}");
			assertThat(browser.next()).isEqualTo("{\"error\":\"not-subscribed\",\"topic\":\"b\"}");
			browser.send("{\"subscribe\":\"b\"}");
			assertThat(browser.next()).startsWith("{\"subscribed\":\"b\"");
			browser.send("{\"subscribe\":\"c\"}");
			assertThat(browser.next()).isEqualTo("{\"error\":\"too-many-subscriptions\",\"topic\":\"c\"}");
			publish("a", "still here");
			assertThat(browser.next()).isEqualTo("{\"topic\":\"a\",\"data\":\"still here\"}");
		}
	}

	@Test
	void answersMalformedFramesAndClosesWhenTheyGoOn() throws Exception {
		start();
		try (Browser browser = new Browser(port, "/topics", V1)) {
			for (int i = 0; i <= ProtocolSession.MAX_MALFORMED; i++) {
				browser.send("{\"publish\":" + i + "}");
				assertThat(browser.next()).isEqualTo("{\"error\":\"malformed\"}");
			}
			assertThat(browser.next()).isEqualTo("closed 1008");
		}
	}

	@Test
	void asksForTheProtocol() {
		start();
		assertThat(Browser.refusal(port, "/topics", null)).isEqualTo(400);
		assertThat(Browser.refusal(port, "/topics", "stomp")).isEqualTo(400);
		assertThat(Browser.refusal(port, "/topics", V1)).isEqualTo(101);
	}

	@Test
	void resumesAfterAReconnect() throws Exception {
		start();
		String position = subscribe("orders/*").replaceAll(".*\"id\":\"(\\d+)\".*", "$1");
		publish("orders/1", "missed");
		try (Browser browser = new Browser(port, "/topics", V1)) {
			browser.send("{\"subscribe\":\"orders/*\",\"since\":\"" + position + "\"}");
			assertThat(browser.next())
				.isEqualTo("{\"subscribed\":\"orders/*\",\"resumed\":true,\"id\":\"" + position + "\"}");
			assertThat(browser.next()).matches("\\{\"topic\":\"orders/1\",\"id\":\"\\d+\",\"data\":\"missed\"}");
		}
		for (int i = 0; i < 5; i++) {
			publish("orders/1", "more " + i);
		}
		try (Browser browser = new Browser(port, "/topics", V1)) {
			browser.send("{\"subscribe\":\"orders/*\",\"since\":" + position + "}");
			String begun = browser.next();
			String first = browser.next();
			assertThat(begun).startsWith("{\"subscribed\":\"orders/*\",\"resumed\":false,\"id\":\"");
			assertThat(id(begun)).as("where what follows begins").isEqualTo(id(first) - 1);
			assertThat(first).contains("more 2");
			assertThat(browser.next()).contains("more 3");
			assertThat(browser.next()).contains("more 4");
		}
	}

	private static long id(String frame) {
		return Long.parseLong(frame.replaceAll(".*\"id\":\"(\\d+)\".*", "$1"));
	}

	@Test
	void tellsWhereToResumeAfterAGapOfWhichNothingIsLeft() throws Exception {
		start();
		try (Browser browser = new Browser(port, "/topics", V1)) {
			browser.send("{\"subscribe\":\"orders/1\",\"since\":\"5\"}");
			String position = Long.toString(id(browser.next()));
			publish("orders/1", "missed");
			browser.send("{\"unsubscribe\":\"orders/1\"}");
			browser.next();
			browser.next();
			browser.send("{\"subscribe\":\"orders/1\",\"since\":\"" + position + "\"}");
			assertThat(browser.next()).contains("\"resumed\":true");
			assertThat(browser.next()).contains("missed");
		}
	}

	@Test
	void hasNoPlaceToResumeAtWithoutHistories() throws Exception {
		start("fastwire.topics.rules[0].history=0");
		assertThat(subscribe("orders/1")).isEqualTo("{\"subscribed\":\"orders/1\"}");
	}

	/** Subscribes on a socket that is closed then, and returns the answer. */
	private String subscribe(String pattern) throws Exception {
		try (Browser browser = new Browser(port, "/topics", V1)) {
			browser.send("{\"subscribe\":\"" + pattern + "\"}");
			return browser.next();
		}
	}

	@Test
	void streamsEvents() throws Exception {
		start("fastwire.topics.retry-delay=7s");
		String last;
		try (Stream stream = new Stream(port, "/topics/orders/*")) {
			assertThat(stream.head()).startsWith("HTTP/1.1 200")
				.contains("Content-Type: text/event-stream\n")
				.contains("Cache-Control: no-store\n");
			assertThat(stream.event()).matches("retry: 7000\nid: \\d+\n\n");
			awaitSubscriptions(1);
			publish("orders/1", "two\nlines");
			String event = stream.event();
			assertThat(event).matches("id: \\d+\ndata: two\ndata: lines\n\n");
			last = event.substring("id: ".length(), event.indexOf('\n'));
		}
		await().until(() -> statistics().subscribers() == 0);
		publish("orders/2", "missed");
		try (Stream stream = new Stream(port, "/topics/orders/*", "Last-Event-ID: " + last + "\r\n")) {
			assertThat(stream.event()).isEqualTo("retry: 7000\n\n");
			assertThat(stream.event()).isEqualTo("id: " + last + "\n\n");
			assertThat(stream.event()).contains("data: missed\n\n");
		}
		try (Stream stream = new Stream(port, "/topics/orders/*", "Last-Event-ID: 5\r\n")) {
			assertThat(stream.event()).isEqualTo("retry: 7000\n\n");
			assertThat(stream.event()).matches("id: \\d+\nevent: gap\ndata\n\n");
		}
	}

	@Test
	void keepsStreamsAliveAndEndsThemInOrder() throws Exception {
		start("fastwire.topics.heartbeat-interval=50ms");
		try (Stream stream = new Stream(port, "/topics/a")) {
			assertThat(stream.event()).startsWith("retry: 3000\n");
			assertThat(stream.event()).isEqualTo(":\n\n");
			assertThat(stream.event()).isEqualTo(":\n\n");
			stop();
			String event = stream.event();
			while (event.equals(":\n\n")) {
				event = stream.event();
			}
			assertThat(event).isEqualTo("<end>");
		}
	}

	@Test
	void closesSocketsWhenTheApplicationStops() throws Exception {
		start();
		try (Browser browser = new Browser(port, "/topics/a", null)) {
			stop();
			assertThat(browser.next()).isEqualTo("closed 1001");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/topics/", "/topics/a/", "/topics/a//b", "/topics/a%2Fb", "/topics/a/b*", "/topics/%00",
			"/topics/**/a" })
	void refusesWhatIsNoTopic(String path) throws Exception {
		start();
		assertThat(Browser.refusal(port, path, null)).isEqualTo(400);
		try (Stream stream = new Stream(port, path)) {
			assertThat(stream.head()).startsWith("HTTP/1.1 400");
		}
	}

	@Test
	void isForPagesOfTheSameHost() throws Exception {
		start();
		String own = "http://localhost:" + port;
		assertThat(Browser.refusal(port, "/topics/a", null, "Origin", own)).isEqualTo(101);
		assertThat(Browser.refusal(port, "/topics/a", null, "Origin", "http://evil.example")).isEqualTo(403);
		assertThat(Browser.refusal(port, "/topics", V1, "Origin", "http://evil.example")).isEqualTo(403);
		try (Stream stream = new Stream(port, "/topics/a", "Origin: http://evil.example\r\n")) {
			assertThat(stream.head()).startsWith("HTTP/1.1 403").doesNotContain("Access-Control-Allow-Origin");
		}
	}

	@Test
	void isForPagesOfAllowedOriginsToo() throws Exception {
		start("fastwire.topics.allowed-origins=https://good.example");
		assertThat(Browser.refusal(port, "/topics/a", null, "Origin", "https://good.example")).isEqualTo(101);
		assertThat(Browser.refusal(port, "/topics/a", null, "Origin", "http://localhost:" + port)).isEqualTo(101);
		assertThat(Browser.refusal(port, "/topics/a", null, "Origin", "https://evil.example")).isEqualTo(403);
		try (Stream stream = new Stream(port, "/topics/a", "Origin: https://good.example\r\n")) {
			assertThat(stream.head()).contains("Access-Control-Allow-Origin: https://good.example\n")
				.contains("Access-Control-Allow-Credentials: true\n");
		}
	}

	@Test
	void opensOnlyKnownTopicsIfToldSo() throws Exception {
		start("fastwire.topics.require-known=true");
		assertThat(Browser.refusal(port, "/topics/orders/*", null)).isEqualTo(101);
		assertThat(Browser.refusal(port, "/topics/quotes", null)).isEqualTo(404);
		assertThat(Browser.refusal(port, "/topics/**", null)).isEqualTo(404);
	}

	@Test
	void servesTheClientModule() throws Exception {
		start("fastwire.topics.path=/live/feed");
		URI uri = URI.create("http://localhost:" + port + "/live/feed/fastwire.js");
		HttpResponse<String> first = HttpClient.newHttpClient()
			.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
		assertThat(first.statusCode()).isEqualTo(200);
		assertThat(first.body()).contains("export class Fastwire");
		assertThat(first.headers().firstValue("Content-Type")).hasValue("text/javascript;charset=UTF-8");
		String tag = first.headers().firstValue("ETag").orElseThrow();
		HttpResponse<String> second = HttpClient.newHttpClient()
			.send(HttpRequest.newBuilder(uri).header("If-None-Match", tag).build(), BodyHandlers.ofString());
		assertThat(second.statusCode()).isEqualTo(304);
	}

	@Test
	void leavesOtherRequestsThereToTheApplication() throws Exception {
		start();
		HttpResponse<String> response = HttpClient.newHttpClient()
			.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/topics/a")).build(),
					BodyHandlers.ofString());
		assertThat(response.statusCode()).isEqualTo(404);
	}

	@Test
	void isGoneWhenDisabled() {
		start("fastwire.topics.enabled=false");
		assertThat(Browser.refusal(port, "/topics/a", null)).isEqualTo(404);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class App {

	}

}
