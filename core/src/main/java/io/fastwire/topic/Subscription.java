/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

/**
 * That one subscriber is subscribed to one pattern.
 */
final class Subscription {

	private final TopicSubscriber subscriber;

	private final Interest interest;

	/** Its place in {@link Members}, -1 if it is in none. Loop only. */
	private int index = -1;

	Subscription(TopicSubscriber subscriber, Interest interest) {
		this.subscriber = subscriber;
		this.interest = interest;
	}

	TopicSubscriber subscriber() {
		return subscriber;
	}

	Interest interest() {
		return interest;
	}

	String pattern() {
		return interest.pattern();
	}

	int index() {
		return index;
	}

	void index(int index) {
		this.index = index;
	}

}
