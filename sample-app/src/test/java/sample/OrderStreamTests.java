/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Streams of changes, from the first event to each of their ends.
 */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(60)
class OrderStreamTests {

	private static final String ORDER = """
			{"customer": "Ada", "items": [{"product": "tea", "quantity": 2}]}""";

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private ConfigurableApplicationContext context;

	private int port;

	@BeforeEach
	void start() {
		context = SpringApplication.run(SampleApplication.class, "--server.port=0", "--sample.ping-interval=1d");
		port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

	@AfterEach
	void stop(CapturedOutput output) {
		context.close();
		assertThat(output).doesNotContain(" ERROR ").doesNotContain(" WARN ");
	}

	@ParameterizedTest
	@CsvSource({ "text/event-stream, data:", "application/x-ndjson, ''", "*/*, data:" })
	void tellsTheChangeThatAnotherClientMakes(String accept, String prefix) throws Exception {
		try (Stream<String> lines = open(accept).body()) {
			Iterator<String> events = lines.filter((line) -> !line.isEmpty()).iterator();
			assertThat(events.next()).isEqualTo(prefix + "{\"type\":\"PING\"}");
			String location = place();
			assertThat(events.next()).startsWith(prefix + "{\"type\":\"PLACED\",\"order\":{\"id\":1,\"version\":1,")
				.contains("\"status\":\"NEW\"");
			send("PATCH", location, "{\"status\": \"PAID\"}");
			assertThat(events.next()).startsWith(prefix + "{\"type\":\"CHANGED\",\"order\":{\"id\":1,\"version\":2,")
				.contains("\"status\":\"PAID\"");
		}
	}

	@Test
	void isNoPlainJson() throws Exception {
		assertThat(open("application/json").statusCode()).isEqualTo(406);
	}

	@Test
	void endsInOrderWhenTheServerStops() throws Exception {
		try (Stream<String> lines = open("application/x-ndjson").body()) {
			Iterator<String> events = lines.iterator();
			assertThat(events.next()).contains("PING");
			long started = System.nanoTime();
			context.close();
			assertThat(events.hasNext()).as("ended, and not cut off").isFalse();
			assertThat(Duration.ofNanos(System.nanoTime() - started)).as("did not wait for the shutdown timeout")
				.isLessThan(Duration.ofSeconds(15));
		}
	}

	@Test
	void forgetsAClientThatLeaves() throws Exception {
		try (Stream<String> lines = open("text/event-stream").body()) {
			assertThat(lines.iterator().next()).contains("PING");
			await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(activeRequests()).isEqualTo(2));
		}
		client.send(request("/orders"), BodyHandlers.discarding());
		await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(activeRequests()).isEqualTo(1));
	}

	@Test
	void endsTheStreamOfAClientThatDoesNotRead() throws Exception {
		OrderFeed feed = context.getBean(OrderFeed.class);
		try (Socket socket = new Socket("localhost", port)) {
			socket.setSoTimeout(20_000);
			socket.getOutputStream()
				.write("GET /orders/stream HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
					.getBytes(StandardCharsets.US_ASCII));
			assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
				.isEqualTo("HTTP/1.1 200");
			int sent = 20_000;
			for (int i = 0; i < sent; i++) {
				feed.publish(event(i));
			}
			String stream = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
			assertThat(stream.split("PLACED", -1)).hasSizeBetween(256, sent);
			assertThat(stream).endsWith("\r\n0\r\n\r\n");
		}
	}

	private static OrderEvent event(int i) {
		return new OrderEvent(OrderEvent.Type.PLACED,
				Order.place(i, new NewOrder("a".repeat(1000), List.of()), Instant.EPOCH));
	}

	private double activeRequests() throws Exception {
		String meter = client.send(request("/actuator/metrics/fastwire.requests.active"), BodyHandlers.ofString())
			.body();
		return Double.parseDouble(meter.replaceAll("(?s).*\"value\":([0-9.]+).*", "$1"));
	}

	private HttpResponse<Stream<String>> open(String accept) throws Exception {
		return client.send(HttpRequest.newBuilder(uri("/orders/stream")).header("Accept", accept).build(),
				BodyHandlers.ofLines());
	}

	private String place() throws Exception {
		return send("POST", "/orders", ORDER).headers().firstValue("Location").orElseThrow();
	}

	private HttpResponse<String> send(String method, String path, String json) throws Exception {
		return client.send(HttpRequest.newBuilder(uri(path))
			.header("Content-Type", "application/json")
			.method(method, BodyPublishers.ofString(json))
			.build(), BodyHandlers.ofString());
	}

	private HttpRequest request(String path) {
		return HttpRequest.newBuilder(uri(path)).build();
	}

	private URI uri(String path) {
		return URI.create("http://localhost:" + port + path);
	}

}
