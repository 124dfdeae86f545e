/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.jspecify.annotations.Nullable;

/**
 * Which patterns are subscribed to on which event loops, and so where a topic leads.
 * Thread-safe; finding a route takes no lock.
 */
final class Routes {

	/*
	 * Routes are kept in a table with one place for each hash, where the next one
	 * replaces the last: so topics that nobody subscribes to by name, of which there may
	 * be any number, need no life cycle. A route is right as long as two versions are the
	 * same as they were before it was made: one grows when a pattern with wildcards
	 * starts or stops to be wanted on a loop, which may concern any topic; the other, of
	 * the place in the table, when that happens to a name. So subscribing to names, which
	 * is frequent, does not make other topics search again. Versions grow after the
	 * change, and are read before the search.
	 */

	private static final int SLOTS = 4096;

	private final TopicOptions options;

	private final Map<String, Interest> names = new ConcurrentHashMap<>();

	private final Map<String, Interest> patterns = new ConcurrentHashMap<>();

	private final SegmentTrie<Interest> trie = new SegmentTrie<>();

	private final AtomicReferenceArray<@Nullable Route> cache = new AtomicReferenceArray<>(SLOTS);

	private final AtomicLongArray slotVersions = new AtomicLongArray(SLOTS);

	private volatile long patternVersion;

	private int subscriptions;

	Routes(TopicOptions options) {
		this.options = options;
	}

	/**
	 * Finds where a topic leads.
	 * @throws IllegalArgumentException if the name is not valid
	 */
	Route route(String topic) {
		int slot = slot(topic);
		long patternVersion = this.patternVersion;
		long slotVersion = slotVersions.get(slot);
		Route known = cache.get(slot);
		if (known != null && known.holds(topic, patternVersion, slotVersion)) {
			return known;
		}
		check(topic);
		Route found = new Route(topic, options, interests(topic), patternVersion, slotVersion);
		cache.set(slot, found);
		return found;
	}

	private void check(String topic) {
		if (topic.length() > options.maxNameLength() || !TopicNames.isTopic(topic)) {
			// without the name, which may be the text of a client and gets into logs
			throw new IllegalArgumentException("Not a valid topic name, of " + topic.length() + " characters");
		}
	}

	private List<Interest> interests(String topic) {
		List<Interest> interests = new ArrayList<>(2);
		Interest byName = names.get(topic);
		if (byName != null) {
			interests.add(byName);
		}
		trie.forEachPatternOf(topic, interests::add);
		return interests;
	}

	/**
	 * Counts a subscription. Routes that are asked for after this returns lead to it.
	 * Returns {@code null} if there are too many names or patterns already.
	 */
	synchronized @Nullable Interest add(String pattern, TopicLoop loop) {
		boolean wildcard = TopicNames.hasWildcard(pattern);
		Map<String, Interest> known = wildcard ? patterns : names;
		Interest interest = known.get(pattern);
		if (interest == null) {
			if (known.size() >= options.maxTopics()) {
				return null;
			}
			interest = new Interest(pattern);
		}
		subscriptions++;
		boolean changed = interest.add(loop);
		if (interest.total() == 1) {
			known.put(pattern, interest);
			if (wildcard) {
				trie.put(pattern, interest);
			}
		}
		if (changed) {
			invalidate(pattern, wildcard);
		}
		return interest;
	}

	/** Counts the end of a subscription. */
	synchronized void remove(Interest interest, TopicLoop loop) {
		String pattern = interest.pattern();
		boolean wildcard = TopicNames.hasWildcard(pattern);
		subscriptions--;
		boolean changed = interest.remove(loop);
		if (interest.total() == 0) {
			(wildcard ? patterns : names).remove(pattern);
			if (wildcard) {
				trie.remove(pattern);
			}
		}
		if (changed) {
			invalidate(pattern, wildcard);
		}
	}

	private void invalidate(String pattern, boolean wildcard) {
		if (wildcard) {
			long next = patternVersion + 1;
			patternVersion = next;
		}
		else {
			int slot = slot(pattern);
			slotVersions.incrementAndGet(slot);
			cache.set(slot, null);
		}
	}

	private static int slot(String topic) {
		int hash = topic.hashCode();
		return (hash ^ (hash >>> 16)) & (SLOTS - 1);
	}

	/** Finds the names and patterns with the most subscriptions, those first. */
	List<PatternStatistics> mostSubscribed(int limit) {
		PriorityQueue<PatternStatistics> most = new PriorityQueue<>(PatternStatistics.MOST_FIRST.reversed());
		for (Map<String, Interest> known : List.of(names, patterns)) {
			for (Interest interest : known.values()) {
				most.add(interest.statistics());
				if (most.size() > limit) {
					most.remove();
				}
			}
		}
		List<PatternStatistics> sorted = new ArrayList<>(most);
		sorted.sort(PatternStatistics.MOST_FIRST);
		return sorted;
	}

	synchronized int subscriptions() {
		return subscriptions;
	}

	int names() {
		return names.size();
	}

	int patterns() {
		return patterns.size();
	}

}
