/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayDeque;
import java.util.Deque;

import io.fastwire.topic.TopicOptions.History;

/**
 * The last messages of one topic, each with a reference. Used under the lock of
 * {@link Histories}.
 */
final class TopicHistory {

	private final String topic;

	private final History bounds;

	private final Deque<TopicMessage> messages = new ArrayDeque<>(2);

	private long payloadBytes;

	private long floor;

	private boolean touched;

	/**
	 * Creates an empty history.
	 * @param floor the sequence up to which it knows nothing
	 */
	TopicHistory(String topic, History bounds, long floor) {
		this.topic = topic;
		this.bounds = bounds;
		this.floor = floor;
	}

	String topic() {
		return topic;
	}

	Iterable<TopicMessage> messages() {
		return messages;
	}

	/** Whether nothing after that sequence was dropped. */
	boolean reachesBackTo(long sequence) {
		return sequence >= floor;
	}

	long floor() {
		return floor;
	}

	/** Adds a message, of which it owns a reference from now on. */
	void add(TopicMessage message) {
		touched = !messages.isEmpty();
		messages.addLast(message);
		payloadBytes += message.payload().readableBytes();
	}

	boolean exceedsBounds() {
		return messages.size() > bounds.maxMessages() || payloadBytes > bounds.maxBytes();
	}

	HistoryStatistics statistics() {
		return new HistoryStatistics(messages.size(), payloadBytes);
	}

	boolean isEmpty() {
		return messages.isEmpty();
	}

	/** Takes the oldest message, which the caller owns. */
	TopicMessage removeOldest() {
		TopicMessage oldest = messages.removeFirst();
		payloadBytes -= oldest.payload().readableBytes();
		floor = oldest.sequence();
		return oldest;
	}

	/** Whether there was a message since it was asked last, its first aside. */
	boolean clearTouched() {
		boolean was = touched;
		touched = false;
		return was;
	}

}
