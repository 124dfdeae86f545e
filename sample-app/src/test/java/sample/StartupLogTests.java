/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.fastwire.testsupport.TestKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** That everything is where the log at the start says that it is. */
@ExtendWith(OutputCaptureExtension.class)
class StartupLogTests {

	private static final Pattern ADDRESS = Pattern.compile("StartupLog .*?: +(https?://\\S+)");

	private static final String[] NONE = {};

	private static final TestKeys KEYS = TestKeys.of("localhost");

	private static final HttpClient CLIENT = HttpClient.newBuilder().sslContext(TestKeys.client(null, KEYS)).build();

	@TempDir
	private Path directory;

	/** Returns the properties of a server with TLS, by their prefix. */
	private String[] tls(String prefix) throws IOException {
		Path store = KEYS.writeKeyStore(directory.resolve("keys.p12"), "PKCS12");
		return new String[] { "--" + prefix + ".ssl.key-store=" + store.toUri(),
				"--" + prefix + ".ssl.key-store-password=" + TestKeys.PASSWORD };
	}

	/** Starts the sample and returns the addresses that it logs, all of which answer. */
	private static List<URI> addresses(CapturedOutput output, String[] tls, String... properties) throws Exception {
		String[] all = Stream.of(Stream.of("--server.port=0"), Stream.of(tls), Stream.of(properties))
			.flatMap(Function.identity())
			.toArray(String[]::new);
		try (ConfigurableApplicationContext context = SpringApplication.run(SampleApplication.class, all)) {
			assertThat(context.isRunning()).isTrue();
			List<URI> addresses = ADDRESS.matcher(output.getOut())
				.results()
				.map((match) -> URI.create(match.group(1)))
				.toList();
			for (URI address : addresses) {
				HttpResponse<Void> response = CLIENT.send(HttpRequest.newBuilder(address).build(),
						BodyHandlers.discarding());
				assertThat(response.statusCode()).as(address.toString()).isEqualTo(200);
			}
			return addresses;
		}
	}

	@Test
	void namesThePagesOfTheOnePort(CapturedOutput output) throws Exception {
		List<URI> addresses = addresses(output, NONE);
		assertThat(addresses).extracting(URI::getPath)
			.containsExactly("/", "/actuator/fastwire", "/actuator/metrics", "/actuator/prometheus");
		assertThat(addresses).extracting(URI::getScheme).containsOnly("http");
		assertThat(addresses).extracting(URI::getHost).containsOnly("localhost");
		assertThat(addresses).extracting(URI::getPort).doesNotContain(0).hasSize(4).containsOnly(port(addresses));
	}

	private static int port(List<URI> addresses) {
		return addresses.get(0).getPort();
	}

	@Test
	void saysHttpsWhereTheServerHasTls(CapturedOutput output) throws Exception {
		List<URI> addresses = addresses(output, tls("server"));
		assertThat(addresses).extracting(URI::getScheme).containsExactly("https", "https", "https", "https");
	}

	@Test
	void saysHttpWhereOnlyTheManagementPortHasNoTls(CapturedOutput output) throws Exception {
		List<URI> addresses = addresses(output, tls("server"), "--management.server.port=0",
				"--management.server.ssl.enabled=false");
		assertThat(addresses).extracting(URI::getScheme).containsExactly("https", "http", "http", "http");
	}

	@Test
	void saysHttpsWhereOnlyTheManagementPortHasTls(CapturedOutput output) throws Exception {
		List<URI> addresses = addresses(output, tls("management.server"), "--management.server.port=0");
		assertThat(addresses).extracting(URI::getScheme).containsExactly("http", "https", "https", "https");
	}

	@Test
	void namesThePortAndPathsThatTheManagementEndpointsHaveOfTheirOwn(CapturedOutput output) throws Exception {
		List<URI> addresses = addresses(output, NONE, "--server.address=127.0.0.1", "--spring.webflux.base-path=/shop",
				"--management.server.port=0", "--management.server.base-path=/ops",
				"--management.endpoints.web.base-path=/watch",
				"--management.endpoints.web.path-mapping.metrics=meters");
		assertThat(addresses).extracting(URI::getPath)
			.containsExactly("/shop/", "/ops/watch/fastwire", "/ops/watch/meters", "/ops/watch/prometheus");
		assertThat(addresses).extracting(URI::getHost)
			.containsExactly("127.0.0.1", "localhost", "localhost", "localhost");
		assertThat(addresses.subList(1, 4)).extracting(URI::getPort).doesNotContain(0, port(addresses));
	}

	@Test
	void namesTheBasePathOfTheApplicationForAllOnOnePort(CapturedOutput output) throws Exception {
		List<URI> addresses = addresses(output, NONE, "--spring.webflux.base-path=/shop",
				"--management.endpoints.web.base-path=/");
		assertThat(addresses).extracting(URI::getPath)
			.containsExactly("/shop/", "/shop/fastwire", "/shop/metrics", "/shop/prometheus");
	}

	@Test
	void namesTheAddressThatEachServerListensOn(CapturedOutput output) throws Exception {
		List<URI> addresses = addresses(output, NONE, "--server.address=0.0.0.0", "--management.server.port=0",
				"--management.server.address=127.0.0.2");
		assertThat(addresses).extracting(URI::getHost)
			.containsExactly("localhost", "127.0.0.2", "127.0.0.2", "127.0.0.2");
	}

	@Test
	void namesOnlyEndpointsThatAreExposed(CapturedOutput output) throws Exception {
		assertThat(addresses(output, NONE, "--management.endpoints.web.exposure.include=health,metrics"))
			.extracting(URI::getPath)
			.containsExactly("/", "/actuator/metrics");
	}

	@Test
	void namesNoEndpointWhereTheManagementPortIsOff(CapturedOutput output) throws Exception {
		assertThat(addresses(output, NONE, "--management.server.port=-1")).extracting(URI::getPath)
			.containsExactly("/");
	}

	/** Links, scripts and the addresses of new orders all have the base path. */
	@Test
	void thePageWorksBelowABasePath(CapturedOutput output) throws Exception {
		try (ConfigurableApplicationContext context = SpringApplication.run(SampleApplication.class, "--server.port=0",
				"--spring.webflux.base-path=/shop")) {
			URI home = URI
				.create("http://localhost:" + context.getEnvironment().getProperty("local.server.port") + "/shop/");
			String page = CLIENT.send(HttpRequest.newBuilder(home).build(), BodyHandlers.ofString()).body();
			List<String> links = Pattern.compile("(?:href|src)=\"([^\"]+)\"")
				.matcher(page)
				.results()
				.map((match) -> match.group(1))
				.filter((link) -> !link.startsWith("data:") && !link.endsWith("/stream"))
				.toList();
			assertThat(links).hasSizeGreaterThan(5).contains("app.js");
			for (String link : links) {
				HttpRequest request = HttpRequest.newBuilder(home.resolve(link)).build();
				assertThat(CLIENT.send(request, BodyHandlers.discarding()).statusCode()).as(link).isEqualTo(200);
			}
			HttpRequest order = HttpRequest.newBuilder(home.resolve("orders"))
				.header("Content-Type", "application/json")
				.POST(HttpRequest.BodyPublishers.ofString("""
						{"customer": "Ada", "items": [{"product": "tea", "quantity": 2}]}"""))
				.build();
			assertThat(CLIENT.send(order, BodyHandlers.discarding()).headers().firstValue("Location"))
				.contains("/shop/orders/1");
		}
	}

}
