/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counters that one thread at a time writes and any thread reads, each at some recent
 * value.
 */
final class TopicCounters {

	private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);

	private final long[] counts = new long[Count.values().length];

	void add(Count count, long amount) {
		int index = count.ordinal();
		ELEMENTS.setOpaque(counts, index, counts[index] + amount);
	}

	/** Adds all counters of others. */
	void add(TopicCounters others) {
		for (Count count : Count.values()) {
			add(count, others.read(count));
		}
	}

	long read(Count count) {
		return (long) ELEMENTS.getOpaque(counts, count.ordinal());
	}

	/** What is counted. */
	enum Count {

		/** Messages times the subscribers that they were for. */
		OFFERED,

		/** Of these, those that a sink has taken. */
		DELIVERED,

		/** Of these, those dropped as {@link DropReason#NEWEST}. */
		DROPPED_NEWEST,

		/** Of these, those dropped as {@link DropReason#OLDEST}. */
		DROPPED_OLDEST,

		/** Of these, those dropped as {@link DropReason#SUPERSEDED}. */
		DROPPED_SUPERSEDED,

		/** Of these, those dropped as {@link DropReason#CLOSED}. */
		DROPPED_CLOSED,

		/** Of these, those dropped as {@link DropReason#LOOP_OVERLOADED}. */
		DROPPED_LOOP_OVERLOADED,

		/** Of these, those that wait in front of a sink now. */
		WAITING_MESSAGES,

		/** The bytes of those. */
		WAITING_BYTES,

		/** Sinks closed as slow consumers. */
		SLOW_CONSUMERS_CLOSED,

		/** Exceptions of sinks and listeners. */
		FAILURES;

		static Count dropped(DropReason reason) {
			return switch (reason) {
				case NEWEST -> DROPPED_NEWEST;
				case OLDEST -> DROPPED_OLDEST;
				case SUPERSEDED -> DROPPED_SUPERSEDED;
				case CLOSED -> DROPPED_CLOSED;
				case LOOP_OVERLOADED -> DROPPED_LOOP_OVERLOADED;
			};
		}

	}

}
