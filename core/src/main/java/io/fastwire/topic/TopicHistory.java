/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

import io.fastwire.topic.TopicOptions.History;
import org.jspecify.annotations.Nullable;

/**
 * The last messages of one topic. Used under the lock of {@link Histories}.
 */
final class TopicHistory {

	private final String topic;

	private final History bounds;

	private final Deque<KeptMessage> messages = new ArrayDeque<>(2);

	/** Those that the application gave an id. */
	private @Nullable Map<String, KeptMessage> byId;

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

	@Nullable KeptMessage newest() {
		return messages.peekLast();
	}

	/**
	 * Returns the sequence of the last message with an id of the application, or
	 * {@link TopicMessage#NO_SEQUENCE}.
	 */
	long sequence(String id) {
		KeptMessage kept = (byId != null) ? byId.get(id) : null;
		return (kept != null) ? kept.sequence() : TopicMessage.NO_SEQUENCE;
	}

	/** Whether nothing after that sequence was dropped. */
	boolean reachesBackTo(long sequence) {
		return sequence >= floor;
	}

	long floor() {
		return floor;
	}

	/** Adds a message, which is borrowed. */
	KeptMessage add(TopicMessage message) {
		touched = !messages.isEmpty();
		KeptMessage kept = new KeptMessage(message, messages.peekLast());
		messages.addLast(kept);
		payloadBytes += kept.payloadBytes();
		String id = kept.givenId();
		if (id != null) {
			if (byId == null) {
				byId = new HashMap<>();
			}
			byId.put(id, kept);
		}
		return kept;
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

	/** Takes the oldest message out, which the caller drops. */
	KeptMessage removeOldest() {
		KeptMessage oldest = messages.removeFirst();
		KeptMessage next = messages.peekFirst();
		if (next != null) {
			next.becomeOldest();
		}
		String id = oldest.givenId();
		if (id != null && byId != null) {
			byId.remove(id, oldest);
		}
		payloadBytes -= oldest.payloadBytes();
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
