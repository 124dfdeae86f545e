/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.List;
import java.util.function.Predicate;

import io.fastwire.topic.TopicCounters.Count;
import io.fastwire.topic.TopicSink.CloseReason;
import io.fastwire.topic.WaitingQueue.Entry;
import org.jspecify.annotations.Nullable;

/**
 * What happens to the messages of one subscriber on its event loop: they go to the sink,
 * wait for it, or are dropped. Loop only, counters aside.
 */
final class Delivery {

	private final TopicSubscriber subscriber;

	private final TopicSink sink;

	private final TopicLoop loop;

	private final long maxPendingBytes;

	private final TopicCounters counters = new TopicCounters();

	private final WaitingQueue waiting = new WaitingQueue();

	private long walk;

	private boolean touched;

	private boolean unflushed;

	Delivery(TopicSubscriber subscriber, TopicLoop loop, long maxPendingBytes) {
		this.subscriber = subscriber;
		this.sink = subscriber.sink();
		this.loop = loop;
		this.maxPendingBytes = maxPendingBytes;
	}

	TopicCounters counters() {
		return counters;
	}

	/** Whether a walk over subscriptions comes here for the first time. */
	boolean firstIn(long walk) {
		boolean first = this.walk != walk;
		this.walk = walk;
		return first;
	}

	/** Delivers a message, lets it wait, or drops it. It is lent. */
	void offer(TopicMessage message, SlowConsumerPolicy policy) {
		if (subscriber.closed()) {
			return;
		}
		count(Count.OFFERED, 1);
		try {
			if (waiting.isEmpty() && sink.writable()) {
				if (sink.pendingBytes() + sink.wireBytes(message) <= maxPendingBytes) {
					deliver(message);
				}
				else {
					overflow(message, policy);
				}
			}
			else {
				enqueue(message, policy);
			}
		}
		catch (Throwable ex) {
			failed(ex);
			dropped(message.topic(), 1, DropReason.CLOSED);
		}
	}

	private void deliver(TopicMessage message) {
		sink.deliver(message);
		count(Count.DELIVERED, 1);
		unflushed = true;
		touch();
	}

	private void enqueue(TopicMessage message, SlowConsumerPolicy policy) {
		int bytes = sink.wireBytes(message);
		long free = maxPendingBytes - sink.pendingBytes() - waiting.bytes() - bytes;
		Entry older = (policy == SlowConsumerPolicy.KEEP_LATEST) ? waiting.latest(message.topic()) : null;
		if (older != null) {
			supersede(older, message, bytes, free + older.bytes());
			return;
		}
		if (policy == SlowConsumerPolicy.DROP_OLDEST && free + waiting.droppableBytes() >= 0) {
			while (free < 0) {
				free += dropOldest();
			}
		}
		if (free >= 0) {
			add(message, policy, bytes);
		}
		else {
			overflow(message, policy);
		}
	}

	private void add(TopicMessage message, SlowConsumerPolicy policy, int bytes) {
		waiting.add(message, policy, bytes);
		waitingChanged(1, bytes);
		touch();
	}

	/*
	 * In the place of the older one, so that no topic starves where many change faster
	 * than the client reads. But where there are sequence numbers they have to grow, or a
	 * client that resumes after the highest would miss what was overtaken; there the
	 * newer one goes to the end.
	 */
	private void supersede(Entry older, TopicMessage newer, int bytes, long free) {
		if (free < 0) {
			overflow(newer, SlowConsumerPolicy.KEEP_LATEST);
		}
		else if (newer.sequence() == TopicMessage.NO_SEQUENCE) {
			waitingChanged(0, bytes - older.bytes());
			release(waiting.replace(older, newer, bytes), DropReason.SUPERSEDED);
		}
		else {
			drop(older, DropReason.SUPERSEDED);
			add(newer, SlowConsumerPolicy.KEEP_LATEST, bytes);
		}
	}

	private void overflow(TopicMessage message, SlowConsumerPolicy policy) {
		if (policy == SlowConsumerPolicy.CLOSE) {
			dropped(message.topic(), 1, DropReason.CLOSED);
			closeSlow();
		}
		else {
			dropped(message.topic(), 1, DropReason.NEWEST);
		}
	}

	private int dropOldest() {
		Entry oldest = waiting.oldestDroppable();
		if (oldest == null) {
			throw new IllegalStateException("No droppable message although there are bytes of some");
		}
		drop(oldest, DropReason.OLDEST);
		return oldest.bytes();
	}

	private void drop(Entry entry, DropReason reason) {
		waiting.remove(entry);
		waitingChanged(-1, -entry.bytes());
		release(entry.message(), reason);
	}

	private void release(TopicMessage message, DropReason reason) {
		message.release();
		dropped(message.topic(), 1, reason);
	}

	/** Counts messages that did not come as far as here. */
	void lose(String topic, SlowConsumerPolicy policy, long messages) {
		if (subscriber.closed()) {
			return;
		}
		count(Count.OFFERED, messages);
		dropped(topic, messages, DropReason.LOOP_OVERLOADED);
		if (policy == SlowConsumerPolicy.CLOSE) {
			closeSlow();
		}
	}

	private void closeSlow() {
		loop.counters().add(Count.SLOW_CONSUMERS_CLOSED, 1);
		expel(CloseReason.SLOW_CONSUMER);
	}

	/** Closes subscriber and sink. */
	void expel(CloseReason reason) {
		if (subscriber.closed()) {
			return;
		}
		subscriber.close();
		dropWaiting();
		try {
			sink.close(reason);
		}
		catch (Throwable ex) {
			loop.failed(ex);
		}
	}

	private void failed(Throwable failure) {
		loop.failed(failure);
		expel(CloseReason.ERROR);
	}

	/** Drops the messages that wait and runs the tasks. */
	void dropWaiting() {
		Entry entry;
		while ((entry = waiting.poll()) != null) {
			Runnable task = entry.task();
			if (task != null) {
				run(task);
			}
			else {
				waitingChanged(-1, -entry.bytes());
				release(entry.message(), DropReason.CLOSED);
			}
		}
	}

	/** Drops all that waits; the loop has ended. */
	void abandon() {
		Entry entry;
		while ((entry = waiting.poll()) != null) {
			if (entry.task() == null) {
				waitingChanged(-1, -entry.bytes());
				release(entry.message(), DropReason.CLOSED);
			}
		}
	}

	/** Runs a task after all messages that wait. */
	void execute(Runnable task) {
		if (waiting.isEmpty()) {
			run(task);
		}
		else {
			waiting.add(task);
		}
	}

	private void run(Runnable task) {
		try {
			task.run();
		}
		catch (Throwable ex) {
			loop.failed(ex);
		}
	}

	/** The sink is writable again. */
	void writable() {
		touch();
		loop.settleSoon();
	}

	/** Delivers what waits, as far as the sink takes it, and flushes it once. */
	void settle() {
		touched = false;
		try {
			while (!waiting.isEmpty() && !subscriber.closed() && sink.writable()) {
				deliverNext();
			}
			if (unflushed) {
				unflushed = false;
				sink.flush();
			}
		}
		catch (Throwable ex) {
			failed(ex);
		}
	}

	private void deliverNext() {
		Entry entry = waiting.poll();
		if (entry == null) {
			return;
		}
		Runnable task = entry.task();
		if (task != null) {
			run(task);
			return;
		}
		waitingChanged(-1, -entry.bytes());
		TopicMessage message = entry.message();
		boolean delivered = false;
		try {
			sink.deliver(message);
			delivered = true;
		}
		finally {
			message.release();
			if (!delivered) {
				dropped(message.topic(), 1, DropReason.CLOSED);
			}
		}
		count(Count.DELIVERED, 1);
		unflushed = true;
	}

	/**
	 * Begins a subscription.
	 * @param past what it missed, or {@code null} if it did not ask
	 * @param fence the sequence of the last message that is not delivered live
	 * @return how much work it was, where a delivery is 1
	 */
	int begin(String pattern, @Nullable Past past, long fence, Topics topics) {
		try {
			if (past == null) {
				announce(pattern, Resumption.LIVE, topics.positionAt(fence));
				return 1;
			}
			Replay replay = past.read(new ReplayRoom());
			try {
				List<TopicMessage> messages = replay.messages();
				long position = messages.isEmpty() ? fence : messages.get(0).sequence() - 1;
				announce(pattern, replay.complete() ? Resumption.COMPLETE : Resumption.GAP,
						topics.positionAt(position));
				for (TopicMessage message : messages) {
					offer(message, topics.routes().route(message.topic()).policy());
				}
				return messages.size() + replay.work();
			}
			finally {
				replay.release();
			}
		}
		catch (Throwable ex) {
			failed(ex);
			return 1;
		}
	}

	/** What histories have for a new subscription. */
	@FunctionalInterface
	interface Past {

		/** Reads as much as fits, from the newest message on; the caller releases it. */
		Replay read(Predicate<TopicMessage> fits);

	}

	/*
	 * Behind what waits: messages of other subscriptions, which may match this one too. A
	 * client that took them for messages of this one would believe to be further than it
	 * is, and skip what is replayed.
	 */
	private void announce(String pattern, Resumption resumption, @Nullable String position) {
		if (waiting.isEmpty()) {
			sink.subscribed(pattern, resumption, position);
			return;
		}
		waiting.add(() -> {
			try {
				if (!subscriber.closed()) {
					sink.subscribed(pattern, resumption, position);
				}
			}
			catch (Throwable ex) {
				failed(ex);
			}
		});
	}

	/**
	 * A replay must not make a slow consumer of somebody who has just come, so it takes
	 * half of the room at most and leaves the rest to what is published meanwhile.
	 */
	private final class ReplayRoom implements Predicate<TopicMessage> {

		private long bytes = (maxPendingBytes - sink.pendingBytes() - waiting.bytes()) / 2;

		@Override
		public boolean test(TopicMessage message) {
			bytes -= sink.wireBytes(message);
			return bytes >= 0;
		}

	}

	/** Ends a subscription. */
	void end(String pattern) {
		if (!subscriber.closed()) {
			try {
				sink.unsubscribed(pattern);
			}
			catch (Throwable ex) {
				failed(ex);
			}
		}
	}

	private void touch() {
		if (!touched) {
			touched = true;
			loop.touched(this);
		}
	}

	private void dropped(String topic, long messages, DropReason reason) {
		count(Count.dropped(reason), messages);
		if (reason != DropReason.SUPERSEDED) {
			loop.dropping().add(topic, reason, messages);
		}
		loop.events().dropped(loop, subscriber, topic, messages, reason);
	}

	private void waitingChanged(int messages, int bytes) {
		count(Count.WAITING_MESSAGES, messages);
		count(Count.WAITING_BYTES, bytes);
	}

	private void count(Count count, long amount) {
		counters.add(count, amount);
		loop.counters().add(count, amount);
	}

}
