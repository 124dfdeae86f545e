/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.fastwire.topic.Topics;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Clients that are no browsers follow the orders: those of the JDK and of Node.
 */
class TopicClientTests {

	private static final int PATIENCE_SECONDS = 90;

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private ConfigurableApplicationContext context;

	private int port;

	@BeforeEach
	void start() {
		context = SpringApplication.run(SampleApplication.class, "--server.port=0");
		port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

	@AfterEach
	void stop() {
		context.close();
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
	}

	private void send(String method, String path, String json) throws Exception {
		HttpRequest request = request(path).header("Content-Type", "application/json")
			.method(method, BodyPublishers.ofString(json))
			.build();
		assertThat(CLIENT.send(request, BodyHandlers.discarding()).statusCode()).isLessThan(300);
	}

	private void awaitSubscriptions(int count) {
		await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
			.until(() -> context.getBean(Topics.class).statistics().subscriptions() == count);
	}

	@Test
	void thoseOfTheJdkSeeEachChange() throws Exception {
		Listener plain = new Listener();
		Listener many = new Listener();
		WebSocket first = open("/topics/orders", plain);
		WebSocket second = open("/topics", many, "fastwire.v1");
		second.sendText("{\"subscribe\":\"orders/*\"}", true).join();
		assertThat(many.next().get("subscribed").asString()).isEqualTo("orders/*");
		HttpResponse<Stream<String>> events = CLIENT
			.send(request("/topics/orders").header("Accept", "text/event-stream").build(), BodyHandlers.ofLines());
		awaitSubscriptions(3);
		send("POST", "/orders", "{\"customer\":\"Ada\",\"items\":[{\"product\":\"tea\",\"quantity\":2}]}");
		send("PATCH", "/orders/1", "{\"status\":\"PAID\"}");
		for (String status : List.of("NEW", "PAID")) {
			assertThat(plain.next().get("status").asString()).isEqualTo(status);
			JsonNode frame = many.next();
			assertThat(frame.get("topic").asString()).isEqualTo("orders/1");
			assertThat(frame.get("data").get("status").asString()).isEqualTo(status);
		}
		try (Stream<String> lines = events.body()) {
			assertThat(lines.filter((line) -> line.startsWith("data:"))
				.limit(2)
				.map((line) -> JsonMapper.shared().readTree(line.substring("data:".length())).get("status").asString()))
				.containsExactly("NEW", "PAID");
		}
		first.abort();
		second.abort();
		awaitSubscriptions(0);
	}

	private WebSocket open(String path, Listener listener, String... protocol) {
		WebSocket.Builder builder = CLIENT.newWebSocketBuilder();
		if (protocol.length > 0) {
			builder.subprotocols(protocol[0]);
		}
		return builder.buildAsync(URI.create("ws://localhost:" + port + path), listener).join();
	}

	/** Needs Node 20.10 or newer. {@link BrowserTests} runs the same in a browser. */
	@ParameterizedTest
	@EnumSource
	@Tag("node")
	void thoseOfNodeSeeEachChangeAndResume(ClientScript script) throws Exception {
		Process node = new ProcessBuilder("node", "--no-warnings", "--experimental-websocket", "--input-type=module",
				"--eval", "console.log(await (" + script.runAt("http://localhost:" + port) + ")); process.exit(0);")
			.redirectErrorStream(true)
			.start();
		try {
			String output = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			assertThat(node.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
			assertThat(output).isEqualTo(script.output() + "\n");
			assertThat(node.exitValue()).isZero();
		}
		finally {
			node.destroyForcibly();
		}
	}

	/** Keeps what comes as JSON. */
	private static final class Listener implements WebSocket.Listener {

		private final BlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();

		private final StringBuilder text = new StringBuilder();

		JsonNode next() throws InterruptedException {
			return Objects.requireNonNull(received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS), "No message in time");
		}

		@Override
		public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
			text.append(data);
			if (last) {
				received.add(JsonMapper.shared().readTree(text.toString()));
				text.setLength(0);
			}
			socket.request(1);
			return null;
		}

	}

}
