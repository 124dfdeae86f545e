/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayList;
import java.util.List;

/**
 * Where messages of one topic go, and under which rules, as of one moment. Immutable.
 */
final class Route {

	private static final Interest[] NO_INTERESTS = {};

	private static final TopicLoop[] NO_LOOPS = {};

	private final String topic;

	private final SlowConsumerPolicy policy;

	private final TopicOptions.History history;

	private final Interest[] interests;

	private final TopicLoop[] loops;

	private final long patternVersion;

	private final long slotVersion;

	Route(String topic, TopicOptions options, List<Interest> interests, long patternVersion, long slotVersion) {
		this.topic = topic;
		this.policy = options.slowConsumerPolicy(topic);
		this.history = options.history(topic);
		this.interests = interests.toArray(NO_INTERESTS);
		this.loops = loops(interests);
		this.patternVersion = patternVersion;
		this.slotVersion = slotVersion;
	}

	private static TopicLoop[] loops(List<Interest> interests) {
		List<TopicLoop> loops = new ArrayList<>();
		for (Interest interest : interests) {
			for (TopicLoop loop : interest.loops()) {
				if (!loops.contains(loop)) {
					loops.add(loop);
				}
			}
		}
		return loops.toArray(NO_LOOPS);
	}

	/** Whether it is the route of this topic, and still right. */
	boolean holds(String topic, long patternVersion, long slotVersion) {
		return this.patternVersion == patternVersion && this.slotVersion == slotVersion && this.topic.equals(topic);
	}

	String topic() {
		return topic;
	}

	SlowConsumerPolicy policy() {
		return policy;
	}

	TopicOptions.History history() {
		return history;
	}

	boolean hasHistory() {
		return history.maxMessages() > 0;
	}

	/** The patterns that match; not to be changed. */
	Interest[] interests() {
		return interests;
	}

	/** The event loops to tell; not to be changed. */
	TopicLoop[] loops() {
		return loops;
	}

	boolean leadsNowhere() {
		return loops.length == 0;
	}

}
