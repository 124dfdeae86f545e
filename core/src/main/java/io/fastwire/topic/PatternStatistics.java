/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.Comparator;

/**
 * Who subscribes to one name or pattern.
 *
 * @param pattern the name of a topic, or a pattern with wildcards
 * @param subscriptions how many subscribers have subscribed to it
 * @param eventLoops to how many event loops these belong
 */
public record PatternStatistics(String pattern, long subscriptions, int eventLoops) {

	/** By subscriptions, then by name. */
	static final Comparator<PatternStatistics> MOST_FIRST = Comparator.comparingLong(PatternStatistics::subscriptions)
		.reversed()
		.thenComparing(PatternStatistics::pattern);

}
