/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.fastwire.spring.SecuredByPassword;
import io.fastwire.spring.topic.TopicAuthorizer;
import io.fastwire.spring.topic.TopicPublisher;
import io.fastwire.spring.topic.TopicRequest;
import io.fastwire.spring.topic.web.Clients.Browser;
import io.fastwire.spring.topic.web.Clients.Stream;
import io.fastwire.topic.TopicSink;
import io.fastwire.topic.Topics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;

import static io.fastwire.spring.SecuredByPassword.ADA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** How Spring Security and authorizers guard topics. */
class TopicSecurityTests {

	private static final String V1 = "fastwire.v1";

	private ConfigurableApplicationContext context;

	private int port;

	@BeforeEach
	void start() {
		context = new SpringApplicationBuilder(App.class).web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off", "fastwire.transport=nio")
			.run();
		port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

	@AfterEach
	void stop() {
		context.close();
	}

	@Test
	void lieBehindTheRulesOfSpringSecurity() throws Exception {
		assertThat(Browser.refusal(port, "/topics/a", null)).isEqualTo(401);
		assertThat(Browser.refusal(port, "/topics", V1)).isEqualTo(401);
		try (Stream stream = new Stream(port, "/topics/a")) {
			assertThat(stream.head()).startsWith("HTTP/1.1 401");
		}
	}

	@Test
	void areRefusedByAStatusWhereThereIsOne() throws Exception {
		assertThat(Browser.refusal(port, "/topics/users/ada", null, "Authorization", ADA)).isEqualTo(101);
		assertThat(Browser.refusal(port, "/topics/users/bob", null, "Authorization", ADA)).isEqualTo(403);
		assertThat(Browser.refusal(port, "/topics/**", null, "Authorization", ADA)).isEqualTo(403);
		assertThat(Browser.refusal(port, "/topics/broken", null, "Authorization", ADA)).isEqualTo(403);
		try (Stream stream = new Stream(port, "/topics/users/bob", "Authorization: " + ADA + "\r\n")) {
			assertThat(stream.head()).startsWith("HTTP/1.1 403");
		}
	}

	@Test
	void areRefusedOneByOneOnASocketThatGoesOn() throws Exception {
		try (Browser browser = new Browser(port, "/topics", V1, "Authorization", ADA)) {
			browser.send("{\"subscribe\":\"users/bob\"}");
			assertThat(browser.next()).isEqualTo("{\"error\":\"forbidden\",\"topic\":\"users/bob\"}");
			browser.send("{\"subscribe\":\"**\"}");
			assertThat(browser.next()).isEqualTo("{\"error\":\"forbidden\",\"topic\":\"**\"}");
			browser.send("{\"subscribe\":\"users/ada\"}");
			assertThat(browser.next()).isEqualTo("{\"subscribed\":\"users/ada\"}");
			context.getBean(TopicPublisher.class).publish("users/ada", "hello");
			assertThat(browser.next()).isEqualTo("{\"topic\":\"users/ada\",\"data\":\"hello\"}");
		}
	}

	@Test
	void areListedWithTheirPrincipals() throws Exception {
		try (Browser plain = new Browser(port, "/topics/users/ada", null, "Authorization", ADA);
				Browser many = new Browser(port, "/topics", V1, "Authorization", ADA);
				Stream stream = new Stream(port, "/topics/users/ada", "Authorization: " + ADA + "\r\n")) {
			assertThat(stream.head()).startsWith("HTTP/1.1 200");
			await().until(() -> principals().size() == 3);
			assertThat(principals()).containsOnly("ada");
			context.getBean(Topics.class).subscribers().forEach((subscriber) -> disconnect(subscriber.sink()));
			assertThat(plain.next()).isEqualTo("closed 1008");
			assertThat(many.next()).isEqualTo("closed 1008");
		}
	}

	private static void disconnect(TopicSink sink) {
		((TopicConnection) sink).disconnect();
	}

	private List<String> principals() {
		return context.getBean(Topics.class)
			.subscribers()
			.map((subscriber) -> ((TopicConnection) subscriber.sink()).principal())
			.map((principal) -> (principal != null) ? principal.getName() : "nobody")
			.toList();
	}

	/** The reactive authorizer takes its time for topics below slow. */
	@Test
	void canBeGivenUpBeforeTheDecision() throws Exception {
		try (Browser browser = new Browser(port, "/topics", V1, "Authorization", ADA)) {
			browser.send("{\"subscribe\":\"never\"}");
			browser.send("{\"subscribe\":\"never\"}");
			assertThat(browser.next()).isEqualTo("{\"error\":\"already-subscribed\",\"topic\":\"never\"}");
			browser.send("{\"unsubscribe\":\"never\"}");
			assertThat(browser.next()).isEqualTo("{\"unsubscribed\":\"never\"}");
			assertThat(App.CANCELLED).containsExactly("never");
			browser.send("{\"subscribe\":\"never\"}");
			browser.send("{\"subscribe\":\"later\"}");
			assertThat(browser.next()).isEqualTo("{\"subscribed\":\"later\"}");
		}
		await().untilAsserted(() -> assertThat(App.CANCELLED).containsExactly("never", "never"));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(SecuredByPassword.class)
	static class App {

		static final CopyOnWriteArrayList<String> CANCELLED = new CopyOnWriteArrayList<>();

		@Bean
		@Order(1)
		TopicAuthorizer ownTopics() {
			CANCELLED.clear();
			return TopicAuthorizer.of((request) -> !request.reaches("users/**")
					|| (request.principal() != null && request.isWithin("users/" + request.principal().getName())));
		}

		@Bean
		@Order(2)
		TopicAuthorizer reactive() {
			return App::decide;
		}

		private static Mono<Boolean> decide(TopicRequest request) {
			return switch (request.pattern()) {
				case "never" -> Mono.<Boolean>never().doOnCancel(() -> CANCELLED.add("never"));
				case "later" -> Mono.delay(Duration.ofMillis(20)).map((tick) -> true);
				case "broken" -> throw new IllegalStateException("on purpose");
				default ->
					ReactiveSecurityContextHolder.getContext().map((security) -> security.getAuthentication() != null);
			};
		}

	}

}
