/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.fastwire.testsupport.TestKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.CacheControl;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * The dashboard of a server that has everything: TLS, HTTP/2, a cache, an access log and
 * clients that are too slow. The dashboard itself is on the management port, in clear
 * text. Needs Chromium.
 */
@Tag("browser")
class WholeDashboardTests {

	private static final TestKeys KEYS = TestKeys.of("localhost");

	@TempDir(cleanup = CleanupMode.NEVER)
	private Path profile;

	@TempDir
	private Path directory;

	private ConfigurableApplicationContext context;

	private Chromium browser;

	private HttpClient client;

	@BeforeEach
	void start() throws Exception {
		Path store = KEYS.writeKeyStore(directory.resolve("keys.p12"), "PKCS12");
		context = new SpringApplication(SampleApplication.class, Prices.class).run("--server.port=0",
				"--management.server.port=0", "--management.server.ssl.enabled=false",
				"--server.ssl.key-store=" + store.toUri(), "--server.ssl.key-store-password=" + TestKeys.PASSWORD,
				"--server.http2.enabled=true", "--fastwire.cache.enabled=true", "--fastwire.access-log.enabled=true",
				"--fastwire.topics.max-pending-size=1B", "--fastwire.topics.slow-consumer-policy=drop-newest");
		client = HttpClient.newBuilder()
			.sslContext(TestKeys.client(null, KEYS))
			.version(HttpClient.Version.HTTP_2)
			.build();
		browser = new Chromium(profile);
	}

	@AfterEach
	void stop() {
		browser.close();
		context.close();
	}

	private String port(String server) {
		return context.getEnvironment().getRequiredProperty("local." + server + ".port");
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create("https://localhost:" + port("server") + path));
	}

	private double meter(String name) throws Exception {
		URI uri = URI.create("http://localhost:" + port("management") + "/actuator/metrics/" + name);
		String answer = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
		return JsonMapper.shared().readTree(answer).at("/measurements/0/value").asDouble();
	}

	@Test
	void showsWhatTheMetersSay() throws Exception {
		HttpResponse<InputStream> subscription = client.send(
				request("/topics/orders").header("Accept", "text/event-stream").build(), BodyHandlers.ofInputStream());
		assertThat(subscription.version()).isEqualTo(HttpClient.Version.HTTP_2);
		assertThat(subscription.statusCode()).isEqualTo(200);
		for (int i = 0; i < 3; i++) {
			client.send(request("/prices").build(), BodyHandlers.discarding());
			client.send(request("/orders").header("Content-Type", "application/json")
				.POST(BodyPublishers
					.ofString("{\"customer\":\"Ada\",\"items\":[{\"product\":\"tea\",\"quantity\":2}]}"))
				.build(), BodyHandlers.discarding());
		}
		assertThatThrownBy(() -> HttpClient.newHttpClient().send(request("/").build(), BodyHandlers.discarding()))
			.as("does not trust the server")
			.hasMessageContaining("PKIX");
		await().atMost(Chromium.PATIENCE).until(() -> meter("fastwire.tls.failures?tag=server:main") == 1);
		assertThat(meter("fastwire.cache.hits")).isPositive();
		await().atMost(Chromium.PATIENCE).until(() -> meter("fastwire.topics.dropped?tag=reason:newest") >= 3);

		browser.open("http://localhost:" + port("management") + "/actuator/fastwire");
		shows("TLS", "Handshakes", "fastwire.tls.handshakes");
		shows("TLS", "Failed handshakes", "fastwire.tls.failures");
		shows("HTTP/2", "New connections", "fastwire.http2.connections");
		shows("HTTP/2", "Failed connections", "fastwire.http2.connection.errors");
		shows("Response cache", "Answered fresh", "fastwire.cache.hits");
		shows("Response cache", "Answered stale", "fastwire.cache.stale");
		shows("Response cache", "Misses", "fastwire.cache.misses");
		shows("Access log", "Lines written", "fastwire.access.log.written");
		shows("Access log", "Lines dropped", "fastwire.access.log.dropped");
		browser.awaitThat("document.getElementById('drops').checkVisibility()");
		assertThat(browser.evaluate("document.querySelector('#drops tbody tr').textContent")).startsWith("orders")
			.endsWith("newest");
		browser.awaitThat("document.querySelector('polyline')?.getAttribute('points').split(' ').length > 4");
		browser.pictures("dashboard-whole");
		assertThat(browser.errors()).isEmpty();
		subscription.body().close();
	}

	/** Nothing of this goes on by itself on the main server. */
	private void shows(String section, String title, String meter) throws Exception {
		String notes = Chromium.chart(section, title) + "?.querySelector('small').textContent";
		browser.awaitThat("(" + notes + " ?? '').match(/([0-9,]+) in all/)?.[1].replaceAll(',', '') === '"
				+ (long) meter(meter + "?tag=server:main") + "'");
	}

	/** Has no annotation, so that other tests do not find it by scanning. */
	static class Prices {

		@Bean
		RouterFunction<ServerResponse> prices() {
			return RouterFunctions.route()
				.GET("/prices",
						(request) -> ServerResponse.ok()
							.cacheControl(CacheControl.maxAge(1, TimeUnit.HOURS))
							.bodyValue(7))
				.build();
		}

	}

}
