/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.fastwire.spring.topic.TopicPublisher;
import io.fastwire.spring.topic.web.Clients.Browser;
import io.fastwire.testsupport.WireSocket;
import io.fastwire.topic.TopicListener;
import io.fastwire.topic.TopicSubscriber;
import io.fastwire.topic.Topics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Case S05: noise, and listeners that are not told, when an application stops with many
 * sessions. Whoever leaves is announced to those that are still there.
 */
@ExtendWith(OutputCaptureExtension.class)
class StopWithSessionsTests {

	private static final int SESSIONS = 100;

	private final AtomicInteger unsubscribed = new AtomicInteger();

	private ConfigurableApplicationContext start(String shutdown) {
		ConfigurableApplicationContext context = new SpringApplicationBuilder(App.class)
			.web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off", "server.shutdown=" + shutdown,
					"fastwire.event-loops=2", "fastwire.websocket.close-timeout=2s")
			.run();
		Topics topics = context.getBean(Topics.class);
		topics.addListener(new TopicListener() {

			@Override
			public void unsubscribed(TopicSubscriber subscriber, String pattern) {
				topics.publish("presence", "gone");
				unsubscribed.incrementAndGet();
			}

		});
		return context;
	}

	private static int port(ConfigurableApplicationContext context) {
		return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

	/** Waits for sessions of both kinds, stops, and looks at what came of them. */
	private void stop(ConfigurableApplicationContext context, CapturedOutput output) {
		Topics topics = context.getBean(Topics.class);
		Rooms rooms = context.getBean(Rooms.class);
		await().until(() -> topics.statistics().subscriptions() == SESSIONS && rooms.entered.get() == SESSIONS);
		context.close();
		assertThat(rooms.left).as("handlers that ended").hasValue(SESSIONS);
		assertThat(unsubscribed).as("listeners that were told").hasValue(SESSIONS);
		assertThat(topics.statistics().subscribers()).isZero();
		// what is published when the topics have ended counts for nothing
		assertThat(topics.statistics().published()).isBetween(1L, 2L * SESSIONS);
		assertThat(topics.statistics().failures()).isZero();
		assertThat(output).doesNotContain("ERROR", "WARN", "Exception");
	}

	@ParameterizedTest
	@ValueSource(strings = { "graceful", "immediate" })
	void tellsAllListenersAndNothingElse(String shutdown, CapturedOutput output) throws Exception {
		ConfigurableApplicationContext context = start(shutdown);
		List<Browser> browsers = new ArrayList<>();
		for (int i = 0; i < SESSIONS; i++) {
			browsers.add(new Browser(port(context), "/topics/presence", null));
			browsers.add(new Browser(port(context), "/room", null));
		}
		stop(context, output);
		for (Browser browser : browsers) {
			String last = browser.next();
			while (last.equals("gone")) {
				last = browser.next();
			}
			// who does not wait for clients may be gone before the closing frame has left
			assertThat(last).isIn("closed 1001", shutdown.equals("immediate") ? "closed 1006" : "closed 1001");
			browser.close();
		}
	}

	/** Their sockets are cut when their time to answer is over. */
	@Test
	void tellsAllListenersOfClientsThatDoNotAnswer(CapturedOutput output) throws Exception {
		ConfigurableApplicationContext context = start("graceful");
		List<WireSocket> silent = new ArrayList<>();
		for (int i = 0; i < SESSIONS; i++) {
			silent.add(WireSocket.open(port(context), "/topics/presence"));
			silent.add(WireSocket.open(port(context), "/room"));
		}
		stop(context, output);
		for (WireSocket socket : silent) {
			socket.close();
		}
	}

	/** Counts who is there and announces who leaves. */
	static final class Rooms {

		private final AtomicInteger entered = new AtomicInteger();

		private final AtomicInteger left = new AtomicInteger();

		private final TopicPublisher publisher;

		Rooms(TopicPublisher publisher) {
			this.publisher = publisher;
		}

		void leave() {
			publisher.publish("presence", "gone");
			left.incrementAndGet();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class App {

		@Bean
		Rooms rooms(TopicPublisher publisher) {
			return new Rooms(publisher);
		}

		@Bean
		SimpleUrlHandlerMapping sockets(Rooms rooms) {
			WebSocketHandler room = (session) -> {
				rooms.entered.incrementAndGet();
				return session.receive().doFinally((signal) -> rooms.leave()).then();
			};
			return new SimpleUrlHandlerMapping(Map.of("/room", room), 1);
		}

	}

}
