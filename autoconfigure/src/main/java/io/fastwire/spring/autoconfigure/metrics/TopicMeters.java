/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure.metrics;

import java.util.Collection;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

import io.fastwire.spring.topic.PublishFailures;
import io.fastwire.spring.topic.PublishObserver;
import io.fastwire.topic.DropReason;
import io.fastwire.topic.TopicStatistics;
import io.fastwire.topic.Topics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import org.jspecify.annotations.Nullable;

/** The meters of all topics. */
final class TopicMeters implements PublishObserver {

	private final MeterRegistry registry;

	private final Topics topics;

	private final Timer publishTime;

	private volatile @Nullable TopicTags tags;

	TopicMeters(MeterRegistry registry, Topics topics, PublishFailures failures) {
		this.registry = registry;
		this.topics = topics;
		this.publishTime = Timer.builder("fastwire.topics.publish")
			.description("Time that a publish takes the caller, the encoding included")
			.register(registry);
		gauges();
		counters();
		for (PublishFailures.Reason reason : PublishFailures.Reason.values()) {
			FunctionCounter.builder("fastwire.topics.publish.failures", failures, (counts) -> counts.count(reason))
				.description("Messages of @PublishTo methods lost because they could not be published")
				.tag("reason", tag(reason))
				.register(registry);
		}
	}

	private void gauges() {
		gauge("active", "Topics subscribed to by name", null, TopicStatistics::topics);
		gauge("patterns", "Distinct patterns with wildcards subscribed to", null, TopicStatistics::patterns);
		gauge("subscribers", "Connections that take part", null, TopicStatistics::subscribers);
		gauge("subscriptions", "Subscriptions of all of them", null, TopicStatistics::subscriptions);
		gauge("messages.waiting", "Messages that wait for slow clients", null, TopicStatistics::waitingMessages);
		gauge("bytes.pending", "Size of the messages that wait for slow clients", BaseUnits.BYTES,
				TopicStatistics::waitingBytes);
		gauge("bytes.queued", "Size of the messages on their way to event loops", BaseUnits.BYTES,
				TopicStatistics::queuedBytes);
		gauge("history.messages", "Messages that histories hold", null, TopicStatistics::historyMessages);
		gauge("bytes.history", "Size of the messages that histories hold", BaseUnits.BYTES,
				TopicStatistics::historyBytes);
	}

	private void counters() {
		counter("published", "Messages published", TopicStatistics::published);
		counter("offered", "Messages times the subscribers that they were for", TopicStatistics::offered);
		counter("delivered", "Of those offered, messages given to a connection", TopicStatistics::delivered);
		counter("slow.closed", "Connections closed because they read too slowly", TopicStatistics::slowConsumersClosed);
		counter("failures", "Exceptions of sinks and listeners", TopicStatistics::failures);
		for (DropReason reason : DropReason.values()) {
			FunctionCounter.builder("fastwire.topics.dropped", topics, reading((read) -> dropped(read, reason)))
				.description("Of those offered, messages dropped")
				.tag("reason", reason.reason())
				.register(registry);
		}
	}

	private static double dropped(TopicStatistics statistics, DropReason reason) {
		Long dropped = statistics.dropped().get(reason);
		return (dropped != null) ? dropped : 0;
	}

	static String tag(Enum<?> reason) {
		return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	private void gauge(String name, String description, @Nullable String unit,
			ToDoubleFunction<TopicStatistics> value) {
		Gauge.builder("fastwire.topics." + name, topics, reading(value))
			.description(description)
			.baseUnit(unit)
			.register(registry);
	}

	private void counter(String name, String description, ToDoubleFunction<TopicStatistics> value) {
		FunctionCounter.builder("fastwire.topics." + name, topics, reading(value))
			.description(description)
			.register(registry);
	}

	private static ToDoubleFunction<Topics> reading(ToDoubleFunction<TopicStatistics> value) {
		return (topics) -> value.applyAsDouble(topics.statistics());
	}

	void tagTopics(TopicTags tags) {
		this.tags = tags;
	}

	@Override
	public void published(Collection<String> topics, long nanos) {
		publishTime.record(nanos, TimeUnit.NANOSECONDS);
		TopicTags tags = this.tags;
		if (tags != null) {
			topics.forEach(tags::published);
		}
	}

}
