/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.Collection;
import java.util.List;

import io.fastwire.topic.PublishOptions;
import io.fastwire.topic.TopicNames;

/**
 * Publishes to topics: the twin of {@link PublishTo} in code. A bean of this type is
 * there in each application; it may be called from any thread, in a web request or not.
 * <p>
 * A {@link CharSequence} is sent as text, a {@code byte[]} or {@link java.nio.ByteBuffer}
 * as bytes, anything else as JSON, by the {@code JsonMapper} of the application. A
 * payload is encoded before the call returns, once, whatever the number of topics and
 * subscribers, and not at all if no one subscribes. What the application does with it
 * afterwards makes no difference.
 * <p>
 * Messages leave at once, also in a transaction. To wait for its commit, use
 * {@link PublishTo}, or publish from a {@code @TransactionalEventListener}.
 */
@FunctionalInterface
public interface TopicPublisher {

	/**
	 * Publishes to all subscribers of a topic.
	 * @param topic the name
	 * @param payload what to send
	 * @throws IllegalArgumentException if the name is not valid
	 * @throws PayloadEncodingException if the payload cannot be encoded
	 */
	default void publish(String topic, Object payload) {
		publish(topic, payload, PublishOptions.NONE);
	}

	/**
	 * Publishes to a topic.
	 * @param topic the name
	 * @param payload what to send
	 * @param options whom to leave out, and an id
	 * @throws IllegalArgumentException if the name is not valid
	 * @throws PayloadEncodingException if the payload cannot be encoded
	 */
	default void publish(String topic, Object payload, PublishOptions options) {
		publish(List.of(topic), payload, options);
	}

	/**
	 * Publishes the same to several topics, in their order.
	 * @param topics the names; if one is not valid, nothing is sent
	 * @param payload what to send
	 * @param options whom to leave out, and an id
	 * @throws IllegalArgumentException if a name is not valid
	 * @throws PayloadEncodingException if the payload cannot be encoded
	 */
	void publish(Collection<String> topics, Object payload, PublishOptions options);

	/**
	 * Tells whether a name is valid here, so that one that is not need not keep a message
	 * from other topics.
	 * @param topic the name
	 * @return whether {@code publish} takes it
	 */
	default boolean accepts(String topic) {
		return TopicNames.isTopic(topic);
	}

}
