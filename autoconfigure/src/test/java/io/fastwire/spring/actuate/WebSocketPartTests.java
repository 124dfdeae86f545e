/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.awaitility.Awaitility.await;

/**
 * What the endpoint tells of WebSocket sessions, and how it ends one.
 */
class WebSocketPartTests {

	private static final String EXPOSED = "--management.endpoints.web.exposure.include=fastwire";

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private static String address(ConfigurableApplicationContext context, String path) {
		return "localhost:" + context.getEnvironment().getRequiredProperty("local.server.port") + path;
	}

	private static int delete(ConfigurableApplicationContext context, String path) throws Exception {
		URI uri = URI.create("http://" + address(context, "/actuator/fastwire/" + path));
		return CLIENT.send(HttpRequest.newBuilder(uri).DELETE().build(), BodyHandlers.discarding()).statusCode();
	}

	private static JsonNode main(ConfigurableApplicationContext context, String part) throws Exception {
		return FastwireEndpointTests.json(context, "server", "/actuator/fastwire/" + part).get("main");
	}

	@Test
	void tellsWhatSessionsCount() throws Exception {
		try (ConfigurableApplicationContext context = FastwireEndpointTests.run(EXPOSED)) {
			assertThat(main(context, "webSocket").at("/sessions/opened").asLong()).isZero();
			Client client = new Client(context);
			client.socket.sendText("{\"subscribe\":\"a\"}", true).join();
			await().atMost(PATIENCE).until(() -> main(context, "webSocket").at("/messages/sent").asLong() == 1);
			JsonNode open = main(context, "webSocket");
			assertThat(open.at("/sessions/active").asLong()).isEqualTo(1);
			assertThat(open.at("/sessions/opened").asLong()).isEqualTo(1);
			assertThat(open.at("/messages/received").asLong()).isEqualTo(1);
			assertThat(open.at("/bytes/received").asLong()).isEqualTo("{\"subscribe\":\"a\"}".length());
			assertThat(open.at("/bytes/sent").asLong()).isEqualTo("{\"subscribed\":\"a\"}".length());
			assertThat(open.get("closes")).isEmpty();
			client.socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
			await().atMost(PATIENCE)
				.until(() -> main(context, "webSocket").at("/closes/1000").asLong() == 1
						&& main(context, "webSocket").at("/sessions/active").asLong() == 0);
		}
	}

	@Test
	void disconnectsOneSessionAndNoOther() throws Exception {
		try (ConfigurableApplicationContext context = FastwireEndpointTests.run(EXPOSED)) {
			Client first = new Client(context);
			String id = main(context, "sessions").at("/0/id").asString();
			Client second = new Client(context);
			assertThat(main(context, "sessions")).hasSize(2);
			assertThat(delete(context, "sessions/" + id)).isEqualTo(204);
			assertThat(first.closed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(1008);
			await().atMost(PATIENCE).until(() -> main(context, "sessions").size() == 1);
			assertThat(main(context, "sessions").at("/0/id").asString()).isNotEqualTo(id);
			assertThat(second.closed).isNotDone();
			assertThat(delete(context, "sessions/" + id)).as("it is gone").isEqualTo(404);
			assertThat(delete(context, "topics/" + id)).as("not of sessions").isEqualTo(404);
			second.socket.abort();
		}
	}

	@Test
	void disconnectsNobodyIfItMayOnlyRead() throws Exception {
		try (ConfigurableApplicationContext context = FastwireEndpointTests.run(EXPOSED,
				"--management.endpoint.fastwire.access=read-only")) {
			Client client = new Client(context);
			assertThat(delete(context, "sessions/" + main(context, "sessions").at("/0/id").asString())).isEqualTo(405);
			assertThat(main(context, "sessions")).hasSize(1);
			client.socket.abort();
		}
	}

	@Test
	void disconnectsSubscribersOfBothKinds() throws Exception {
		try (ConfigurableApplicationContext context = FastwireEndpointTests.run(EXPOSED)) {
			Client client = new Client(context);
			client.socket.sendText("{\"subscribe\":\"a\"}", true).join();
			URI uri = URI.create("http://" + address(context, "/topics/b/*"));
			HttpResponse<Stream<String>> events = CLIENT.send(
					HttpRequest.newBuilder(uri).header("Accept", "text/event-stream").build(), BodyHandlers.ofLines());
			await().atMost(PATIENCE).until(() -> subscribers(context, "").size() == 2);
			for (JsonNode subscriber : subscribers(context, "")) {
				boolean stream = subscriber.get("kind").asString().equals("event-stream");
				assertThat(subscriber.at("/patterns/0").asString()).isEqualTo(stream ? "b/*" : "a");
				assertThat(delete(context, "subscribers/" + subscriber.get("id").asString())).isEqualTo(204);
			}
			assertThat(client.closed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(1008);
			assertThatException().isThrownBy(() -> events.body().forEach((line) -> assertThat(line).isNotNull()));
			await().atMost(PATIENCE).until(() -> subscribers(context, "").isEmpty());
			assertThat(delete(context, "subscribers/1")).isEqualTo(404);
			assertThat(subscribers(context, "/ada")).isEmpty();
		}
	}

	private static JsonNode subscribers(ConfigurableApplicationContext context, String principal) throws Exception {
		return FastwireEndpointTests.json(context, "server", "/actuator/fastwire/subscribers" + principal)
			.get("subscribers");
	}

	@Test
	void tellsOfASessionWhatTheDocumentSaysWithoutItsQuery() throws Exception {
		try (ConfigurableApplicationContext context = FastwireEndpointTests.run(EXPOSED)) {
			Client client = new Client(context);
			JsonNode session = main(context, "sessions").get(0);
			assertThat(session.get("path").asString()).isEqualTo("/topics");
			assertThat(session.get("subProtocol").asString()).isEqualTo("fastwire.v1");
			assertThat(session.get("remoteAddress").asString()).matches(".*[.:].*:\\d+");
			String document = Files.readString(Path.of("../docs/actuator.md"));
			String section = document.substring(document.indexOf("\n## Sessions\n"),
					document.indexOf("\n## Subscribers\n"));
			assertThat(session.propertyNames()).hasSize(SessionDescriptor.class.getRecordComponents().length);
			assertThat(Arrays.stream(SessionDescriptor.class.getRecordComponents())
				.map((component) -> "| `" + component.getName() + "` |")).allMatch(section::contains);
			client.socket.abort();
		}
	}

	/** A client of topics, whose handshake has a query. */
	private static final class Client implements WebSocket.Listener {

		private final CompletableFuture<Integer> closed = new CompletableFuture<>();

		private final WebSocket socket;

		Client(ConfigurableApplicationContext context) {
			URI uri = URI.create("ws://" + address(context, "/topics?token=secret"));
			socket = Objects
				.requireNonNull(CLIENT.newWebSocketBuilder().subprotocols("fastwire.v1").buildAsync(uri, this).join());
		}

		@Override
		public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
			closed.complete(code);
			return null;
		}

	}

}
