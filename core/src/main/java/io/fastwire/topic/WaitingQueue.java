/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What waits for one sink to become writable: messages, and tasks that must run in order
 * with them. Holds a reference to each message. Loop only.
 */
final class WaitingQueue {

	/*
	 * One list in the order of delivery, and through the same entries a second list of
	 * those that DROP_OLDEST may drop, so that a subscriber that is stuck costs the same
	 * for each message, however much waits and under whatever policies. KEEP_LATEST finds
	 * its entry by the topic. An entry that is taken out forgets its neighbours: an old
	 * one would otherwise keep all that came after it alive until the old generation is
	 * collected.
	 */

	private final Entry head = new Entry();

	private final Entry droppableHead = new Entry();

	private @Nullable Map<String, Entry> latest;

	private int messages;

	private long bytes;

	private long droppableBytes;

	WaitingQueue() {
		head.next = head;
		head.previous = head;
		droppableHead.nextDroppable = droppableHead;
		droppableHead.previousDroppable = droppableHead;
	}

	boolean isEmpty() {
		return head.next == head;
	}

	int messages() {
		return messages;
	}

	long bytes() {
		return bytes;
	}

	long droppableBytes() {
		return droppableBytes;
	}

	/** Adds a message at the end and retains it. */
	void add(TopicMessage message, SlowConsumerPolicy policy, int bytes) {
		Entry entry = new Entry();
		entry.message = message.retain();
		entry.policy = policy;
		entry.bytes = bytes;
		append(entry);
		messages++;
		this.bytes += bytes;
		if (policy == SlowConsumerPolicy.DROP_OLDEST) {
			droppableBytes += bytes;
			Entry last = droppableHead.previousDroppable;
			entry.previousDroppable = last;
			entry.nextDroppable = droppableHead;
			last.nextDroppable = entry;
			droppableHead.previousDroppable = entry;
		}
		else if (policy == SlowConsumerPolicy.KEEP_LATEST) {
			if (latest == null) {
				latest = new HashMap<>();
			}
			latest.put(message.topic(), entry);
		}
	}

	/** Adds a task at the end. */
	void add(Runnable task) {
		Entry entry = new Entry();
		entry.task = task;
		append(entry);
	}

	private void append(Entry entry) {
		Entry last = head.previous;
		entry.previous = last;
		entry.next = head;
		last.next = entry;
		head.previous = entry;
	}

	/** Finds the message of a topic that waits under KEEP_LATEST. */
	@Nullable Entry latest(String topic) {
		return (latest != null) ? latest.get(topic) : null;
	}

	/** Finds the oldest message that waits under DROP_OLDEST. */
	@Nullable Entry oldestDroppable() {
		Entry oldest = droppableHead.nextDroppable;
		return (oldest != droppableHead) ? oldest : null;
	}

	/** Puts a newer message in the place of an older one, which the caller owns now. */
	TopicMessage replace(Entry entry, TopicMessage newer, int newBytes) {
		TopicMessage older = entry.message();
		bytes += newBytes - entry.bytes;
		entry.message = newer.retain();
		entry.bytes = newBytes;
		return older;
	}

	/** Takes the first entry; the caller owns its message. */
	@Nullable Entry poll() {
		Entry first = head.next;
		if (first == head) {
			return null;
		}
		remove(first);
		return first;
	}

	/** Takes an entry out; the caller owns its message. */
	void remove(Entry entry) {
		entry.previous.next = entry.next;
		entry.next.previous = entry.previous;
		entry.previous = entry;
		entry.next = entry;
		if (entry.message == null) {
			return;
		}
		messages--;
		bytes -= entry.bytes;
		if (entry.policy == SlowConsumerPolicy.DROP_OLDEST) {
			droppableBytes -= entry.bytes;
			entry.previousDroppable.nextDroppable = entry.nextDroppable;
			entry.nextDroppable.previousDroppable = entry.previousDroppable;
			entry.previousDroppable = entry;
			entry.nextDroppable = entry;
		}
		else if (latest != null && entry.policy == SlowConsumerPolicy.KEEP_LATEST) {
			latest.remove(entry.message.topic());
			if (latest.isEmpty()) {
				latest = null; // its table does not shrink
			}
		}
	}

	/** A message or a task that waits. */
	static final class Entry {

		private @Nullable TopicMessage message;

		private @Nullable Runnable task;

		private @Nullable SlowConsumerPolicy policy;

		private int bytes;

		private Entry previous = this;

		private Entry next = this;

		private Entry previousDroppable = this;

		private Entry nextDroppable = this;

		@Nullable Runnable task() {
			return task;
		}

		TopicMessage message() {
			if (message == null) {
				throw new IllegalStateException("A task");
			}
			return message;
		}

		int bytes() {
			return bytes;
		}

	}

}
