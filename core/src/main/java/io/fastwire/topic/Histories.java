/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.netty.buffer.ByteBuf;

/**
 * The messages that are kept so that subscribers can resume, and the order of all topics
 * that have such a history. Thread-safe.
 */
final class Histories {

	/*
	 * Resuming without hole or repetition. A message gets its sequence number, its place
	 * in the history and its places in the queues of the loops under one lock. So does a
	 * subscription that resumes: its command carries the highest number given out so far,
	 * the fence. What is published later stands behind that command in the queue; all
	 * that is not beyond the fence is in the history, or was, which the history knows.
	 * The history is read when the command runs, from its end and in portions, so the
	 * lock is never held for long.
	 *
	 * One lock for all topics, not one for each: a client resumes a subscription to a
	 * pattern after one message, so numbers must grow for each subscriber over all
	 * topics. It is held for some 100 ns, without allocation of buffers or waking of
	 * loops, and topics without history never take it.
	 *
	 * Numbers start at the time in microseconds: so those of an earlier run of the
	 * application are lower than all that are known, and a client that resumes with one
	 * is told of a gap. They stay below 2^53, which JavaScript can count to.
	 *
	 * Forgetting. Beyond the bounds, whole histories go, those first that were quiet
	 * since the hand of a clock last passed them. The highest number so forgotten is the
	 * floor of every history that begins later.
	 */

	private static final int MAX_DIGITS = 16;

	/** How often it is looked whether somebody who waits has the lock; some 10 us. */
	private static final int PATIENCE = 1_000;

	private final TopicOptions options;

	private final Routes routes;

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<String, TopicHistory> byTopic = new HashMap<>();

	private final SegmentTrie<TopicHistory> trie = new SegmentTrie<>();

	private final Deque<TopicHistory> clock = new ArrayDeque<>();

	private long lastSequence = System.currentTimeMillis() * 1000;

	private long forgotten = lastSequence;

	private long messages;

	private long bytes;

	private boolean closed;

	Histories(TopicOptions options, Routes routes) {
		this.options = options;
		this.routes = routes;
	}

	/**
	 * Publishes to a topic that has a history.
	 * @param draft what to publish; ownership of its payload passes
	 */
	PublishResult publish(Draft draft) {
		Publication publication;
		boolean room;
		lock.lock();
		try {
			if (closed) {
				draft.payload().release();
				return PublishResult.CLOSED;
			}
			Route route = routes.route(draft.topic());
			TopicMessage message = draft.toMessage(++lastSequence);
			publication = new Publication(message, route);
			room = publication.offerToAll();
			keep(message, route.history());
		}
		finally {
			lock.unlock();
		}
		publication.wakeAll();
		publication.message().release();
		if (publication.route().leadsNowhere()) {
			return PublishResult.NO_SUBSCRIBERS;
		}
		return room ? PublishResult.PUBLISHED : PublishResult.OVERLOADED;
	}

	private void keep(TopicMessage message, TopicOptions.History bounds) {
		TopicHistory history = byTopic.get(message.topic());
		if (history == null) {
			if (byTopic.size() >= options.maxTopics()) {
				forgetOne();
			}
			history = new TopicHistory(message.topic(), bounds, forgotten);
			byTopic.put(message.topic(), history);
			trie.put(message.topic(), history);
			clock.addLast(history);
		}
		messages++;
		bytes += history.add(message).cost();
		while (history.exceedsBounds()) {
			dropOldest(history);
		}
		while (bytes > options.maxHistoryBytes()) {
			forgetOne();
		}
	}

	private void forgetOne() {
		TopicHistory history = clock.removeFirst();
		while (history.clearTouched()) {
			clock.addLast(history);
			history = clock.removeFirst();
		}
		forget(history);
	}

	private void forget(TopicHistory history) {
		byTopic.remove(history.topic());
		trie.remove(history.topic());
		while (!history.isEmpty()) {
			dropOldest(history);
		}
		forgotten = Math.max(forgotten, history.floor());
	}

	private void dropOldest(TopicHistory history) {
		KeptMessage oldest = history.removeOldest();
		messages--;
		bytes -= oldest.cost();
		oldest.drop();
	}

	/** Returns the highest number given out so far. */
	long lastSequence() {
		lock.lock();
		try {
			return lastSequence;
		}
		finally {
			lock.unlock();
		}
	}

	/** Sends the command of a subscription that resumes, with its fence. */
	void send(Subscribe command, TopicLoop loop) {
		lock.lock();
		try {
			command.fence(lastSequence);
			loop.add(command);
		}
		finally {
			lock.unlock();
		}
		loop.wake();
	}

	/**
	 * Finds what a subscription missed. The caller releases it.
	 * @param since what the client saw last
	 * @param fence the sequence of the last message that is not delivered live
	 * @param fits asked for each message, the newest first, whether there is room, which
	 * it takes then; not asked again after it has said no
	 */
	Replay replay(TopicSubscriber subscriber, String pattern, String since, long fence, Predicate<TopicMessage> fits) {
		List<TopicHistory> histories = matching(pattern);
		long after = sequence(since, histories);
		boolean known = after >= 0 && after <= fence && keeps(pattern);
		Backlog backlog = new Backlog(this, histories, known ? after : 0, fence);
		List<TopicMessage> replayed = new ArrayList<>();
		boolean all;
		try {
			all = backlog.read(subscriber, fits, replayed);
		}
		catch (RuntimeException | Error ex) {
			replayed.forEach(TopicMessage::release);
			throw ex;
		}
		Collections.reverse(replayed);
		boolean complete = known && backlog.isWhole();
		if (TopicNames.hasWildcard(pattern) || histories.isEmpty()) {
			complete &= after >= forgotten();
		}
		return new Replay(replayed, all && (complete || since.equals(TopicSubscriber.FROM_START)), backlog.work());
	}

	private List<TopicHistory> matching(String pattern) {
		List<TopicHistory> histories = new ArrayList<>();
		trie.forEachTopicOf(pattern, histories::add);
		return histories;
	}

	private boolean keeps(String pattern) {
		return TopicNames.hasWildcard(pattern) ? options.keepsHistory() : options.history(pattern).maxMessages() > 0;
	}

	/**
	 * The sequence of the message with an id, or -1 if it is not known. Topics may have
	 * the same id. Where the client stopped is not known then: to go on behind the first
	 * of them leaves nothing out.
	 */
	private long sequence(String id, List<TopicHistory> histories) {
		if (isNumber(id)) {
			return Long.parseLong(id);
		}
		long[] first = { Long.MAX_VALUE };
		inPortions(histories, (history) -> {
			long sequence = history.sequence(id);
			if (sequence != TopicMessage.NO_SEQUENCE) {
				first[0] = Math.min(first[0], sequence);
			}
		});
		return (first[0] != Long.MAX_VALUE) ? first[0] : -1;
	}

	/** Looks at histories under the lock, some at a time. */
	void inPortions(List<TopicHistory> histories, Consumer<TopicHistory> action) {
		for (int from = 0; from < histories.size(); from += Backlog.PORTION) {
			List<TopicHistory> portion = histories.subList(from, Math.min(from + Backlog.PORTION, histories.size()));
			locked(() -> portion.forEach(action));
		}
	}

	/** Does one of several things for which the lock is needed. */
	void locked(Runnable portion) {
		lock.lock();
		try {
			portion.run();
		}
		finally {
			lock.unlock();
		}
		giveWay();
	}

	/** The lock prefers who is awake, so whoever waits for it would wait till the end. */
	private void giveWay() {
		for (int i = 0; i < PATIENCE && lock.hasQueuedThreads(); i++) {
			Thread.onSpinWait();
		}
	}

	private static boolean isNumber(String id) {
		return !id.isEmpty() && id.length() <= MAX_DIGITS && id.chars().allMatch((c) -> c >= '0' && c <= '9');
	}

	private long forgotten() {
		lock.lock();
		try {
			return forgotten;
		}
		finally {
			lock.unlock();
		}
	}

	/** Reads the sizes: topics, messages, bytes. */
	long[] sizes() {
		lock.lock();
		try {
			return new long[] { byTopic.size(), messages, bytes };
		}
		finally {
			lock.unlock();
		}
	}

	/** Reads the sizes of one history. */
	HistoryStatistics sizes(String topic) {
		lock.lock();
		try {
			TopicHistory history = byTopic.get(topic);
			return (history != null) ? history.statistics() : HistoryStatistics.NONE;
		}
		finally {
			lock.unlock();
		}
	}

	/** Forgets everything, and keeps nothing any more. */
	void close() {
		lock.lock();
		try {
			closed = true;
			List.copyOf(byTopic.values()).forEach(this::forget);
			clock.clear();
		}
		finally {
			lock.unlock();
		}
	}

	/**
	 * A message that has no sequence yet.
	 *
	 * @param topic the name
	 * @param kind what the payload is
	 * @param payload owned by the message that is made of it
	 * @param options how it is published
	 */
	record Draft(String topic, PayloadKind kind, ByteBuf payload, PublishOptions options) {

		TopicMessage toMessage(long sequence) {
			return new TopicMessage(topic, kind, payload, options, sequence);
		}

	}

}
