/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.io.ByteArrayOutputStream;

import io.fastwire.spring.topic.PublishFailures;
import io.fastwire.spring.topic.PublishTo;
import io.fastwire.spring.topic.PublishToBeanPostProcessor;
import io.fastwire.spring.topic.TopicPublisher;
import io.fastwire.spring.topic.TopicsPublisher;
import io.fastwire.spring.topic.TopicsPublisher.JsonEncoder;
import io.fastwire.topic.SlowConsumerPolicy;
import io.fastwire.topic.TopicOptions;
import io.fastwire.topic.Topics;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which applications get topics, and how properties reach them.
 */
@ExtendWith(OutputCaptureExtension.class)
class FastwireTopicAutoConfigurationTests {

	private static final AutoConfigurations CONFIGURATIONS = AutoConfigurations.of(FastwireTopicAutoConfiguration.class,
			JacksonAutoConfiguration.class);

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(CONFIGURATIONS);

	@Test
	void appliesToApplicationsOfAnyKind() {
		runner.run((context) -> assertThat(context).hasSingleBean(TopicPublisher.class)
			.hasSingleBean(Topics.class)
			.hasSingleBean(PublishFailures.class)
			.hasSingleBean(PublishToBeanPostProcessor.class));
		new ReactiveWebApplicationContextRunner().withConfiguration(CONFIGURATIONS)
			.run((context) -> assertThat(context).hasSingleBean(TopicsPublisher.class));
		new WebApplicationContextRunner().withConfiguration(CONFIGURATIONS)
			.run((context) -> assertThat(context).hasSingleBean(TopicsPublisher.class));
	}

	@Test
	void staysWhenTheServerIsNotFastwire() {
		runner.withPropertyValues("fastwire.enabled=false")
			.run((context) -> assertThat(context).hasSingleBean(TopicPublisher.class));
	}

	@Test
	void backsOffFromBeansOfTheApplication() {
		runner.withUserConfiguration(Own.class).run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(TopicPublisher.class).hasSingleBean(Topics.class);
			assertThat(context).doesNotHaveBean("fastwireTopics").doesNotHaveBean("fastwireTopicPublisher");
		});
	}

	@Test
	void usesTheMapperOfTheApplication() {
		runner
			.withBean(JsonMapper.class,
					() -> JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build())
			.run((context) -> {
				ByteArrayOutputStream json = new ByteArrayOutputStream();
				context.getBean(JsonEncoder.class).encode(new Named("a"), json);
				assertThat(json).hasToString("{\"first_name\":\"a\"}");
			});
	}

	@Test
	void doesWithoutJackson() {
		runner.withClassLoader(new FilteredClassLoader("tools.jackson"))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(TopicPublisher.class)
				.doesNotHaveBean(JsonEncoder.class));
	}

	@Test
	void doesWithoutTransactions() {
		runner.withClassLoader(new FilteredClassLoader("org.springframework.transaction"))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(TopicPublisher.class));
	}

	@Test
	void doesWithoutReactor() {
		runner.withClassLoader(new FilteredClassLoader("reactor", "org.reactivestreams"))
			.withBean(Greeter.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(Greeter.class).greet()).isEqualTo("hello");
				assertThat(context.getBean(PublishFailures.class).count()).isZero();
			});
	}

	@Test
	void makesNoBeanTooEarly(CapturedOutput output) {
		runner.withBean(Greeter.class).run((context) -> assertThat(output).doesNotContain("not eligible for"));
	}

	@Test
	void hasTheDefaultsOfTheCore() {
		TopicOptions options = new FastwireTopicsProperties().toOptions();
		assertThat(options).usingRecursiveComparison().isEqualTo(TopicOptions.DEFAULTS);
	}

	@Test
	void bindsEachProperty() {
		runner
			.withPropertyValues("fastwire.topics.max-name-length=1", "fastwire.topics.max-topics=2",
					"fastwire.topics.max-subscriptions=3", "fastwire.topics.max-pending-size=4B",
					"fastwire.topics.max-queued-size=5B", "fastwire.topics.max-history-size=6B",
					"fastwire.topics.slow-consumer-policy=drop-oldest", "fastwire.topics.rules[0].pattern=quotes/**",
					"fastwire.topics.rules[0].slow-consumer-policy=keep-latest", "fastwire.topics.rules[1].pattern=*",
					"fastwire.topics.rules[1].history=7", "fastwire.topics.rules[1].history-size=8B")
			.run((context) -> {
				TopicOptions options = context.getBean(Topics.class).options();
				assertThat(options.maxNameLength()).isEqualTo(1);
				assertThat(options.maxTopics()).isEqualTo(2);
				assertThat(options.maxSubscriptions()).isEqualTo(3);
				assertThat(options.maxPendingBytes()).isEqualTo(4);
				assertThat(options.maxQueuedBytes()).isEqualTo(5);
				assertThat(options.maxHistoryBytes()).isEqualTo(6);
				assertThat(options.slowConsumerPolicy("x")).isEqualTo(SlowConsumerPolicy.DROP_OLDEST);
				assertThat(options.slowConsumerPolicy("quotes/a/b")).isEqualTo(SlowConsumerPolicy.KEEP_LATEST);
				assertThat(options.history("x").maxMessages()).isEqualTo(7);
				assertThat(options.history("x").maxBytes()).isEqualTo(8);
				assertThat(options.history("quotes/a/b").maxMessages()).isZero();
			});
	}

	@ParameterizedTest
	@CsvSource({ "fastwire.topics.max-topics=0, fastwire.topics.max-topics",
			"fastwire.topics.max-pending-size=0B, fastwire.topics.max-pending-size",
			"fastwire.topics.rules[0].history=1, fastwire.topics.rules[0]" })
	void namesAPropertyWithAnInvalidValue(String setting, String property) {
		runner.withPropertyValues(setting)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.asInstanceOf(InstanceOfAssertFactories.THROWABLE)
				.hasMessageContaining(property));
	}

	record Named(String firstName) {
	}

	/** Public, to be proxied in another class loader. */
	public static class Greeter {

		@PublishTo("greetings")
		public String greet() {
			return "hello";
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Own {

		@Bean
		Topics topics() {
			return new Topics(TopicOptions.DEFAULTS);
		}

		@Bean
		TopicPublisher publisher() {
			return (topics, payload, options) -> {
			};
		}

	}

}
