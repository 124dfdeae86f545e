/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure.metrics;

import io.fastwire.spring.autoconfigure.FastwireTopicAutoConfiguration;
import io.fastwire.spring.topic.TopicPublisher;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

class TopicMetersTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
		.withConfiguration(AutoConfigurations.of(FastwireTopicAutoConfiguration.class,
				FastwireTopicMetricsAutoConfiguration.class));

	@Test
	void areAllThereFromTheStartAtZero() {
		runner.run((context) -> assertThat(context.getBean(MeterRegistry.class).getMeters()).hasSize(23)
			.allSatisfy((meter) -> assertThat(meter.getId().getName()).startsWith("fastwire.topics."))
			.allSatisfy((meter) -> assertThat(value(meter)).isZero()));
	}

	@Test
	void countWhatIsPublished() {
		runner.run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			context.getBean(TopicPublisher.class).publish("a", "b");
			assertThat(registry.get("fastwire.topics.publish").timer().count()).isEqualTo(1);
			assertThat(registry.find("fastwire.topics.topic.published").counters()).isEmpty();
		});
	}

	@Test
	void countByTopicUpToALimitIfToldSo() {
		runner.withPropertyValues("fastwire.topics.metrics.tag-topics=true", "fastwire.topics.metrics.max-topic-tags=2")
			.run((context) -> {
				TopicPublisher publisher = context.getBean(TopicPublisher.class);
				for (String topic : new String[] { "a", "b", "c", "d", "a" }) {
					publisher.publish(topic, "x");
				}
				assertThat(published(context.getBean(MeterRegistry.class), "a")).isEqualTo(2);
				assertThat(published(context.getBean(MeterRegistry.class), "b")).isEqualTo(1);
				assertThat(published(context.getBean(MeterRegistry.class), "other")).isEqualTo(2);
				assertThat(context.getBean(MeterRegistry.class).find("fastwire.topics.topic.published").counters())
					.hasSize(3);
			});
	}

	private static double published(MeterRegistry registry, String topic) {
		return registry.get("fastwire.topics.topic.published").tag("topic", topic).counter().count();
	}

	private static double value(Meter meter) {
		return meter.measure().iterator().next().getValue();
	}

}
