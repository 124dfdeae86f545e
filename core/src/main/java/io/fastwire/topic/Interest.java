/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.Arrays;

/**
 * That there are subscriptions to one pattern, and on which event loops. Changed under
 * the lock of {@link Routes}, read by any thread.
 */
final class Interest {

	private static final TopicLoop[] NOWHERE = {};

	private final String pattern;

	private int[] counts = {};

	private volatile TopicLoop[] loops = NOWHERE;

	private volatile int total;

	Interest(String pattern) {
		this.pattern = pattern;
	}

	String pattern() {
		return pattern;
	}

	/** The loops with a subscription; not to be changed. */
	TopicLoop[] loops() {
		return loops;
	}

	/** Whether a loop has a subscription. */
	boolean isOn(TopicLoop loop) {
		return Arrays.asList(loops).contains(loop);
	}

	/** How many subscriptions there are. */
	int total() {
		return total;
	}

	PatternStatistics statistics() {
		return new PatternStatistics(pattern, total, loops.length);
	}

	/** Counts a subscription; returns whether it is the first of its loop. */
	boolean add(TopicLoop loop) {
		int more = total + 1;
		total = more;
		int index = Arrays.asList(loops).indexOf(loop);
		if (index >= 0) {
			counts[index]++;
			return false;
		}
		int length = loops.length;
		TopicLoop[] longer = Arrays.copyOf(loops, length + 1);
		longer[length] = loop;
		counts = Arrays.copyOf(counts, length + 1);
		counts[length] = 1;
		loops = longer;
		return true;
	}

	/** Counts the end of a subscription; returns whether it was the last of its loop. */
	boolean remove(TopicLoop loop) {
		int fewer = total - 1;
		total = fewer;
		int index = Arrays.asList(loops).indexOf(loop);
		if (--counts[index] > 0) {
			return false;
		}
		int last = loops.length - 1;
		TopicLoop[] shorter = Arrays.copyOf(loops, last);
		if (index < last) {
			shorter[index] = loops[last];
			counts[index] = counts[last];
		}
		counts = Arrays.copyOf(counts, last);
		loops = shorter;
		return true;
	}

}
