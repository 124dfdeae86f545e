/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Messages that an event loop had no room for. It stands in the queue where they would
 * have been, so that exactly those subscribers count them that were to receive them.
 */
final class LostMessages implements Command {

	/*
	 * It takes the place of messages because there is no memory for these, so it must not
	 * grow with them. It counts by topic, up to a number of topics. From then on it
	 * counts those together that go to the same subscriptions under the same policy, and
	 * whose publisher left the same subscriber out, under a name for all topics. The
	 * subscriptions of one loop are bounded by themselves, but publishers may leave out
	 * any number of subscribers. Beyond the bound nobody is left out: one who would have
	 * been counts a loss too many then, rather than others one too few.
	 */

	/** The most that is counted apart, in each of the two ways. */
	static final int MAX_COUNTS = 1_024;

	private final Map<Key, Loss> byTopic = new LinkedHashMap<>();

	private final Map<Group, Loss> ofOthers = new LinkedHashMap<>();

	private boolean taken;

	/**
	 * Adds a message.
	 * @param loop the one that had no room
	 * @return {@code false} if it is too late
	 */
	synchronized boolean add(Publication publication, TopicLoop loop) {
		if (taken) {
			return false;
		}
		loss(publication.route(), publication.message().excluded(), loop).messages++;
		return true;
	}

	private Loss loss(Route route, @Nullable String excluded, TopicLoop loop) {
		Key key = new Key(route.topic(), excluded);
		Loss known = byTopic.get(key);
		if (known != null) {
			return known;
		}
		if (byTopic.size() < MAX_COUNTS) {
			Loss loss = new Loss(route.topic(), route.policy(), route.interests(), excluded);
			byTopic.put(key, loss);
			return loss;
		}
		return lossOfOthers(route, excluded, loop);
	}

	private Loss lossOfOthers(Route route, @Nullable String excluded, TopicLoop loop) {
		List<Interest> here = new ArrayList<>(1);
		for (Interest interest : route.interests()) {
			if (interest.isOn(loop)) {
				here.add(interest);
			}
		}
		Group group = new Group(route.policy(), here, excluded);
		Loss known = ofOthers.get(group);
		if (known != null) {
			return known;
		}
		if (ofOthers.size() >= MAX_COUNTS) {
			group = new Group(route.policy(), here, null);
		}
		return ofOthers.computeIfAbsent(group, (those) -> new Loss(DropStatistics.OTHER_TOPICS, those.policy,
				those.interests.toArray(Interest[]::new), those.excluded));
	}

	@Override
	public int run(TopicLoop loop) {
		synchronized (this) {
			taken = true;
		}
		int work = 1;
		for (Loss loss : byTopic.values()) {
			work += loss.tell(loop);
		}
		for (Loss loss : ofOthers.values()) {
			work += loss.tell(loop);
		}
		return work;
	}

	private record Key(String topic, @Nullable String excluded) {
	}

	private record Group(SlowConsumerPolicy policy, List<Interest> interests, @Nullable String excluded) {
	}

	private static final class Loss {

		private final String topic;

		private final SlowConsumerPolicy policy;

		private final Interest[] interests;

		private final @Nullable String excluded;

		private long messages;

		Loss(String topic, SlowConsumerPolicy policy, Interest[] interests, @Nullable String excluded) {
			this.topic = topic;
			this.policy = policy;
			this.interests = interests;
			this.excluded = excluded;
		}

		int tell(TopicLoop loop) {
			return loop.forEachSubscriber(interests, excluded, (delivery) -> delivery.lose(topic, policy, messages));
		}

	}

}
