/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.Set;

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

	private final TopicSink sink;

	TopicSubscriber(TopicSink sink) {
		this.sink = sink;
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
		throw new UnsupportedOperationException(pattern + since);
	}

	/**
	 * Ends a subscription. What was published before still arrives.
	 * @param pattern as it was given to subscribe
	 * @return whether there was one
	 */
	public boolean unsubscribe(String pattern) {
		throw new UnsupportedOperationException(pattern);
	}

	/**
	 * Returns the subscriptions.
	 * @return a copy: patterns as they were given
	 */
	public Set<String> patterns() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Sends a message to this subscriber alone, in order with publishes, such as a
	 * snapshot for somebody who has just subscribed. Bounds, policies and counts apply.
	 * @param topic the name of a topic, subscribed to or not
	 * @param kind what the bytes are
	 * @param payload ownership passes to the topics, also when this throws
	 * @return whether the subscriber was open
	 * @throws IllegalArgumentException if the name is not valid
	 */
	public boolean send(String topic, PayloadKind kind, ByteBuf payload) {
		payload.release();
		throw new UnsupportedOperationException(topic);
	}

	/**
	 * Runs a task on the event loop of the sink, after all that the calling thread has
	 * published before and before all that it publishes later. So may a session order
	 * what the application sends to it directly with what comes from topics. Runs it at
	 * once if the caller is on the event loop and outside any callback.
	 * @param task what to run; dropped if the event loop has ended
	 */
	public void execute(Runnable task) {
		throw new UnsupportedOperationException(task.toString());
	}

	/**
	 * Tells that the sink has become writable, so that what waits for it goes on. On the
	 * event loop only; safe within any callback.
	 */
	public void writable() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Returns how much waits in front of the sink.
	 * @return bytes on the wire
	 */
	public long waitingBytes() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Returns how many messages were for this subscriber. Once nothing is in motion, it
	 * is {@link #delivered()} and {@link #dropped()} and what waits.
	 * @return a count that only grows
	 */
	public long offered() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Returns how many messages the sink has taken.
	 * @return a count that only grows
	 */
	public long delivered() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Returns how many messages were dropped.
	 * @return a count that only grows
	 */
	public long dropped() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Tells whether it was closed.
	 * @return whether nothing more is delivered
	 */
	public boolean closed() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Ends all subscriptions at once and drops what waits. Does nothing the second time.
	 * Does not close the sink.
	 */
	public void close() {
		throw new UnsupportedOperationException();
	}

}
