/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure.metrics;

import io.fastwire.spring.autoconfigure.FastwireTopicAutoConfiguration;
import io.fastwire.spring.topic.PublishFailures;
import io.fastwire.topic.Topics;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Publishes meters of topics where there is a registry.
 */
@AutoConfiguration(after = FastwireTopicAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ MeterRegistry.class, Topics.class, PublishFailures.class })
public final class FastwireTopicMetricsAutoConfiguration {

	@Bean
	TopicMeters fastwireTopicMeters(MeterRegistry registry, Topics topics, PublishFailures failures) {
		return new TopicMeters(registry, topics, failures);
	}

	@Bean
	@ConditionalOnBooleanProperty("fastwire.topics.metrics.tag-topics")
	TopicTags fastwireTopicTags(MeterRegistry registry, Topics topics, TopicMeters meters, Environment environment) {
		TopicTags tags = new TopicTags(registry,
				environment.getProperty("fastwire.topics.metrics.max-topic-tags", Integer.class, 100));
		topics.addListener(tags);
		meters.tagTopics(tags);
		return tags;
	}

}
