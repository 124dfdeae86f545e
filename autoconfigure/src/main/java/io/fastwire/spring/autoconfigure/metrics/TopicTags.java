/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.fastwire.topic.DropReason;
import io.fastwire.topic.DropStatistics;
import io.fastwire.topic.TopicListener;
import io.fastwire.topic.TopicSubscriber;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Counts by topic, for the first topics that come; those beyond the limit are counted
 * together.
 */
final class TopicTags implements TopicListener {

	private static final String OTHER = "other";

	private final MeterRegistry registry;

	private final int limit;

	private final Map<String, Counts> byTopic = new ConcurrentHashMap<>();

	private final AtomicInteger known = new AtomicInteger();

	private final Counts others;

	TopicTags(MeterRegistry registry, int limit) {
		this.registry = registry;
		this.limit = limit;
		this.others = counts(OTHER);
	}

	void published(String topic) {
		of(topic).published.increment();
	}

	@Override
	public void dropped(TopicSubscriber subscriber, String topic, long messages, DropReason reason) {
		of(topic).dropped.increment(messages);
	}

	private Counts of(String topic) {
		Counts counts = byTopic.get(topic);
		if (counts != null) {
			return counts;
		}
		if (known.get() >= limit || topic.equals(DropStatistics.OTHER_TOPICS)) {
			return others;
		}
		return byTopic.computeIfAbsent(topic, (name) -> (known.incrementAndGet() <= limit) ? counts(name) : others);
	}

	private Counts counts(String topic) {
		return new Counts(
				Counter.builder("fastwire.topics.topic.published")
					.description("Messages published by TopicPublisher or @PublishTo, by topic")
					.tag("topic", topic)
					.register(registry),
				Counter.builder("fastwire.topics.topic.dropped")
					.description("Messages dropped, by topic")
					.tag("topic", topic)
					.register(registry));
	}

	private record Counts(Counter published, Counter dropped) {
	}

}
