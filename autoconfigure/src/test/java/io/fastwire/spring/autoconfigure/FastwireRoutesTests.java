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

import io.fastwire.spring.EventLoopThreads;
import io.fastwire.spring.FastwireRoutes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jetty.autoconfigure.actuate.web.server.JettyReactiveManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.WebFilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Native routes in front of WebFlux.
 */
class FastwireRoutesTests {

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private static ConfigurableApplicationContext context;

	@BeforeAll
	static void start() {
		context = run(App.class);
	}

	@AfterAll
	static void stop() {
		context.close();
		EventLoopThreads.assertNone();
	}

	@Test
	void answersBeforeAController() throws Exception {
		assertThat(send("GET", "/both").body()).isEqualTo("route");
	}

	@Test
	void handsVariablesOfThePathOver() throws Exception {
		assertThat(send("GET", "/native/a%20b").body()).isEqualTo("a b");
	}

	@Test
	void bypassesWebFilters() throws Exception {
		assertThat(send("GET", "/both").headers().firstValue("Filtered")).isEmpty();
		assertThat(send("GET", "/controller").headers().firstValue("Filtered")).contains("yes");
	}

	@Test
	void answersHeadByARouteForGet() throws Exception {
		HttpResponse<String> response = send("HEAD", "/both");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("Content-Length")).contains("5");
		assertThat(response.body()).isEmpty();
	}

	@Test
	void leavesOtherPathsToWebFlux() throws Exception {
		assertThat(send("GET", "/controller").body()).isEqualTo("controller");
		assertThat(send("GET", "/missing").statusCode()).isEqualTo(404);
	}

	@Test
	void leavesOtherMethodsOfItsPathsToWebFlux() throws Exception {
		assertThat(send("POST", "/both").body()).isEqualTo("controller");
		assertThat(send("DELETE", "/both").statusCode()).isEqualTo(405);
		assertThat(send("POST", "/native/1").statusCode()).isEqualTo(404);
	}

	@Test
	void refusesOtherMethodsItselfIfARouteForAllSaysSo() throws Exception {
		assertThat(send("GET", "/only-get").statusCode()).isEqualTo(200);
		HttpResponse<String> refused = send("POST", "/only-get");
		assertThat(refused.statusCode()).isEqualTo(405);
		assertThat(refused.headers().firstValue("Allow")).contains("GET, HEAD");
	}

	@Test
	void leavesTheManagementServerAlone() throws Exception {
		int port = port("local.management.port");
		assertThat(send(port, "GET", "/both").statusCode()).isEqualTo(404);
		assertThat(send(port, "GET", "/actuator/health").statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(classes = { TwiceTheSame.class, Malformed.class })
	void failsToStartWithARouteThatCannotBe(Class<?> routes) {
		assertThatThrownBy(() -> run(Plain.class, routes)).rootCause()
			.isInstanceOf(IllegalArgumentException.class)
			.hasMessageContaining("oute");
	}

	private static ConfigurableApplicationContext run(Class<?>... sources) {
		return new SpringApplicationBuilder(sources).web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "management.server.port=0", "fastwire.transport=nio",
					"spring.main.banner-mode=off")
			.run();
	}

	private static int port(String property) {
		return context.getEnvironment().getRequiredProperty(property, Integer.class);
	}

	private static HttpResponse<String> send(String method, String path) throws IOException, InterruptedException {
		return send(port("local.server.port"), method, path);
	}

	private static HttpResponse<String> send(int port, String method, String path)
			throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.method(method, BodyPublishers.noBody())
			.build();
		return CLIENT.send(request, BodyHandlers.ofString());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = { JettyReactiveManagementContextAutoConfiguration.class,
			TomcatReactiveManagementContextAutoConfiguration.class })
	static class Plain {

	}

	@RestController
	static class App extends Plain {

		@GetMapping({ "/both", "/controller", "/only-get" })
		String get() {
			return "controller";
		}

		@PostMapping({ "/both", "/only-get" })
		String post() {
			return "controller";
		}

		@Bean
		static WebFilter filter() {
			return (exchange, chain) -> {
				exchange.getResponse().getHeaders().set("Filtered", "yes");
				return chain.filter(exchange);
			};
		}

		@Bean
		@Order(2)
		static FastwireRoutes variables() {
			return (routes) -> routes.get("/native/{name}",
					(exchange, parameters) -> exchange.end(parameters.get("name")));
		}

		@Bean
		@Order(1)
		static FastwireRoutes literals() {
			return (routes) -> routes.get("/both", (exchange, parameters) -> exchange.end("route"))
				.get("/only-get", (exchange, parameters) -> exchange.end("route"))
				.any("/only-get", (exchange, parameters) -> {
					exchange.responseHeaders().set("Allow", "GET, HEAD");
					exchange.status(405).end();
				});
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwiceTheSame {

		@Bean
		static FastwireRoutes first() {
			return (routes) -> routes.get("/{a}", (exchange, parameters) -> exchange.end());
		}

		@Bean
		static FastwireRoutes second() {
			return (routes) -> routes.get("/{b}", (exchange, parameters) -> exchange.end());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Malformed {

		@Bean
		static FastwireRoutes routes() {
			return (routes) -> routes.get("no-slash", (exchange, parameters) -> exchange.end());
		}

	}

}
