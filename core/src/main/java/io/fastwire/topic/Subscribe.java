/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import org.jspecify.annotations.Nullable;

/**
 * Begins a subscription on its event loop.
 */
final class Subscribe implements Command {

	private final Subscription subscription;

	private final Topics topics;

	private final @Nullable String since;

	private long fence;

	Subscribe(Subscription subscription, Topics topics, @Nullable String since) {
		this.subscription = subscription;
		this.topics = topics;
		this.since = since;
	}

	/** Sets the sequence of the last message that is not delivered live. */
	void fence(long fence) {
		this.fence = fence;
	}

	@Override
	public int run(TopicLoop loop) {
		TopicSubscriber subscriber = subscription.subscriber();
		if (subscriber.closed()) {
			return 1;
		}
		String pattern = subscription.pattern();
		loop.members(subscription.interest()).add(subscription);
		int work = subscriber.delivery().begin(pattern, past(subscriber, pattern), fence, topics);
		loop.events().subscribed(loop, subscriber, pattern);
		return work;
	}

	private Delivery.@Nullable Past past(TopicSubscriber subscriber, String pattern) {
		String since = this.since;
		return (since == null) ? null : (fits) -> topics.histories().replay(subscriber, pattern, since, fence, fits);
	}

	@Override
	public boolean changesSubscriptions() {
		return true;
	}

}
