/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import io.netty.buffer.ByteBuf;

/**
 * All topics of an application: takes messages from any thread and hands them to the
 * subscribers of matching patterns. Thread-safe. <pre>{@code
 * Topics topics = new Topics(TopicOptions.DEFAULTS);
 * TopicSubscriber subscriber = topics.join(sink);
 * subscriber.subscribe("orders/*");
 * topics.publish("orders/42", "shipped");
 * }</pre>
 * <p>
 * <b>Order.</b> Of what one thread publishes, each subscriber receives what is for it in
 * that order, over all topics. Topics with a history go further: all subscribers see
 * their messages in one and the same order. A subscription begins and ends at the moment
 * of the call: what was published before is not received because of it, what was
 * published before its end still is.
 */
public final class Topics implements AutoCloseable {

	private final TopicOptions options;

	/**
	 * Creates topics without subscribers.
	 * @param options bounds and policies
	 */
	public Topics(TopicOptions options) {
		this.options = options;
	}

	/**
	 * Returns the bounds and policies.
	 * @return as given at the creation
	 */
	public TopicOptions options() {
		return options;
	}

	/**
	 * Makes a sink a subscriber, with no subscriptions yet. Whoever calls this must call
	 * {@link TopicSubscriber#close()} when the connection ends, however it ends.
	 * @param sink where messages go
	 * @return the subscriber; closed already if the topics are
	 */
	public TopicSubscriber join(TopicSink sink) {
		throw new UnsupportedOperationException(sink.id());
	}

	/**
	 * Publishes text.
	 * @param topic the name
	 * @param text encoded as UTF-8, once
	 * @return what became of it
	 * @throws IllegalArgumentException if the name is not valid
	 */
	public PublishResult publish(String topic, String text) {
		throw new UnsupportedOperationException(topic);
	}

	/**
	 * Publishes bytes.
	 * @param topic the name
	 * @param kind what the bytes are
	 * @param payload copied before the call returns
	 * @param options how
	 * @return what became of it
	 * @throws IllegalArgumentException if the name is not valid
	 */
	public PublishResult publish(String topic, PayloadKind kind, byte[] payload, PublishOptions options) {
		throw new UnsupportedOperationException(topic);
	}

	/**
	 * Publishes the content of a buffer. Never waits for a subscriber: the message is put
	 * into a queue of each event loop that has a matching subscription.
	 * @param topic the name
	 * @param kind what the bytes are; text and JSON must be UTF-8, which is not checked
	 * @param payload ownership passes to the topics, also when this throws; must not be
	 * changed any more
	 * @param options how
	 * @return what became of it
	 * @throws IllegalArgumentException if the name is not valid
	 */
	public PublishResult publish(String topic, PayloadKind kind, ByteBuf payload, PublishOptions options) {
		payload.release();
		throw new UnsupportedOperationException(topic);
	}

	/**
	 * Tells whether publishing to a topic has any effect now, so that a payload need not
	 * be made if it has not.
	 * @param topic the name
	 * @return whether somebody subscribes to it or a history keeps it
	 * @throws IllegalArgumentException if the name is not valid
	 */
	public boolean wanted(String topic) {
		throw new UnsupportedOperationException(topic);
	}

	/**
	 * Counts the subscriptions that match a topic. A subscriber with several is counted
	 * several times.
	 * @param topic the name
	 * @return how many there are now
	 * @throws IllegalArgumentException if the name is not valid
	 */
	public int subscriptions(String topic) {
		throw new UnsupportedOperationException(topic);
	}

	/**
	 * Adds a listener.
	 * @param listener called from now on
	 */
	public void addListener(TopicListener listener) {
		throw new UnsupportedOperationException(listener.toString());
	}

	/**
	 * Returns what was counted.
	 * @return recent values
	 */
	public TopicStatistics statistics() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Closes all subscribers ({@link TopicSink.CloseReason#GOING_AWAY}) and forgets all
	 * histories. Publishing has no effect afterwards.
	 */
	@Override
	public void close() {
		throw new UnsupportedOperationException();
	}

}
