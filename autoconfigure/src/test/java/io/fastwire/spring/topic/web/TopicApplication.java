/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.fastwire.topic.TopicListener;
import io.fastwire.topic.TopicSubscriber;
import io.fastwire.topic.Topics;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** A running application that has nothing but topics. */
final class TopicApplication implements AutoCloseable {

	private final BlockingQueue<TopicSubscriber> subscribers = new LinkedBlockingQueue<>();

	private final ConfigurableApplicationContext context;

	private final Topics topics;

	private TopicApplication(ConfigurableApplicationContext context) {
		this.context = context;
		this.topics = context.getBean(Topics.class);
	}

	/** Starts on a free port, with properties as {@code key=value}. */
	static TopicApplication start(String... properties) {
		String[] all = Stream
			.concat(Stream.of("server.port=0", "spring.main.banner-mode=off"), Arrays.stream(properties))
			.toArray(String[]::new);
		return new TopicApplication(
				new SpringApplicationBuilder(App.class).web(WebApplicationType.REACTIVE).properties(all).run());
	}

	int port() {
		return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

	Topics topics() {
		return topics;
	}

	/** Keeps who subscribes from now on for {@link #subscribed()}. */
	TopicApplication keepSubscribers() {
		topics.addListener(new TopicListener() {

			@Override
			public void subscribed(TopicSubscriber subscriber, String pattern) {
				subscribers.add(subscriber);
			}

		});
		return this;
	}

	/** Returns the next who has subscribed. */
	TopicSubscriber subscribed() throws InterruptedException {
		return Objects.requireNonNull(subscribers.poll(20, TimeUnit.SECONDS));
	}

	@Override
	public void close() {
		context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class App {

	}

}
