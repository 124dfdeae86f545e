/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.util.List;
import java.util.Locale;

import io.fastwire.topic.HistoryStatistics;
import io.fastwire.topic.PatternStatistics;
import io.fastwire.topic.Topics;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * One topic.
 *
 * @param topic its name
 * @param slowConsumerPolicy what happens to its messages where they do not fit
 * @param subscriptions subscriptions that match it
 * @param matching its name and the patterns that match it, as far as they are subscribed
 * to
 * @param history what is kept of it
 */
public record TopicDescriptor(String topic, String slowConsumerPolicy, long subscriptions,
		List<PatternStatistics> matching, HistoryStatistics history) implements OperationResponseBody {

	static TopicDescriptor of(Topics topics, String name) {
		List<PatternStatistics> matching = topics.subscribedPatterns(name);
		String policy = topics.options().slowConsumerPolicy(name).name().toLowerCase(Locale.ROOT).replace('_', '-');
		return new TopicDescriptor(name, policy, matching.stream().mapToLong(PatternStatistics::subscriptions).sum(),
				matching, topics.history(name));
	}

	/** Whether anything would be lost if it did not exist. */
	boolean exists() {
		return !matching.isEmpty() || history.messages() > 0;
	}

}
