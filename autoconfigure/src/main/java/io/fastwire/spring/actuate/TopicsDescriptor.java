/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.fastwire.topic.DropReason;
import io.fastwire.topic.DropStatistics;
import io.fastwire.topic.PatternStatistics;
import io.fastwire.topic.TopicStatistics;
import io.fastwire.topic.Topics;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * All topics together. Counts are since the start of the application and recent.
 *
 * @param topics topics that are subscribed to by name
 * @param patterns distinct patterns with wildcards that are subscribed to
 * @param subscribers subscribers that are open
 * @param subscriptions subscriptions of all subscribers
 * @param published messages that were published
 * @param offered messages times the subscribers that they were for
 * @param delivered of these, how many a connection has taken
 * @param dropped of these, how many were dropped, by reason; reasons that occurred
 * @param waiting of these, what waits for connections that are not writable
 * @param queuedBytes bytes of messages on their way to an event loop
 * @param slowConsumersClosed connections closed because they were too slow
 * @param failures exceptions of connections and listeners
 * @param histories what is kept
 * @param mostSubscribed names and patterns with the most subscriptions, those first
 * @param mostDropped topics of which most was dropped, those first
 */
public record TopicsDescriptor(long topics, long patterns, long subscribers, long subscriptions, long published,
		long offered, long delivered, Map<String, Long> dropped, Waiting waiting, long queuedBytes,
		long slowConsumersClosed, long failures, Histories histories, List<PatternStatistics> mostSubscribed,
		List<Dropped> mostDropped) implements OperationResponseBody {

	private static final int MOST = 20;

	static TopicsDescriptor of(Topics topics) {
		TopicStatistics statistics = topics.statistics();
		return new TopicsDescriptor(statistics.topics(), statistics.patterns(), statistics.subscribers(),
				statistics.subscriptions(), statistics.published(), statistics.offered(), statistics.delivered(),
				byReason(statistics.dropped()), new Waiting(statistics.waitingMessages(), statistics.waitingBytes()),
				statistics.queuedBytes(), statistics.slowConsumersClosed(), statistics.failures(),
				new Histories(statistics.histories(), statistics.historyMessages(), statistics.historyBytes()),
				topics.mostSubscribed(MOST), topics.mostDropped(MOST).stream().map(Dropped::of).toList());
	}

	private static Map<String, Long> byReason(Map<DropReason, Long> dropped) {
		Map<String, Long> byReason = new TreeMap<>();
		dropped.forEach((reason, count) -> byReason.put(reason.reason(), count));
		return ServerDescriptor.occurred(byReason);
	}

	/**
	 * What waits for connections that are not writable.
	 *
	 * @param messages how many messages
	 * @param bytes their bytes
	 */
	public record Waiting(long messages, long bytes) {
	}

	/**
	 * A topic of which messages were dropped.
	 *
	 * @param topic its name
	 * @param messages messages times the subscribers that missed them
	 * @param reasons the same by reason; those that occurred, and never that a newer one
	 * took the place of a message
	 */
	public record Dropped(String topic, long messages, Map<String, Long> reasons) {

		static Dropped of(DropStatistics statistics) {
			return new Dropped(statistics.topic(), statistics.total(), byReason(statistics.dropped()));
		}

	}

	/**
	 * What is kept of topics.
	 *
	 * @param topics topics that have a history
	 * @param messages messages that are kept
	 * @param bytes their bytes
	 */
	public record Histories(long topics, long messages, long bytes) {
	}

}
