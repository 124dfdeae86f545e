/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.concurrent.atomic.LongAdder;

/**
 * How many messages of {@link PublishTo} methods were lost because they could not be
 * published. Thread-safe.
 */
public final class PublishFailures {

	private final LongAdder[] counts;

	/**
	 * Creates counters that are zero.
	 */
	public PublishFailures() {
		this.counts = new LongAdder[Reason.values().length];
		for (int i = 0; i < counts.length; i++) {
			counts[i] = new LongAdder();
		}
	}

	void add(Reason reason) {
		counts[reason.ordinal()].increment();
	}

	/**
	 * Counts the failures of one kind.
	 * @param reason which kind
	 * @return a recent value
	 */
	public long count(Reason reason) {
		return counts[reason.ordinal()].sum();
	}

	/**
	 * Counts all failures.
	 * @return a recent value
	 */
	public long count() {
		long sum = 0;
		for (LongAdder count : counts) {
			sum += count.sum();
		}
		return sum;
	}

	/** What failed. */
	public enum Reason {

		/** A value cannot stand in the name of a topic. */
		TOPIC,

		/** The condition or payload expression failed. */
		EXPRESSION,

		/** The payload could not be encoded, or the publisher failed. */
		PUBLISH

	}

}
