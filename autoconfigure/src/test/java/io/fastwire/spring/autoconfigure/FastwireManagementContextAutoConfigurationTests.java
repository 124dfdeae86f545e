/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.Objects;
import java.util.concurrent.CompletionException;

import io.fastwire.spring.EventLoopThreads;
import io.fastwire.spring.FastwireReactiveWebServerFactory;
import io.fastwire.spring.FastwireServerCustomizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jetty.autoconfigure.actuate.web.server.JettyReactiveManagementContextAutoConfiguration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.actuate.web.server.NettyReactiveManagementContextAutoConfiguration;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration;
import org.springframework.boot.web.server.reactive.ReactiveWebServerFactory;
import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A management port of its own: {@code ManagementContextFactory} is documented as
 * internal to Spring Boot, so this pins what is used of it.
 */
@ExtendWith(OutputCaptureExtension.class)
class FastwireManagementContextAutoConfigurationTests {

	private static final String NETTY = NettyReactiveManagementContextAutoConfiguration.class.getName();

	private final HttpClient client = HttpClient.newHttpClient();

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void servesBothPorts(boolean withReactorNetty, CapturedOutput output) throws Exception {
		try (ConfigurableApplicationContext context = run(withReactorNetty)) {
			int port = port(context, "local.server.port");
			int managementPort = port(context, "local.management.port");
			assertThat(managementPort).isNotEqualTo(port);
			assertThat(status(managementPort, "/actuator/health")).isEqualTo(200);
			assertThat(status(port, "/actuator/health")).isEqualTo(404);
			assertThat(output).contains("Fastwire started on port " + port)
				.contains("Fastwire started on port " + managementPort);
		}
		EventLoopThreads.assertNone();
		assertThat(output).doesNotContain("ERROR").doesNotContain("WARN");
	}

	@Test
	void givesBothPortsTheSameLimitsAndTheSameErrors() throws Exception {
		try (ConfigurableApplicationContext context = run(true, "server.max-http-request-header-size=1KB")) {
			for (String name : new String[] { "local.server.port", "local.management.port" }) {
				int port = port(context, name);
				assertThat(status(port, "/missing?" + "x".repeat(700))).isEqualTo(404);
				assertThat(status(port, "/missing?" + "x".repeat(1024))).isBetween(414, 431);
				assertThat(body(port, "/missing")).contains("\"status\":404").contains("\"path\":\"/missing\"");
			}
		}
	}

	@Test
	void comesToTheManagementPortPastTheProxy() throws Exception {
		try (ConfigurableApplicationContext context = run(true, "fastwire.proxy-protocol=required")) {
			assertThat(status(port(context, "local.management.port"), "/actuator/health")).isEqualTo(200);
			assertThatExceptionOfType(IOException.class)
				.isThrownBy(() -> status(port(context, "local.server.port"), "/actuator/health"));
		}
	}

	@Test
	void hasTopicsOnTheMainPortOnly() throws Exception {
		try (ConfigurableApplicationContext context = run(true)) {
			assertThat(status(port(context, "local.server.port"), "/topics/fastwire.js")).isEqualTo(200);
			int managementPort = port(context, "local.management.port");
			assertThat(status(managementPort, "/topics/fastwire.js")).isEqualTo(404);
			assertThat(status(managementPort, "/topics/orders")).isEqualTo(404);
			assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> client.newWebSocketBuilder()
				.subprotocols("fastwire.v1")
				.buildAsync(URI.create("ws://localhost:" + managementPort + "/topics"), new WebSocket.Listener() {
				})
				.join())
				.satisfies((failure) -> assertThat(failure.getCause()).isInstanceOfSatisfying(
						WebSocketHandshakeException.class,
						(refusal) -> assertThat(refusal.getResponse().statusCode()).isEqualTo(404)));
		}
	}

	@Test
	void leavesCustomizersOfOptionsToTheMainServer() {
		try (ConfigurableApplicationContext context = run(true)) {
			assertThat(context.getBean(Calls.class).count).isEqualTo(1);
		}
	}

	@Test
	void warnsOnceForBothServers(CapturedOutput output) {
		run(true, "server.netty.h2c-max-content-length=3KB").close();
		assertThat(output).containsOnlyOnce("have no effect on Fastwire");
	}

	@Test
	void stopsAndStartsBothServersWithTheContext() throws Exception {
		try (ConfigurableApplicationContext context = run(true)) {
			context.stop();
			EventLoopThreads.assertNone();
			context.start();
			assertThat(status(port(context, "local.management.port"), "/actuator/health")).isEqualTo(200);
			assertThat(status(port(context, "local.server.port"), "/actuator/health")).isEqualTo(404);
		}
	}

	@Test
	void leavesTheManagementPortToTheServerOfTheApplicationsOwnFactory() {
		new ReactiveWebApplicationContextRunner(AnnotationConfigReactiveWebServerApplicationContext::new)
			.withConfiguration(AutoConfigurations.of(FastwireReactiveWebServerAutoConfiguration.class,
					NettyReactiveWebServerAutoConfiguration.class, FastwireManagementContextAutoConfiguration.class,
					NettyReactiveManagementContextAutoConfiguration.class))
			.withUserConfiguration(FastwireReactiveWebServerAutoConfigurationTests.Handler.class)
			.withBean(ReactiveWebServerFactory.class, () -> new NettyReactiveWebServerFactory(0))
			.withPropertyValues("server.port=0", "management.server.port=0")
			.run((context) -> assertThat(context).hasSingleBean(ManagementContextFactory.class)
				.doesNotHaveBean(FastwireReactiveWebServerFactory.class)
				.doesNotHaveBean(FastwireManagementContextAutoConfiguration.class));
	}

	private static ConfigurableApplicationContext run(boolean withReactorNetty, String... settings) {
		return new SpringApplicationBuilder(App.class).web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "management.server.port=0", "spring.main.banner-mode=off")
			.properties(withReactorNetty ? new String[0] : new String[] { "spring.autoconfigure.exclude=" + NETTY })
			.properties(settings)
			.run();
	}

	private static int port(ConfigurableApplicationContext context, String property) {
		return Integer.parseInt(Objects.requireNonNull(context.getEnvironment().getProperty(property)));
	}

	private int status(int port, String path) throws IOException, InterruptedException {
		return client.send(request(port, path), BodyHandlers.discarding()).statusCode();
	}

	private String body(int port, String path) throws IOException, InterruptedException {
		return client.send(request(port, path), BodyHandlers.ofString()).body();
	}

	private static HttpRequest request(int port, String path) {
		return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.version(HttpClient.Version.HTTP_1_1)
			.build();
	}

	/** Counts calls of a customizer. */
	static final class Calls {

		int count;

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = { JettyReactiveManagementContextAutoConfiguration.class,
			TomcatReactiveManagementContextAutoConfiguration.class })
	static class App {

		@Bean
		Calls calls() {
			return new Calls();
		}

		@Bean
		FastwireServerCustomizer countingCustomizer(Calls calls) {
			return (options) -> calls.count++;
		}

	}

}
