/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.fastwire.topic.TopicCounters.Count;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one event loop, and what happens to them there. Any thread sends
 * {@link Command}s; everything else is for the loop only, counters aside.
 */
final class TopicLoop {

	/*
	 * Order. Whatever changes or uses subscriptions is a command, and commands run one
	 * after the other: never inside another, also when a sink or listener sends one while
	 * it is called. So the lists of subscriptions do not change while a message walks
	 * them, and a subscription begins and ends, for the loop, between two messages.
	 *
	 * Turns. A run ends when the queue is empty or the budget is spent, and then settles:
	 * every subscriber that got something is flushed once. With more to do it goes to the
	 * end of the loop's task queue, so that connections are served in between. One task
	 * is under way at most, whatever the number of publishers.
	 *
	 * Portions. A message that nothing follows, which is how it mostly is, settles after
	 * every few subscribers. To let a thousand of them fill their buffers first does not
	 * fit into the write pool, and finds each connection gone from the caches when it is
	 * flushed. To flush each at once is worse still: the processor no longer waits for
	 * the memory of several connections at a time. After a batch of messages everybody is
	 * flushed once, in the end, because system calls cost most.
	 *
	 * End. When the loop has terminated there is no consumer any more, so whoever sends a
	 * command discards it again. That must not begin before: the queue has one consumer.
	 */

	/** Deliveries in one run, after which others get the loop; 1 to 3 ms. */
	private static final int BUDGET = 16_384;

	/** Subscribers after which a message that nothing follows is flushed. */
	private static final int PORTION = 16;

	/** What the flush of a portion costs, in deliveries. */
	private static final int PORTION_WORK = 2_048;

	private final EventExecutor executor;

	private final LoopQueue queue;

	private final TopicEvents events;

	private final TopicCounters counters = new TopicCounters();

	private final DroppingTopics dropping = new DroppingTopics();

	private final AtomicBoolean scheduled = new AtomicBoolean();

	private final Runnable task = this::runScheduled;

	private final Map<Interest, Members> members = new HashMap<>();

	private List<Delivery> unsettled = new ArrayList<>();

	private List<Delivery> settling = new ArrayList<>();

	private boolean running;

	private long walk;

	private volatile boolean ended;

	TopicLoop(EventExecutor executor, long maxQueuedBytes, TopicEvents events) {
		this.executor = executor;
		this.queue = new LoopQueue(maxQueuedBytes);
		this.events = events;
	}

	EventExecutor executor() {
		return executor;
	}

	TopicCounters counters() {
		return counters;
	}

	DroppingTopics dropping() {
		return dropping;
	}

	TopicEvents events() {
		return events;
	}

	long queuedBytes() {
		return queue.bytes();
	}

	/**
	 * Sends a message, of which it takes a reference; any thread. To be followed by a
	 * wake.
	 */
	boolean publish(Publication publication) {
		return queue.publish(publication, this);
	}

	/** Sends a command if there is room for it; any thread. */
	boolean offer(Command command) {
		boolean room = queue.offer(command);
		wake();
		return room;
	}

	/** Sends a command; any thread. */
	void send(Command command) {
		add(command);
		wake();
	}

	/** Sends a command, to be followed by a wake; any thread. */
	void add(Command command) {
		queue.add(command);
	}

	/** Makes the loop run what was sent; any thread. */
	void wake() {
		if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
			try {
				executor.execute(task);
			}
			catch (RejectedExecutionException ex) {
				// ending; once it has ended, the queue is cleared
			}
		}
		if (ended) {
			discardAll();
		}
	}

	private void runScheduled() {
		run();
		scheduled.set(false);
		if (!queue.isEmpty() || !unsettled.isEmpty()) {
			wake();
		}
	}

	/**
	 * Runs what was sent so far, unless it is too much or running already.
	 * @return whether nothing is left and nothing is running
	 */
	boolean runAll() {
		if (running) {
			return false;
		}
		if (!queue.isEmpty()) {
			run();
		}
		return queue.isEmpty();
	}

	private void run() {
		running = true;
		int work = 0;
		long bytes = 0;
		Command command;
		while (work < BUDGET && (command = queue.poll()) != null) {
			bytes += command.bytes();
			try {
				work += command.run(this);
			}
			catch (Throwable ex) {
				failed(ex);
			}
		}
		running = false;
		if (bytes > 0) {
			queue.taken(bytes);
		}
		settle();
	}

	/**
	 * Flushes what was touched. What is touched meanwhile has to wait for another turn.
	 */
	private void settle() {
		if (unsettled.isEmpty()) {
			return;
		}
		List<Delivery> batch = unsettled;
		unsettled = settling;
		settling = batch;
		boolean within = running;
		running = true;
		for (Delivery delivery : batch) {
			delivery.settle();
		}
		running = within;
		batch.clear();
		if (!unsettled.isEmpty()) {
			wake();
		}
	}

	/** Adds what is to be settled, once until it is. */
	void touched(Delivery delivery) {
		unsettled.add(delivery);
	}

	/** Settles now, or when what is running has ended. */
	void settleSoon() {
		if (!running) {
			settle();
		}
	}

	Members members(Interest interest) {
		return members.computeIfAbsent(interest, (unused) -> new Members());
	}

	void remove(Subscription subscription) {
		Members those = members(subscription.interest());
		those.remove(subscription);
		if (those.size() == 0) {
			members.remove(subscription.interest());
		}
	}

	/**
	 * Visits each subscriber of patterns once.
	 * @return how much work it was
	 */
	int forEachSubscriber(Interest[] interests, @Nullable String excluded, Consumer<Delivery> action) {
		walk++;
		boolean alone = queue.isEmpty() && unsettled.isEmpty();
		int work = 1;
		for (Interest interest : interests) {
			Members those = members.get(interest);
			if (those == null) {
				continue;
			}
			int size = those.size();
			work += size;
			for (int i = 0; i < size; i++) {
				TopicSubscriber subscriber = those.get(i).subscriber();
				Delivery delivery = subscriber.delivery();
				if (delivery.firstIn(walk) && (excluded == null || !excluded.equals(subscriber.id()))) {
					action.accept(delivery);
				}
				if (alone && unsettled.size() >= PORTION) {
					settle();
					work += PORTION_WORK;
				}
			}
		}
		return work;
	}

	void failed(Throwable failure) {
		counters.add(Count.FAILURES, 1);
		events.failed(failure);
	}

	/** The loop has terminated: nobody takes from the queue any more. */
	void end() {
		ended = true;
		discardAll();
	}

	private synchronized void discardAll() {
		Command command;
		while ((command = queue.poll()) != null) {
			queue.taken(command.bytes());
			command.discard();
		}
	}

}
