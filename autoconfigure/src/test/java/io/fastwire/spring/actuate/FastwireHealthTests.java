/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.fastwire.spring.actuate.FastwireEndpointTests.App;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * The health of running servers.
 */
class FastwireHealthTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private static ConfigurableApplicationContext run(String... arguments) {
		return new SpringApplicationBuilder(App.class, Blocking.class).web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "management.server.port=0", "spring.main.banner-mode=off",
					"fastwire.event-loops=1", "management.endpoint.health.show-details=always",
					"management.endpoint.health.group.readiness.include=readinessState,fastwire",
					"management.endpoint.health.probes.enabled=true")
			.run(arguments);
	}

	private static HttpRequest request(ConfigurableApplicationContext context, String server, String path) {
		String port = context.getEnvironment().getRequiredProperty("local." + server + ".port");
		return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.version(HttpClient.Version.HTTP_1_1)
			.build();
	}

	@Test
	void isDownWhileAnEventLoopIsStuckAndUpAgainAfterwards() throws Exception {
		try (ConfigurableApplicationContext context = run("--management.health.fastwire.threshold=500ms")) {
			Blocking blocking = context.getBean(Blocking.class);
			try {
				HttpRequest health = request(context, "management", "/actuator/health/readiness");
				assertThat(CLIENT.send(health, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
				CLIENT.sendAsync(request(context, "server", "/block"), BodyHandlers.discarding());
				assertThat(blocking.blocked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
				await().atMost(PATIENCE).until(() -> CLIENT.send(health, BodyHandlers.ofString()).statusCode() == 503);
				JsonNode answer = JsonMapper.shared().readTree(CLIENT.send(health, BodyHandlers.ofString()).body());
				JsonNode fastwire = answer.at("/components/fastwire");
				assertThat(fastwire.get("status").asString()).isEqualTo("DOWN");
				assertThat(fastwire.get("details").propertyNames()).as("the management server moves")
					.containsExactly("main");
				assertThat(fastwire.at("/details/main/stalledEventLoopsMillis/0").asLong()).isGreaterThanOrEqualTo(500);
				blocking.release.countDown();
				await().atMost(PATIENCE).until(() -> CLIENT.send(health, BodyHandlers.ofString()).statusCode() == 200);
			}
			finally {
				blocking.release.countDown();
			}
		}
	}

	@Test
	void isUnknownWithoutServersAndNamesNothingWhileAllIsWell() {
		Health none = Objects
			.requireNonNull(new FastwireHealthIndicator(new RunningServers(), Duration.ofSeconds(10)).health());
		assertThat(none.getStatus()).isEqualTo(Status.UNKNOWN);
		try (ConfigurableApplicationContext context = run()) {
			Health well = Objects.requireNonNull(context.getBean(FastwireHealthIndicator.class).health());
			assertThat(well.getStatus()).isEqualTo(Status.UP);
			assertThat(well.getDetails()).isEmpty();
		}
	}

	@Test
	void canBeTurnedOff() {
		for (String property : new String[] { "management.health.fastwire.enabled",
				"management.health.defaults.enabled", "fastwire.enabled" }) {
			try (ConfigurableApplicationContext context = run("--" + property + "=false",
					"--management.endpoint.health.group.readiness.include=readinessState")) {
				assertThat(context.getBeansOfType(FastwireHealthIndicator.class)).as(property).isEmpty();
			}
		}
	}

	@Test
	void refusesAThresholdOfNothing() {
		assertThatThrownBy(() -> run("--management.health.fastwire.threshold=0").close()).rootCause()
			.isInstanceOf(InvalidConfigurationPropertyValueException.class)
			.hasMessageContaining("management.health.fastwire.threshold");
	}

	/** A handler that blocks its event loop, as none should. */
	static class Blocking {

		private final CountDownLatch blocked = new CountDownLatch(1);

		private final CountDownLatch release = new CountDownLatch(1);

		@Bean
		RouterFunction<ServerResponse> block() {
			return RouterFunctions.route().GET("/block", (request) -> {
				blocked.countDown();
				try {
					assertThat(release.await(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
				}
				catch (InterruptedException ex) {
					throw new IllegalStateException(ex);
				}
				return ServerResponse.ok().contentType(MediaType.TEXT_PLAIN).bodyValue("free");
			}).build();
		}

	}

}
