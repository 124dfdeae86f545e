/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

import io.fastwire.topic.TopicCounters.Count;
import org.jspecify.annotations.Nullable;

/**
 * Which topics drop the most, out of any number of topics. One thread at a time counts,
 * any thread reads.
 */
final class DroppingTopics {

	/*
	 * There may be more topics than memory should hold a count of, and a topic may be
	 * dropped from long after nobody subscribes to it, so the counts live here and not
	 * with the subscriptions: a few sets of eight, a topic always in the same one. A
	 * topic that is new to a full set takes the place of the one that weighs least and
	 * goes on from its weight ("Space-Saving", Metwally et al., 2005). So one that is
	 * dropped from again and again stays, however many others come once, and a drop costs
	 * a look at eight names at most. What it inherited is not told: counts are never too
	 * high, and exact as long as no set was full.
	 */

	private static final int SETS = 32;

	private static final int WAYS = 8;

	private static final DropReason[] REASONS = DropReason.values();

	private final AtomicReferenceArray<@Nullable Entry> entries = new AtomicReferenceArray<>(SETS * WAYS);

	void add(String topic, DropReason reason, long messages) {
		Entry entry = entry(topic);
		entry.weight += messages;
		entry.counters.add(Count.dropped(reason), messages);
	}

	private Entry entry(String topic) {
		int hash = topic.hashCode();
		int first = ((hash ^ hash >>> 16) & (SETS - 1)) * WAYS;
		int lightest = first;
		long least = Long.MAX_VALUE;
		for (int i = first; i < first + WAYS; i++) {
			Entry entry = entries.getPlain(i);
			if (entry == null) {
				return put(i, new Entry(topic, 0));
			}
			if (entry.topic.equals(topic)) {
				return entry;
			}
			if (entry.weight < least) {
				lightest = i;
				least = entry.weight;
			}
		}
		return put(lightest, new Entry(topic, least));
	}

	private Entry put(int index, Entry entry) {
		entries.setRelease(index, entry);
		return entry;
	}

	/** Adds all that others have counted. */
	void add(DroppingTopics others) {
		others.forEach((statistics) -> statistics.dropped()
			.forEach((reason, messages) -> add(statistics.topic(), reason, messages)));
	}

	void forEach(Consumer<DropStatistics> action) {
		for (int i = 0; i < entries.length(); i++) {
			Entry entry = entries.getAcquire(i);
			if (entry != null) {
				action.accept(entry.statistics());
			}
		}
	}

	/** A topic and what was counted since it came in. */
	private static final class Entry {

		private final String topic;

		private final TopicCounters counters = new TopicCounters();

		private long weight;

		Entry(String topic, long inherited) {
			this.topic = topic;
			this.weight = inherited;
		}

		DropStatistics statistics() {
			Map<DropReason, Long> dropped = new EnumMap<>(DropReason.class);
			for (DropReason reason : REASONS) {
				long messages = counters.read(Count.dropped(reason));
				if (messages > 0) {
					dropped.put(reason, messages);
				}
			}
			return new DropStatistics(topic, Map.copyOf(dropped));
		}

	}

}
