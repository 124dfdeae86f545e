/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * What was dropped of one topic, over all its subscribers.
 *
 * @param topic its name, or {@link #OTHER_TOPICS}
 * @param dropped messages by the reason; reasons that occurred, and never
 * {@link DropReason#SUPERSEDED}, by which nobody misses anything
 */
public record DropStatistics(String topic, Map<DropReason, Long> dropped) {

	/**
	 * In the place of a name: messages of other topics, of which there were too many to
	 * count each. No topic can have this name.
	 */
	public static final String OTHER_TOPICS = "**";

	/** By messages, then by name. */
	static final Comparator<DropStatistics> MOST_FIRST = Comparator.comparingLong(DropStatistics::total)
		.reversed()
		.thenComparing(DropStatistics::topic);

	/**
	 * Returns how many messages were dropped for any reason.
	 * @return the sum over {@link #dropped()}
	 */
	public long total() {
		return dropped.values().stream().mapToLong(Long::longValue).sum();
	}

	/** Both together; of the same topic. */
	DropStatistics plus(DropStatistics other) {
		Map<DropReason, Long> sums = new HashMap<>(dropped);
		other.dropped.forEach((reason, messages) -> sums.merge(reason, messages, Long::sum));
		return new DropStatistics(topic, Map.copyOf(sums));
	}

}
