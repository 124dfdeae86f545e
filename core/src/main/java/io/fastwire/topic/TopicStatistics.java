/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.Map;

/**
 * Counts of {@link Topics}, read at one moment from counters that others go on writing:
 * each is recent, together they are no consistent picture. Once nothing is in motion,
 * {@code offered = delivered + dropped + waiting}.
 *
 * @param topics topics that are subscribed to by name
 * @param patterns distinct patterns with wildcards that are subscribed to
 * @param subscribers subscribers that are open
 * @param subscriptions subscriptions of all subscribers
 * @param published messages that were published
 * @param offered messages times the subscribers that they were for
 * @param delivered of these, how many a sink has taken
 * @param dropped of these, how many were dropped, by reason
 * @param waitingMessages of these, how many wait for a sink that is not writable
 * @param waitingBytes the bytes of those
 * @param queuedBytes bytes of messages on their way to an event loop
 * @param slowConsumersClosed sinks closed by {@link SlowConsumerPolicy#CLOSE}
 * @param failures exceptions that sinks and listeners threw
 * @param histories topics that have a history
 * @param historyMessages messages that histories hold
 * @param historyBytes the bytes of those
 */
public record TopicStatistics(long topics, long patterns, long subscribers, long subscriptions, long published,
		long offered, long delivered, Map<DropReason, Long> dropped, long waitingMessages, long waitingBytes,
		long queuedBytes, long slowConsumersClosed, long failures, long histories, long historyMessages,
		long historyBytes) {

	/**
	 * Returns how many messages were dropped for any reason.
	 * @return the sum over {@link #dropped()}
	 */
	public long totalDropped() {
		return dropped.values().stream().mapToLong(Long::longValue).sum();
	}

}
