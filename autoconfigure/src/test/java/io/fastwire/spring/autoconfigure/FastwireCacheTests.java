/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

import io.fastwire.cache.ResponseCache;
import io.fastwire.spring.EventLoopThreads;
import io.fastwire.spring.FastwireRoutes;
import io.fastwire.spring.FastwireWebServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jetty.autoconfigure.actuate.web.server.JettyReactiveManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebSession;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The cache in front of WebFlux, and what operators do with it.
 */
class FastwireCacheTests {

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private static ConfigurableApplicationContext context;

	private ResponseCache cache;

	@BeforeAll
	static void start() {
		context = run("--fastwire.cache.enabled=true", "--server.compression.enabled=true",
				"--management.server.port=0", "--management.endpoints.web.exposure.include=fastwire");
	}

	private static ConfigurableApplicationContext run(String... arguments) {
		return new SpringApplicationBuilder(App.class).web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off")
			.run(arguments);
	}

	@AfterAll
	static void stop() {
		context.close();
		EventLoopThreads.assertNone();
	}

	@BeforeEach
	void empty() {
		cache = context.getBean(ResponseCache.class);
		cache.purge();
		App.CALLS.set(0);
	}

	private static HttpResponse<String> send(String server, String method, String path, String... fields)
			throws IOException, InterruptedException {
		String port = context.getEnvironment().getProperty("local." + server + ".port");
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.method(method, BodyPublishers.noBody());
		for (int i = 0; i < fields.length; i += 2) {
			request.header(fields[i], fields[i + 1]);
		}
		return CLIENT.send(request.build(), BodyHandlers.ofString());
	}

	private static HttpResponse<String> get(String path, String... fields) throws IOException, InterruptedException {
		return send("server", "GET", path, fields);
	}

	@Test
	void answersForAControllerThatSetsCacheControl() throws Exception {
		HttpResponse<String> first = get("/cached/a%20b?x=1");
		HttpResponse<String> second = get("/cached/a%20b?x=1");
		assertThat(first.body()).isEqualTo("a b 1");
		assertThat(second.body()).isEqualTo("a b 1");
		assertThat(first.headers().firstValue("Age")).isEmpty();
		assertThat(second.headers().firstValue("Age")).isPresent();
		assertThat(second.headers().firstValue("Cache-Control")).contains("max-age=3600, public");
		assertThat(second.headers().firstValue("Content-Type")).isEqualTo(first.headers().firstValue("Content-Type"));
		assertThat(get("/cached/a%20b?x=2").body()).isEqualTo("a b 2");
		assertThat(send("server", "HEAD", "/cached/a%20b?x=1").headers().firstValue("Content-Length")).contains("5");
	}

	@Test
	void answersConditionalRequests() throws Exception {
		HttpResponse<String> first = get("/tagged");
		assertThat(get("/tagged", "If-None-Match", "\"t\"").statusCode()).isEqualTo(304);
		assertThat(first.body()).isEqualTo("tagged 1");
		assertThat(get("/tagged").body()).isEqualTo("tagged 1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/plain", "/private", "/session", "/events" })
	void leavesOthersAlone(String path) throws Exception {
		get(path);
		assertThat(get(path).headers().firstValue("Age")).isEmpty();
		assertThat(App.CALLS).hasValue(2);
		assertThat(cache.statistics().entries()).isZero();
	}

	@Test
	void storesAStreamThatEnds() throws Exception {
		assertThat(get("/stream").body()).isEqualTo("one two three ");
		assertThat(get("/stream").body()).isEqualTo("one two three ");
		assertThat(App.CALLS).hasValue(1);
	}

	@Test
	void storesCompressedResponsesByCoding() throws Exception {
		for (int i = 0; i < 2; i++) {
			assertThat(get("/long", "Accept-Encoding", "gzip").headers().firstValue("Content-Encoding"))
				.contains("gzip");
			assertThat(get("/long").body()).isEqualTo("long ".repeat(1000));
			assertThat(get("/long", "Accept-Encoding", "deflate").headers().firstValue("Content-Encoding"))
				.contains("deflate");
		}
		assertThat(App.CALLS).hasValue(3);
	}

	@Test
	void keepsOriginsApart() throws Exception {
		assertThat(get("/cors", "Origin", "https://a.example").headers().firstValue("Access-Control-Allow-Origin"))
			.contains("https://a.example");
		assertThat(get("/cors").headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
		assertThat(get("/cors", "Origin", "https://b.example").headers().firstValue("Access-Control-Allow-Origin"))
			.contains("https://b.example");
		assertThat(get("/cors", "Origin", "https://a.example").headers().firstValue("Access-Control-Allow-Origin"))
			.contains("https://a.example");
		assertThat(App.CALLS).hasValue(3);
	}

	@Test
	void isEmptiedByUnsafeRequests() throws Exception {
		get("/tagged");
		assertThat(send("server", "POST", "/tagged").statusCode()).isEqualTo(200);
		assertThat(get("/tagged").body()).isEqualTo("tagged 2");
	}

	@Test
	void leavesNativeRoutesAsTheyAre() throws Exception {
		get("/native");
		assertThat(get("/native").headers().firstValue("Age")).isEmpty();
		assertThat(get("/native", "Accept-Encoding", "gzip").headers().firstValue("Content-Encoding")).contains("gzip");
		assertThat(App.CALLS).hasValue(3);
		assertThat(cache.statistics().entries()).isZero();
	}

	@Test
	void isShownAndPurgedByTheEndpoint() throws Exception {
		get("/cached/1");
		get("/cached/2");
		get("/tagged");
		get("/tagged");
		JsonNode shown = json(send("management", "GET", "/actuator/fastwire/cache"));
		assertThat(shown.at("/main/entries").asInt()).isEqualTo(3);
		assertThat(shown.at("/main/hits").asLong()).isEqualTo(cache.statistics().hits()).isPositive();
		assertThat(shown.has("management")).isFalse();
		assertThat(purge("?target=/nothing")).isZero();
		assertThat(purge("?target=/tagged")).isEqualTo(1);
		assertThat(purge("?prefix=/cached/")).isEqualTo(2);
		get("/tagged");
		assertThat(purge("")).isEqualTo(1);
		assertThat(send("management", "DELETE", "/actuator/fastwire/cache?target=/a&prefix=/a").statusCode())
			.isEqualTo(400);
		assertThat(send("management", "DELETE", "/actuator/fastwire/servers").statusCode()).isEqualTo(400);
	}

	private static int purge(String query) throws IOException, InterruptedException {
		return json(send("management", "DELETE", "/actuator/fastwire/cache" + query)).get("removed").asInt();
	}

	private static JsonNode json(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(200);
		return JsonMapper.shared().readTree(response.body());
	}

	@Test
	void isEmptiedWhenTheServerStops() throws Exception {
		try (ConfigurableApplicationContext own = run("--fastwire.cache.enabled=true")) {
			FastwireWebServer server = server(own);
			ResponseCache cache = Objects.requireNonNull(server.getCache());
			assertThat(cache).isSameAs(own.getBean(ResponseCache.class));
			URI uri = URI.create("http://localhost:" + server.getPort() + "/cached/1");
			CLIENT.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
			assertThat(cache.statistics().entries()).isEqualTo(1);
			server.stop();
			assertThat(cache.statistics().entries()).isZero();
			assertThat(cache.statistics().misses()).isZero();
		}
	}

	private static FastwireWebServer server(ConfigurableApplicationContext context) {
		return (FastwireWebServer) Objects
			.requireNonNull(((ReactiveWebServerApplicationContext) context).getWebServer());
	}

	@Test
	void isOffByDefault() {
		try (ConfigurableApplicationContext plain = run()) {
			assertThat(plain.getBeanProvider(ResponseCache.class).getIfAvailable()).isNull();
			assertThat(server(plain).getCache()).isNull();
		}
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "max-entries=0", "max-size=0", "max-body-size=-1B", "max-body-size=3GB", "collapse-timeout=0" })
	void namesAPropertyThatCannotBe(String setting) {
		assertThatThrownBy(() -> run("--fastwire.cache.enabled=true", "--fastwire.cache." + setting).close())
			.hasStackTraceContaining("fastwire.cache." + setting.substring(0, setting.indexOf('=')));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = { JettyReactiveManagementContextAutoConfiguration.class,
			TomcatReactiveManagementContextAutoConfiguration.class })
	static class App {

		static final AtomicInteger CALLS = new AtomicInteger();

		@Bean
		FastwireRoutes routes() {
			return (routes) -> routes.get("/native", (exchange, parameters) -> {
				CALLS.incrementAndGet();
				exchange.responseHeaders().set("Cache-Control", "max-age=3600").set("Content-Type", "text/plain");
				exchange.end("native".repeat(1000));
			});
		}

		@RestController
		static class Controller {

			private static <T> ResponseEntity<T> cached(T body) {
				CALLS.incrementAndGet();
				return ResponseEntity.ok()
					.cacheControl(CacheControl.maxAge(Duration.ofHours(1)).cachePublic())
					.body(body);
			}

			@GetMapping("/cached/{name}")
			Mono<ResponseEntity<String>> cached(@PathVariable String name, ServerWebExchange exchange) {
				return Mono.just(cached(name + " " + exchange.getRequest().getQueryParams().getFirst("x")));
			}

			@GetMapping("/tagged")
			ResponseEntity<String> tagged() {
				return ResponseEntity.ok()
					.cacheControl(CacheControl.maxAge(Duration.ofHours(1)))
					.eTag("\"t\"")
					.body("tagged " + CALLS.incrementAndGet());
			}

			@PostMapping("/tagged")
			String change() {
				return "changed";
			}

			@GetMapping("/plain")
			String plain() {
				return "plain " + CALLS.incrementAndGet();
			}

			@GetMapping("/private")
			ResponseEntity<String> onlyForOne() {
				CALLS.incrementAndGet();
				return ResponseEntity.ok()
					.cacheControl(CacheControl.maxAge(Duration.ofHours(1)).cachePrivate())
					.body("private");
			}

			@GetMapping("/session")
			ResponseEntity<String> session(WebSession session) {
				session.getAttributes().put("a", "b");
				return cached("session");
			}

			@GetMapping(path = "/events", produces = "text/event-stream")
			Flux<String> events() {
				CALLS.incrementAndGet();
				return Flux.just("a", "b");
			}

			@GetMapping(path = "/stream", produces = "text/plain")
			ResponseEntity<Flux<String>> stream() {
				return cached(Flux.just("one ", "two ", "three "));
			}

			@GetMapping(path = "/long", produces = "text/plain")
			ResponseEntity<String> longText() {
				return cached("long ".repeat(1000));
			}

			@CrossOrigin({ "https://a.example", "https://b.example" })
			@GetMapping("/cors")
			ResponseEntity<String> cors() {
				return cached("cors");
			}

		}

	}

}
