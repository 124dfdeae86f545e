/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure.metrics;

import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.fastwire.http.Rejection;
import io.fastwire.server.HeaderCache;
import io.fastwire.spring.autoconfigure.FastwireReactiveWebServerAutoConfiguration;
import io.micrometer.core.instrument.FunctionTimer;
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
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Meters of running servers in a registry, from start to stop.
 */
class FastwireMetricsAutoConfigurationTests {

	private static final Set<String> NAMES = Set.of("fastwire.access.log.dropped", "fastwire.access.log.written",
			"fastwire.connections.accept.failures", "fastwire.connections.refused", "fastwire.http2.connection.errors",
			"fastwire.http2.connections", "fastwire.http2.floods", "fastwire.http2.streams.reset",
			"fastwire.proxy.failures", "fastwire.connections.active", "fastwire.connections.accepted",
			"fastwire.requests.active", "fastwire.requests", "fastwire.requests.aborted", "fastwire.bytes.received",
			"fastwire.bytes.sent", "fastwire.rejections", "fastwire.transport", "fastwire.pool.hits",
			"fastwire.pool.malloc.fallbacks", "fastwire.pool.measure.first", "fastwire.pool.bytes.used",
			"fastwire.pool.bytes.capacity", "fastwire.pool.hit.ratio", "fastwire.headers.cache.hits",
			"fastwire.headers.cache.misses", "fastwire.headers.cache.replacements", "fastwire.headers.repeat.hits",
			"fastwire.eventloop.pending.tasks", "fastwire.eventloop.delay", "fastwire.eventloop.stalled",
			"fastwire.tls.handshakes", "fastwire.tls.failures");

	private static final Set<String> NEVER_ZERO = Set.of("fastwire.transport", "fastwire.pool.hit.ratio",
			"fastwire.pool.bytes.capacity");

	private static final Tag REQUEST_NAMES = Tag.of("cache", "request-names");

	private static final Tag RESPONSE_FIELDS = Tag.of("cache", "response-fields");

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	@Test
	void publishesAllMetersAtZero() {
		try (ConfigurableApplicationContext context = run()) {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(names(registry, "main")).isEqualTo(new TreeSet<>(NAMES));
			assertThat(names(registry, "management")).isEmpty();
			// a loop that has just started may still have a task
			await().untilAsserted(() -> {
				for (Meter meter : meters(registry, "main")) {
					meter.measure()
						.forEach((measurement) -> assertThat(measurement.getValue()).as("%s", meter.getId())
							.matches((value) -> (value == 0) != NEVER_ZERO.contains(meter.getId().getName())));
				}
			});
			assertThat(registry.get("fastwire.rejections").meters()).hasSameSizeAs(Rejection.values());
			assertThat(registry.get("fastwire.headers.cache.hits").meters()).hasSameSizeAs(HeaderCache.values());
			assertThat(value(registry, "fastwire.pool.hit.ratio", "main")).isEqualTo(1);
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
	void countsWhatIsFoundInTheHeaderCaches() throws Exception {
		try (ConfigurableApplicationContext context = run("--fastwire.event-loops=1")) {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			for (String value : List.of("a", "b", "b")) {
				get(context, "local.server.port", "/missing", "X-Unknown", value);
			}
			await().untilAsserted(() -> {
				assertThat(value(registry, "fastwire.headers.cache.hits", "main", REQUEST_NAMES)).isPositive();
				assertThat(value(registry, "fastwire.headers.cache.misses", "main", REQUEST_NAMES)).isPositive();
				assertThat(value(registry, "fastwire.headers.cache.hits", "main", RESPONSE_FIELDS)).isPositive();
				assertThat(value(registry, "fastwire.headers.cache.misses", "main", RESPONSE_FIELDS)).isPositive();
				assertThat(value(registry, "fastwire.headers.repeat.hits", "main")).isEqualTo(1);
			});
		}
	}

	@Test
	void showsWhatWaitsForEachEventLoop() throws Exception {
		try (ConfigurableApplicationContext context = run("--fastwire.event-loops=3", "--management.server.port=0")) {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			for (String name : List.of("fastwire.eventloop.pending.tasks", "fastwire.eventloop.delay")) {
				assertThat(registry.get(name).tag("server", "main").meters())
					.extracting((meter) -> meter.getId().getTag("loop"))
					.containsExactlyInAnyOrder("0", "1", "2");
				assertThat(registry.get(name).tag("server", "management").meters()).hasSize(1);
			}
			get(context, "local.server.port", "/missing");
			await().untilAsserted(() -> assertThat(registry.get("fastwire.eventloop.delay")
				.tag("server", "main")
				.functionTimers()
				.stream()
				.mapToDouble(FunctionTimer::count)
				.sum()).isPositive());
		}
	}

	@Test
	void clientsCannotMakeMeters() throws Exception {
		try (ConfigurableApplicationContext context = run()) {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			Set<Meter.Id> before = ids(registry);
			for (int i = 0; i < 50; i++) {
				get(context, "local.server.port", "/" + i + "?" + "x".repeat(i * 400), "X-Random-" + i, "value" + i);
			}
			assertThat(ids(registry)).isEqualTo(before);
		}
	}

	private static Set<Meter.Id> ids(MeterRegistry registry) {
		return meters(registry, "main").stream().map(Meter::getId).collect(Collectors.toSet());
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
	void survivesGarbageCollection() throws Exception {
		try (ConfigurableApplicationContext context = run("--management.server.port=0")) {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			WeakReference<Object> garbage = new WeakReference<>(new Object());
			await().until(() -> {
				System.gc();
				return garbage.get() == null;
			});
			for (String server : List.of("main", "management")) {
				for (Meter meter : meters(registry, server)) {
					assertThat(meter.measure()).as("%s", meter.getId())
						.noneMatch((measurement) -> Double.isNaN(measurement.getValue()));
				}
			}
			get(context, "local.server.port", "/missing");
			await().untilAsserted(() -> assertThat(value(registry, "fastwire.requests", "main")).isEqualTo(1));
		}
	}

	@Test
	void followsTheContextsThatShareARegistry() throws Exception {
		SimpleMeterRegistry registry = new SimpleMeterRegistry() {

			/** Spring Boot 4.0 closes the registries of a context with it. */
			@Override
			public void close() {
				// it is shared
			}

		};
		for (int i = 0; i < 2; i++) {
			try (ConfigurableApplicationContext context = run(registry)) {
				assertThat(names(registry, "main")).isEqualTo(new TreeSet<>(NAMES));
				assertThat(value(registry, "fastwire.requests", "main")).isZero();
				get(context, "local.server.port", "/missing");
				await().untilAsserted(() -> assertThat(value(registry, "fastwire.requests", "main")).isEqualTo(1));
			}
			assertThat(names(registry, "main")).isEmpty();
		}
	}

	@Test
	void otherContextsThatCloseTakeNothingAway() {
		try (ConfigurableApplicationContext context = run()) {
			try (GenericApplicationContext child = new GenericApplicationContext()) {
				child.setParent(context);
				child.refresh();
			}
			assertThat(names(context.getBean(MeterRegistry.class), "main")).isEqualTo(new TreeSet<>(NAMES));
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

	static ConfigurableApplicationContext run(String... arguments) {
		return application(App.class).run(arguments);
	}

	private static ConfigurableApplicationContext run(MeterRegistry registry) {
		return application(AppWithoutRegistry.class)
			.initializers((context) -> context.getBeanFactory().registerSingleton("registry", registry))
			.run();
	}

	private static SpringApplicationBuilder application(Class<?> source) {
		return new SpringApplicationBuilder(source).web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off");
	}

	private static void get(ConfigurableApplicationContext context, String portProperty, String path, String... headers)
			throws Exception {
		String port = Objects.requireNonNull(context.getEnvironment().getProperty(portProperty));
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.version(HttpClient.Version.HTTP_1_1);
		for (int i = 0; i < headers.length; i += 2) {
			request.header(headers[i], headers[i + 1]);
		}
		CLIENT.send(request.build(), BodyHandlers.discarding());
	}

	private static List<Meter> meters(MeterRegistry registry, String server) {
		return registry.getMeters()
			.stream()
			.filter((meter) -> meter.getId().getName().startsWith("fastwire."))
			.filter((meter) -> server.equals(meter.getId().getTag("server")))
			.toList();
	}

	private static Set<String> names(MeterRegistry registry, String server) {
		return meters(registry, server).stream()
			.map((meter) -> meter.getId().getName())
			.filter((name) -> !name.startsWith("fastwire.websocket."))
			.collect(Collectors.toCollection(TreeSet::new));
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
	@Import(AppWithoutRegistry.class)
	static class App {

		@Bean
		SimpleMeterRegistry registry() {
			return new SimpleMeterRegistry();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = { JettyReactiveManagementContextAutoConfiguration.class,
			TomcatReactiveManagementContextAutoConfiguration.class })
	static class AppWithoutRegistry {

	}

}
