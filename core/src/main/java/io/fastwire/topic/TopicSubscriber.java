/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.fastwire.topic.TopicCounters.Count;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who may subscribe: one connection. Made by {@link Topics#join(TopicSink)}.
 * Thread-safe.
 * <p>
 * However many of its subscriptions match a message, a subscriber receives it once.
 */
public final class TopicSubscriber {

	/**
	 * For {@link #subscribe(String, String)}: all that history has, then what follows.
	 */
	public static final String FROM_START = "0";

	private final Topics topics;

	private final TopicSink sink;

	private final TopicLoop loop;

	private final Delivery delivery;

	private final String id;

	private final Map<String, Subscription> subscriptions = new HashMap<>();

	private volatile boolean closed;

	TopicSubscriber(Topics topics, TopicSink sink, TopicLoop loop) {
		this.topics = topics;
		this.sink = sink;
		this.loop = loop;
		this.id = sink.id();
		this.delivery = new Delivery(this, loop, topics.options().maxPendingBytes());
	}

	/**
	 * Returns the name by which a publish may exclude it.
	 * @return the id of the sink
	 */
	public String id() {
		return id;
	}

	/**
	 * Returns where the messages go.
	 * @return the sink that joined
	 */
	public TopicSink sink() {
		return sink;
	}

	/**
	 * Subscribes to what is published from now on.
	 * @param pattern a name, or a pattern with wildcards
	 * @return whether it worked; {@link TopicSink#subscribed} follows if it did
	 */
	public SubscribeResult subscribe(String pattern) {
		return subscribe(pattern, null);
	}

	/**
	 * Subscribes to what was published after a certain message, as far as history has it,
	 * and from now on.
	 * @param pattern a name, or a pattern with wildcards
	 * @param since the {@link TopicMessage#id()} of the last message seen,
	 * {@link #FROM_START}, or {@code null} for nothing of the past
	 * @return whether it worked; {@link TopicSink#subscribed} follows if it did, and
	 * tells whether something is missing
	 */
	public SubscribeResult subscribe(String pattern, @Nullable String since) {
		TopicOptions options = topics.options();
		if (pattern.length() > options.maxNameLength() || !TopicNames.isPattern(pattern)) {
			return SubscribeResult.INVALID_PATTERN;
		}
		synchronized (subscriptions) {
			if (closed) {
				return SubscribeResult.CLOSED;
			}
			if (subscriptions.containsKey(pattern)) {
				return SubscribeResult.ALREADY_SUBSCRIBED;
			}
			if (subscriptions.size() >= options.maxSubscriptions()) {
				return SubscribeResult.TOO_MANY_SUBSCRIPTIONS;
			}
			Interest interest = topics.routes().add(pattern, loop);
			if (interest == null) {
				return SubscribeResult.TOO_MANY_TOPICS;
			}
			Subscription subscription = new Subscription(this, interest);
			subscriptions.put(pattern, subscription);
			begin(new Subscribe(subscription, topics, since), since != null);
			return SubscribeResult.SUBSCRIBED;
		}
	}

	private void begin(Subscribe command, boolean resumes) {
		if (resumes) {
			topics.histories().send(command, loop);
		}
		else {
			if (topics.options().keepsHistory()) {
				command.fence(topics.histories().lastSequence());
			}
			loop.send(command);
		}
	}

	/**
	 * Ends a subscription. What was published before still arrives.
	 * @param pattern as it was given to subscribe
	 * @return whether there was one
	 */
	public boolean unsubscribe(String pattern) {
		synchronized (subscriptions) {
			Subscription subscription = subscriptions.remove(pattern);
			if (subscription == null) {
				return false;
			}
			// in this order: what is published later must not come before the command
			loop.send(new Unsubscribe(subscription));
			topics.routes().remove(subscription.interest(), loop);
			return true;
		}
	}

	/**
	 * Returns the subscriptions.
	 * @return a copy: patterns as they were given
	 */
	public Set<String> patterns() {
		synchronized (subscriptions) {
			return Set.copyOf(subscriptions.keySet());
		}
	}

	/**
	 * Sends a message to this subscriber alone, in order with publishes, such as a
	 * snapshot for somebody who has just subscribed. Bounds, policies and counts apply.
	 * @param topic the name of a topic, subscribed to or not
	 * @param kind what the bytes are
	 * @param payload ownership passes to the topics, also when this throws
	 * @return {@code false} if the subscriber is closed or its event loop has no room
	 * @throws IllegalArgumentException if the name is not valid
	 */
	public boolean send(String topic, PayloadKind kind, ByteBuf payload) {
		SlowConsumerPolicy policy;
		try {
			policy = topics.routes().route(topic).policy();
		}
		catch (IllegalArgumentException ex) {
			payload.release();
			throw ex;
		}
		TopicMessage message = new TopicMessage(topic, kind, payload, PublishOptions.NONE, TopicMessage.NO_SEQUENCE);
		if (closed || !loop.offer(new DirectMessage(this, message, policy))) {
			message.release();
			return false;
		}
		return true;
	}

	/**
	 * Runs a task on the event loop of the sink, after all that the calling thread has
	 * published before and before all that it publishes later. So may a session order
	 * what the application sends to it directly with what comes from topics. Runs it at
	 * once if the caller is on the event loop and outside any callback.
	 * @param task what to run; dropped if the event loop has ended
	 */
	public void execute(Runnable task) {
		if (loop.executor().inEventLoop() && loop.runAll()) {
			delivery.execute(task);
		}
		else {
			loop.send((unused) -> {
				delivery.execute(task);
				return 1;
			});
		}
	}

	/**
	 * Tells that the sink has become writable, so that what waits for it goes on. On the
	 * event loop only; safe within any callback.
	 */
	public void writable() {
		delivery.writable();
	}

	/**
	 * Returns how much waits in front of the sink.
	 * @return bytes on the wire
	 */
	public long waitingBytes() {
		return delivery.counters().read(Count.WAITING_BYTES);
	}

	/**
	 * Returns how many messages were for this subscriber. Once nothing is in motion, it
	 * is {@link #delivered()} and {@link #dropped()} and what waits.
	 * @return a count that only grows
	 */
	public long offered() {
		return delivery.counters().read(Count.OFFERED);
	}

	/**
	 * Returns how many messages the sink has taken.
	 * @return a count that only grows
	 */
	public long delivered() {
		return delivery.counters().read(Count.DELIVERED);
	}

	/**
	 * Returns how many messages were dropped.
	 * @return a count that only grows
	 */
	public long dropped() {
		long dropped = 0;
		for (DropReason reason : DropReason.values()) {
			dropped += delivery.counters().read(Count.dropped(reason));
		}
		return dropped;
	}

	/**
	 * Tells whether it was closed.
	 * @return whether nothing more is delivered
	 */
	public boolean closed() {
		return closed;
	}

	/**
	 * Ends all subscriptions at once and drops what waits. Does nothing the second time.
	 * Does not close the sink.
	 */
	public void close() {
		synchronized (subscriptions) {
			if (closed) {
				return;
			}
			closed = true;
			List<Subscription> ended = List.copyOf(subscriptions.values());
			subscriptions.clear();
			loop.send(new Leave(this, ended));
			for (Subscription subscription : ended) {
				topics.routes().remove(subscription.interest(), loop);
			}
		}
		topics.left(this);
	}

	/** Closes it and its sink. */
	void expel(TopicSink.CloseReason reason) {
		loop.send((unused) -> {
			delivery.expel(reason);
			return 1;
		});
	}

	TopicLoop loop() {
		return loop;
	}

	Delivery delivery() {
		return delivery;
	}

}
