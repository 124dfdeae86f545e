/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

/**
 * Hears of what happens to subscribers. Called on the event loop of the subscriber, so it
 * must not block. It may publish, subscribe and close; that takes effect after the
 * current message. Exceptions are logged and go no further.
 */
public interface TopicListener {

	/**
	 * A subscription took effect: what is published from within this call reaches it.
	 * @param subscriber who
	 * @param pattern what was subscribed to
	 */
	default void subscribed(TopicSubscriber subscriber, String pattern) {
	}

	/**
	 * A subscription ended, by itself or because its subscriber was closed.
	 * @param subscriber who
	 * @param pattern what was subscribed to
	 */
	default void unsubscribed(TopicSubscriber subscriber, String pattern) {
	}

	/**
	 * Messages were dropped that had been published to a subscriber.
	 * @param subscriber who missed them
	 * @param topic of which topic they were; {@link DropStatistics#OTHER_TOPICS} if an
	 * event loop was blocked and lost messages of so many that they are not known
	 * @param messages how many, at least 1
	 * @param reason why
	 */
	default void dropped(TopicSubscriber subscriber, String topic, long messages, DropReason reason) {
	}

}
