/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

import io.fastwire.http.BodyCollector;
import io.fastwire.http.Exchange;
import io.fastwire.http.Router;
import io.fastwire.websocket.WebSocketListener;
import io.fastwire.websocket.WebSocketOptions;
import io.fastwire.websocket.WebSocketRoute;
import io.fastwire.websocket.WebSocketSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

/** A feed on a server of this JVM, whose publisher keeps a rate or follows. */
class FanOutLoadTests {

	private static final int SUBSCRIBERS = 3;

	@Test
	void keepsTheRate() throws Exception {
		Command outcome = load(new Feed(), 1);
		assertThat(outcome.number("published")).isBetween(1, 20);
		assertThat(outcome.number("operations")).isEqualTo(SUBSCRIBERS * outcome.number("published"));
	}

	@Test
	void postsWithoutARateAsSoonAsEverybodyHasTheMessageBefore() throws Exception {
		Feed feed = new Feed();
		Command outcome = load(feed, 0);
		assertThat(outcome.number("published")).isGreaterThan(5);
		assertThat(outcome.number("operations")).isEqualTo(SUBSCRIBERS * outcome.number("published"));
		assertThat(feed.waiting).as("posts at a time").isEqualTo(1);
	}

	@Test
	void findsAMessageThatDoesNotReachASubscriber() {
		assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> load(new Feed() {

			@Override
			void publish(String message) {
				super.publish(message);
				if (number(message) == 10) {
					sessions.remove(0);
				}
			}

		}, 0)).withMessageContaining("1 subscribers have not received all");
	}

	@Test
	void findsAMessageThatIsNotWhatWasPosted() {
		assertThatIOException().isThrownBy(() -> load(new Feed() {

			@Override
			void publish(String message) {
				super.publish((number(message) < 10) ? message : message.replace('-', '+'));
			}

		}, 0)).withMessageContaining("Instead of message 10");
	}

	private static long number(String message) {
		return Long.parseLong(message.replaceAll("\\{\"seq\":\"(\\d+)\".*", "$1"));
	}

	private static Command load(Feed feed, int rate) throws Exception {
		Router router = Router.builder()
			.get("/feed", WebSocketRoute.of(WebSocketOptions.DEFAULTS, () -> feed))
			.post("/publish", (exchange, parameters) -> feed.post(exchange))
			.build();
		Command command = Command.of("fan-out")
			.with("connections", SUBSCRIBERS)
			.with("rate", rate)
			.with("path", "/feed")
			.with("publish", "/publish")
			.with("protocol", FeedProtocol.WEBSOCKET.word());
		return LoadedServer.load(router, command,
				(loop, complete) -> new FanOutLoad(loop, complete, LoadedServer.PATIENCE_SECONDS).run());
	}

	/** Used on the one event loop of the server. */
	private static class Feed implements WebSocketListener {

		final List<WebSocketSession> sessions = new ArrayList<>();

		private int posts;

		private volatile int waiting;

		void post(Exchange exchange) {
			posts++;
			waiting = Math.max(waiting, posts);
			BodyCollector.collect(exchange, 1024, (body) -> {
				publish(new String(body, StandardCharsets.US_ASCII));
				exchange.end("");
				posts--;
			});
		}

		void publish(String message) {
			sessions.forEach((session) -> session.send(message));
		}

		@Override
		public void onOpen(WebSocketSession session) {
			sessions.add(session);
		}

		@Override
		public void onClose(WebSocketSession session, int code, String reason, @Nullable Throwable cause) {
			sessions.remove(session);
		}

	}

}
