/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure.metrics;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import io.fastwire.http.Rejection;
import io.fastwire.spring.autoconfigure.FastwireReactiveWebServerAutoConfiguration;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jetty.autoconfigure.actuate.web.server.JettyReactiveManagementContextAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Meters of running servers in a registry, from start to stop.
 */
class FastwireMetricsAutoConfigurationTests {

	private static final Set<String> NAMES = Set.of("fastwire.connections.active", "fastwire.connections.accepted",
			"fastwire.requests.active", "fastwire.requests", "fastwire.requests.aborted", "fastwire.bytes.received",
			"fastwire.bytes.sent", "fastwire.rejections", "fastwire.transport", "fastwire.pool.hits",
			"fastwire.pool.malloc.fallbacks", "fastwire.pool.measure.first", "fastwire.pool.bytes.used",
			"fastwire.pool.bytes.capacity", "fastwire.pool.hit.ratio");

	@Test
	void publishesAllMetersAtZero() {
		try (ConfigurableApplicationContext context = run()) {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(names(registry, "main")).isEqualTo(new TreeSet<>(NAMES));
			assertThat(names(registry, "management")).isEmpty();
			for (Rejection reason : Rejection.values()) {
				assertThat(value(registry, "fastwire.rejections", "main", Tag.of("reason", reason.reason()))).isZero();
			}
			assertThat(value(registry, "fastwire.requests", "main")).isZero();
			assertThat(value(registry, "fastwire.pool.hits", "main")).isZero();
			assertThat(value(registry, "fastwire.pool.hit.ratio", "main")).isEqualTo(1);
			assertThat(value(registry, "fastwire.pool.bytes.capacity", "main")).isPositive();
		}
	}

	@Test
	void countsRequestsConnectionsBytesAndRejections() throws Exception {
		try (ConfigurableApplicationContext context = run()) {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			get(context, "local.server.port", "/missing");
			get(context, "local.server.port", "/missing?" + "x".repeat(20_000));
			await().untilAsserted(() -> {
				assertThat(value(registry, "fastwire.requests", "main")).isEqualTo(1);
				assertThat(value(registry, "fastwire.requests.active", "main")).isZero();
				assertThat(value(registry, "fastwire.connections.accepted", "main")).isPositive();
				assertThat(value(registry, "fastwire.bytes.received", "main")).isGreaterThan(8192);
				assertThat(value(registry, "fastwire.bytes.sent", "main")).isPositive();
				assertThat(rejections(registry)).isEqualTo(1);
				assertThat(value(registry, "fastwire.pool.hits", "main")).isEqualTo(2);
				assertThat(value(registry, "fastwire.pool.malloc.fallbacks", "main")).isZero();
				assertThat(value(registry, "fastwire.pool.bytes.used", "main")).isZero();
			});
		}
	}

	@Test
	void tellsTheManagementServerApart() throws Exception {
		try (ConfigurableApplicationContext context = run("--management.server.port=0")) {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(names(registry, "management")).isEqualTo(new TreeSet<>(NAMES));
			get(context, "local.management.port", "/actuator/health");
			await().untilAsserted(() -> {
				assertThat(value(registry, "fastwire.requests", "management")).isEqualTo(1);
				assertThat(value(registry, "fastwire.requests", "main")).isZero();
			});
		}
	}

	@Test
	void survivesGarbageCollection() {
		try (ConfigurableApplicationContext context = run()) {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			System.gc();
			assertThat(value(registry, "fastwire.connections.active", "main")).isNotNaN();
		}
	}

	@Test
	void removesMetersWithTheServersAndBringsThemBack() throws Exception {
		try (ConfigurableApplicationContext context = run("--management.server.port=0")) {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			get(context, "local.server.port", "/missing");
			context.stop();
			assertThat(names(registry, "main")).isEmpty();
			assertThat(names(registry, "management")).isEmpty();
			context.start();
			assertThat(names(registry, "main")).isEqualTo(new TreeSet<>(NAMES));
			assertThat(names(registry, "management")).isEqualTo(new TreeSet<>(NAMES));
			assertThat(value(registry, "fastwire.requests", "main")).isZero();
		}
	}

	@Test
	void removesMetersWhenTheContextIsClosed() {
		ConfigurableApplicationContext context = run("--management.server.port=0");
		MeterRegistry registry = context.getBean(MeterRegistry.class);
		context.close();
		assertThat(names(registry, "main")).isEmpty();
		assertThat(names(registry, "management")).isEmpty();
	}

	@Test
	void needsARegistry() {
		runner().run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(RunningServersMeters.class));
		runner().withBean(SimpleMeterRegistry.class)
			.run((context) -> assertThat(context).hasSingleBean(RunningServersMeters.class));
	}

	@Test
	void needsMicrometer() {
		runner().withClassLoader(new FilteredClassLoader("io.micrometer"))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	private static ReactiveWebApplicationContextRunner runner() {
		return new ReactiveWebApplicationContextRunner().withConfiguration(AutoConfigurations
			.of(FastwireReactiveWebServerAutoConfiguration.class, FastwireMetricsAutoConfiguration.class));
	}

	private static ConfigurableApplicationContext run(String... arguments) {
		return new SpringApplicationBuilder(App.class).web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off")
			.run(arguments);
	}

	private static void get(ConfigurableApplicationContext context, String portProperty, String path) throws Exception {
		String port = Objects.requireNonNull(context.getEnvironment().getProperty(portProperty));
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.version(HttpClient.Version.HTTP_1_1)
			.build();
		HttpClient.newHttpClient().send(request, BodyHandlers.discarding());
	}

	private static Set<String> names(MeterRegistry registry, String server) {
		Set<String> names = new TreeSet<>();
		for (Meter meter : registry.getMeters()) {
			String name = meter.getId().getName();
			if (name.matches("fastwire\\.(?!websocket).*") && server.equals(meter.getId().getTag("server"))) {
				names.add(name);
			}
		}
		return names;
	}

	private static double rejections(MeterRegistry registry) {
		double sum = 0;
		for (Rejection reason : Rejection.values()) {
			sum += value(registry, "fastwire.rejections", "main", Tag.of("reason", reason.reason()));
		}
		return sum;
	}

	private static double value(MeterRegistry registry, String name, String server, Tag... tags) {
		Meter meter = registry.get(name).tag("server", server).tags(Set.of(tags)).meter();
		return meter.measure().iterator().next().getValue();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = { JettyReactiveManagementContextAutoConfiguration.class,
			TomcatReactiveManagementContextAutoConfiguration.class })
	static class App {

		@Bean
		SimpleMeterRegistry registry() {
			return new SimpleMeterRegistry();
		}

	}

}
