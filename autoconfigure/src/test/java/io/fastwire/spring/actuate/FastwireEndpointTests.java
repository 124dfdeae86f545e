/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.fastwire.server.ServerStatistics;
import io.fastwire.spring.FastwireWebServer;
import io.fastwire.testsupport.CollectingSink;
import io.fastwire.testsupport.Http2Client;
import io.fastwire.testsupport.WireClient;
import io.fastwire.topic.TopicSubscriber;
import io.fastwire.topic.Topics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jetty.autoconfigure.actuate.web.server.JettyReactiveManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The endpoint over HTTP, on running servers.
 */
class FastwireEndpointTests {

	private static final String EXPOSED = "--management.endpoints.web.exposure.include=fastwire,info";

	private static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	static ConfigurableApplicationContext run(String... arguments) {
		return new SpringApplicationBuilder(App.class).web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off", "fastwire.event-loops=2")
			.run(arguments);
	}

	private static HttpResponse<String> get(ConfigurableApplicationContext context, String server, String path,
			String accept) throws IOException, InterruptedException {
		String port = Objects.requireNonNull(context.getEnvironment().getProperty("local." + server + ".port"));
		return CLIENT.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.version(HttpClient.Version.HTTP_1_1)
			.header("Accept", accept)
			.build(), BodyHandlers.ofString());
	}

	static JsonNode json(ConfigurableApplicationContext context, String server, String path)
			throws IOException, InterruptedException {
		HttpResponse<String> response = get(context, server, path, "*/*");
		assertThat(response.statusCode()).as(path).isEqualTo(200);
		assertThat(response.headers().firstValue("Content-Type")).as(path)
			.hasValue("application/vnd.spring-boot.actuator.v3+json");
		return JsonMapper.shared().readTree(response.body());
	}

	private static TopicSubscriber subscribe(ConfigurableApplicationContext context, String... patterns) {
		TopicSubscriber subscriber = context.getBean(Topics.class).join(new CollectingSink("all"));
		List.of(patterns).forEach(subscriber::subscribe);
		return subscriber;
	}

	@Test
	void tellsWhatTheServerCounts() throws Exception {
		try (ConfigurableApplicationContext context = run(EXPOSED)) {
			get(context, "server", "/missing", "*/*");
			get(context, "server", "/missing?" + "x".repeat(20_000), "*/*");
			FastwireWebServer server = (FastwireWebServer) Objects
				.requireNonNull(((ReactiveWebServerApplicationContext) context).getWebServer());
			ServerStatistics statistics = server.getStatistics();
			await().until(() -> statistics.requestsActive() == 0);
			JsonNode all = json(context, "server", "/actuator/fastwire");
			assertThat(all.get("servers").propertyNames()).containsExactly("main");
			JsonNode main = all.at("/servers/main");
			assertThat(main.get("transport").asString()).isEqualToIgnoringCase(String.valueOf(server.getTransport()));
			assertThat(main.get("scheme").asString()).isEqualTo("http");
			assertThat(main.get("port").asInt()).isEqualTo(server.getPort());
			assertThat(main.get("uptimeMillis").asLong()).isPositive();
			assertThat(main.at("/requests/received").asLong()).as("the second was refused").isEqualTo(2);
			assertThat(main.at("/requests/active").asLong()).as("the one that asks").isEqualTo(1);
			assertThat(main.at("/connections/accepted").asLong()).isEqualTo(statistics.connectionsAccepted());
			assertThat(main.get("rejections").propertyNames()).as("those that occurred").hasSize(1);
			assertThat(main.has("tls")).isFalse();
			assertThat(main.at("/pool/hits").asLong()).isPositive();
			assertThat(main.at("/pool/bytesCapacity").asLong()).isEqualTo(statistics.poolBytesCapacity());
			assertThat(main.get("eventLoops")).hasSize(2);
			assertThat(sum(main, "/requests")).isEqualTo(2);
			assertThat(sum(main, "/pool/hits")).isEqualTo(main.at("/pool/hits").asLong());
			assertThat(sum(main, "/pool/bytesCapacity")).isEqualTo(statistics.poolBytesCapacity());
		}
	}

	@Test
	void tellsWhatWasRefusedAtTheDoorAndWhatWasLogged() throws Exception {
		try (ConfigurableApplicationContext context = run(EXPOSED, "--management.server.port=0",
				"--fastwire.connections.max-per-address=1", "--fastwire.proxy-protocol=optional",
				"--fastwire.access-log.enabled=true", "--server.http2.enabled=true")) {
			int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
			try (WireClient client = asked(port); WireClient second = WireClient.connect(port)) {
				second.send("GET / HTTP/1.1\r\n").endsByReset();
				client.get("/missing");
			}
			await().atMost(Duration.ofSeconds(20))
				.until(() -> json(context, "management", "/actuator/fastwire/connections").at("/main/active")
					.asInt() == 0);
			try (WireClient malformed = WireClient.connect(port)) {
				assertThat(malformed.send("PROXY NONSENSE\r\n").readAll()).isEmpty();
			}
			await().atMost(Duration.ofSeconds(20))
				.until(() -> json(context, "management", "/actuator/fastwire/connections").at("/main/active")
					.asInt() == 0);
			try (WireClient wire = WireClient.connect(port); Http2Client client = Http2Client.over(wire)) {
				assertThat(client.get(1, "/missing").response(1).status()).isEqualTo(404);
			}
			JsonNode main = json(context, "management", "/actuator/fastwire").at("/servers/main");
			assertThat(main.at("/connections/refused").toString()).isEqualTo("{\"address\":1}");
			assertThat(main.at("/connections/acceptFailures").asInt()).isZero();
			assertThat(main.at("/proxyFailures").toString()).isEqualTo("{\"malformed\":1}");
			assertThat(main.at("/http2/connections").asInt()).isEqualTo(1);
			assertThat(main.at("/http2/floods")).isEmpty();
			await().atMost(Duration.ofSeconds(20))
				.until(() -> json(context, "management", "/actuator/fastwire/accessLog").at("/main/written")
					.asInt() == 3);
			assertThat(main.at("/accessLog/dropped").asInt()).isZero();
		}
	}

	/** Returns a client whose connection is counted, because it has an answer. */
	private static WireClient asked(int port) throws IOException {
		WireClient client = WireClient.connect(port);
		client.get("/missing");
		return client;
	}

	private static long sum(JsonNode server, String figure) {
		return server.get("eventLoops").valueStream().mapToLong((loop) -> loop.at(figure).asLong()).sum();
	}

	@Test
	void tellsTheManagementServerApartAndForgetsStoppedOnes() throws Exception {
		try (ConfigurableApplicationContext context = run(EXPOSED, "--management.server.port=0")) {
			JsonNode all = json(context, "management", "/actuator/fastwire");
			assertThat(all.get("servers").propertyNames()).containsExactly("main", "management");
			assertThat(all.at("/servers/management/requests/received").asLong()).isEqualTo(1);
			assertThat(all.at("/servers/main/requests/received").asLong()).isZero();
			FastwireEndpoint endpoint = context.getBean(FastwireEndpoint.class);
			context.stop();
			assertThat(endpoint.all().servers()).isEmpty();
			context.start();
			assertThat(endpoint.all().servers()).containsOnlyKeys("main", "management");
		}
	}

	@Test
	void answersEachPartByServer() throws Exception {
		try (ConfigurableApplicationContext context = run(EXPOSED)) {
			JsonNode main = json(context, "server", "/actuator/fastwire").at("/servers/main");
			for (String part : List.of("connections", "requests", "bytes", "rejections", "pool", "headers",
					"eventLoops", "proxyFailures")) {
				JsonNode answer = json(context, "server", "/actuator/fastwire/" + part);
				assertThat(answer.propertyNames()).as(part).containsExactly("main");
				assertThat(answer.get("main").propertyNames()).as(part).isEqualTo(main.get(part).propertyNames());
			}
			assertThat(json(context, "server", "/actuator/fastwire/servers").get("main").propertyNames())
				.isEqualTo(main.propertyNames());
			assertThat(json(context, "server", "/actuator/fastwire/tls")).as("none speaks TLS").isEmpty();
			assertThat(json(context, "server", "/actuator/fastwire/topics").has("published")).isTrue();
		}
	}

	@Test
	void showsWhoSubscribesToATopic() throws Exception {
		try (ConfigurableApplicationContext context = run(EXPOSED)) {
			subscribe(context, "orders/42", "orders/*");
			subscribe(context, "orders/*", "quotes/**");
			context.getBean(Topics.class).publish("orders/42", "shipped");
			await().until(() -> context.getBean(Topics.class).statistics().delivered() == 2);
			JsonNode topics = json(context, "server", "/actuator/fastwire/topics");
			assertThat(topics.get("published").asLong()).isEqualTo(1);
			assertThat(topics.get("delivered").asLong()).isEqualTo(2);
			assertThat(topics.get("dropped")).isEmpty();
			assertThat(topics.at("/mostSubscribed/0/pattern").asString()).isEqualTo("orders/*");
			assertThat(topics.at("/mostSubscribed/0/subscriptions").asLong()).isEqualTo(2);
			assertThat(topics.at("/mostSubscribed/0/eventLoops").asLong()).isEqualTo(1);
			JsonNode topic = json(context, "server", "/actuator/fastwire/topics/orders/42");
			assertThat(topic.get("topic").asString()).isEqualTo("orders/42");
			assertThat(topic.get("slowConsumerPolicy").asString()).isEqualTo("close");
			assertThat(topic.get("subscriptions").asLong()).isEqualTo(3);
			assertThat(topic.get("matching")).hasSize(2);
		}
	}

	@Test
	void showsOfWhichTopicsMostWasDropped() throws Exception {
		try (ConfigurableApplicationContext context = run(EXPOSED, "--fastwire.topics.max-pending-size=1B",
				"--fastwire.topics.slow-consumer-policy=drop-newest")) {
			assertThat(json(context, "server", "/actuator/fastwire/topics").get("mostDropped")).isEmpty();
			subscribe(context, "orders/*");
			Topics topics = context.getBean(Topics.class);
			List.of("orders/1", "orders/2", "orders/2").forEach((topic) -> topics.publish(topic, "too large"));
			topics.publish("orders/3", "x");
			JsonNode dropped = json(context, "server", "/actuator/fastwire/topics").get("mostDropped");
			assertThat(dropped.toString())
				.isEqualTo("[{\"topic\":\"orders/2\",\"messages\":2,\"reasons\":{\"newest\":2}},"
						+ "{\"topic\":\"orders/1\",\"messages\":1,\"reasons\":{\"newest\":1}}]");
		}
	}

	@Test
	void tellsOfPartsThatAServerMayHaveOnlyWhereItHasThem() throws Exception {
		List<String> parts = List.of("tls", "http2", "cache", "accessLog");
		try (ConfigurableApplicationContext context = run(EXPOSED)) {
			JsonNode main = json(context, "server", "/actuator/fastwire").at("/servers/main");
			assertThat(main.propertyNames()).doesNotContainAnyElementsOf(parts);
		}
		try (ConfigurableApplicationContext context = run(EXPOSED, "--server.http2.enabled=true",
				"--fastwire.cache.enabled=true", "--fastwire.access-log.enabled=true")) {
			get(context, "server", "/missing", "*/*");
			JsonNode main = json(context, "server", "/actuator/fastwire").at("/servers/main");
			assertThat(main.propertyNames()).contains("http2", "cache", "accessLog");
			assertThat(main.at("/http2/connections").asLong()).isZero();
			await().atMost(PATIENCE)
				.until(() -> json(context, "server", "/actuator/fastwire/accessLog").at("/main/written").asLong() > 0);
		}
	}

	@Test
	void showsWhatIsKeptOfATopic() throws Exception {
		try (ConfigurableApplicationContext context = run(EXPOSED, "--fastwire.topics.rules[0].pattern=kept/*",
				"--fastwire.topics.rules[0].history=2")) {
			Topics topics = context.getBean(Topics.class);
			List.of("1", "2", "3").forEach((text) -> topics.publish("kept/a", text));
			JsonNode topic = json(context, "server", "/actuator/fastwire/topics/kept/a");
			assertThat(topic.at("/history/messages").asLong()).isEqualTo(2);
			assertThat(topic.at("/history/bytes").asLong()).isEqualTo(2);
			assertThat(json(context, "server", "/actuator/fastwire/topics").at("/histories/topics").asLong())
				.isEqualTo(1);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "nothing", "topics/nobody", "pool/main", "Pool" })
	void knowsNothingOf(String path) throws Exception {
		try (ConfigurableApplicationContext context = run(EXPOSED)) {
			assertThat(get(context, "server", "/actuator/fastwire/" + path, "*/*").statusCode()).isEqualTo(404);
			assertThat(get(context, "server", "/actuator/fastwire/topics/a/**", "*/*").statusCode()).isEqualTo(400);
		}
	}

	@Test
	void answersInEachJsonTypeOfActuator() throws Exception {
		try (ConfigurableApplicationContext context = run(EXPOSED)) {
			for (String type : List.of("application/json", "application/vnd.spring-boot.actuator.v2+json",
					"application/vnd.spring-boot.actuator.v3+json")) {
				HttpResponse<String> response = get(context, "server", "/actuator/fastwire", type);
				assertThat(response.statusCode()).isEqualTo(200);
				assertThat(response.headers().firstValue("Content-Type")).hasValue(type);
				assertThat(response.body()).startsWith("{\"servers\":{\"main\":{");
			}
		}
	}

	@Test
	void showsAPageToBrowsers() throws Exception {
		try (ConfigurableApplicationContext context = run(EXPOSED,
				"--management.endpoints.web.path-mapping.fastwire=server/wire")) {
			HttpResponse<String> page = get(context, "server", "/actuator/server/wire", BROWSER);
			assertThat(page.statusCode()).isEqualTo(200);
			assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
			assertThat(page.body()).contains("default-src 'none'; script-src 'self'; style-src 'self'")
				.contains("src=\"wire/page.js\"")
				.contains("href=\"wire/page.css\"")
				.doesNotContain("{{", "http:", "https:", " style=", "<style", "onload=");
			HttpResponse<String> script = get(context, "server", "/actuator/server/wire/page.js", "*/*");
			assertThat(script.headers().firstValue("Content-Type")).hasValue("text/javascript;charset=UTF-8");
			assertThat(script.body()).contains("use strict").doesNotContain("innerHTML", "eval(");
			HttpResponse<String> style = get(context, "server", "/actuator/server/wire/page.css", "text/css,*/*;q=0.1");
			assertThat(style.headers().firstValue("Content-Type")).hasValue("text/css;charset=UTF-8");
			assertThat(style.body()).contains("prefers-color-scheme: dark").doesNotContain("url(", "@import");
		}
	}

	@Test
	void isNotExposedUnlessAskedFor() throws Exception {
		try (ConfigurableApplicationContext context = run()) {
			assertThat(get(context, "server", "/actuator/fastwire", "*/*").statusCode()).isEqualTo(404);
			assertThat(context.getBeansOfType(FastwireEndpoint.class)).isEmpty();
		}
	}

	@Test
	void tellsItsTransportInInfoIfAskedTo() throws Exception {
		try (ConfigurableApplicationContext context = run(EXPOSED, "--management.info.fastwire.enabled=true")) {
			JsonNode info = json(context, "server", "/actuator/info");
			assertThat(info.at("/fastwire/transport").asString()).isIn("io_uring", "epoll", "kqueue", "nio");
		}
		try (ConfigurableApplicationContext context = run(EXPOSED)) {
			assertThat(json(context, "server", "/actuator/info")).isEmpty();
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = { JettyReactiveManagementContextAutoConfiguration.class,
			TomcatReactiveManagementContextAutoConfiguration.class })
	static class App {

	}

}
