/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * What several histories have between two sequences, read from the newest message to the
 * oldest. For one thread.
 */
final class Backlog {

	/*
	 * Who resumes gets no more than what fits, however much is kept, so it is read from
	 * the end and no further than that. Those who publish wait for the lock meanwhile, so
	 * a portion is taken at a time, and encoded, to learn how long it is, between two.
	 *
	 * Histories change between two portions. What is published is beyond the fence. What
	 * is dropped is missing in the end, which the floors of the histories tell if they
	 * are asked after everything was read.
	 */

	/** What is looked at under the lock at once: some microseconds. */
	static final int PORTION = 128;

	private final Histories owner;

	private final List<TopicHistory> histories;

	private final long after;

	private final long fence;

	/** Of each history the next to look at, the newest first. */
	private final PriorityQueue<KeptMessage> next = new PriorityQueue<>(
			Comparator.comparingLong(KeptMessage::sequence).reversed());

	private int work;

	/**
	 * Creates a reader.
	 * @param after the sequence behind which it ends
	 * @param fence the sequence with which it begins
	 */
	Backlog(Histories owner, List<TopicHistory> histories, long after, long fence) {
		this.owner = owner;
		this.histories = histories;
		this.after = after;
		this.fence = fence;
		owner.inPortions(histories, (history) -> add(history.newest()));
		this.work = histories.size();
	}

	private void add(@Nullable KeptMessage kept) {
		if (kept != null && kept.sequence() > after) {
			next.add(kept);
		}
	}

	/**
	 * Reads messages until one does not fit.
	 * @param subscriber for whom
	 * @param fits tells whether there is room for a message, and takes it
	 * @param read where they are added, each with a reference
	 * @return whether all did fit
	 */
	boolean read(TopicSubscriber subscriber, Predicate<TopicMessage> fits, List<TopicMessage> read) {
		while (!next.isEmpty()) {
			int from = read.size();
			owner.locked(() -> readPortion(subscriber, read));
			for (int i = from; i < read.size(); i++) {
				if (!fits.test(read.get(i))) {
					List<TopicMessage> rest = read.subList(i, read.size());
					rest.forEach(TopicMessage::release);
					rest.clear();
					return false;
				}
			}
		}
		return true;
	}

	private void readPortion(TopicSubscriber subscriber, List<TopicMessage> read) {
		for (int i = 0; i < PORTION; i++) {
			KeptMessage kept = next.poll();
			if (kept == null) {
				return;
			}
			work++;
			if (!kept.dropped()) {
				if (kept.sequence() <= fence && kept.isFor(subscriber)) {
					read.add(kept.lend());
				}
				add(kept.older());
			}
		}
	}

	/** Whether nothing of it was dropped before it was read. */
	boolean isWhole() {
		boolean[] whole = { true };
		owner.inPortions(histories, (history) -> whole[0] &= history.reachesBackTo(after));
		return whole[0];
	}

	/** How much was looked at, where a message is 1. */
	int work() {
		return work;
	}

}
