/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

/**
 * Ends a subscription on its event loop.
 *
 * @param subscription which one
 */
record Unsubscribe(Subscription subscription) implements Command {

	@Override
	public int run(TopicLoop loop) {
		if (subscription.index() >= 0) {
			loop.remove(subscription);
			TopicSubscriber subscriber = subscription.subscriber();
			subscriber.delivery().end(subscription.pattern());
			loop.events().unsubscribed(loop, subscriber, subscription.pattern());
		}
		return 1;
	}

	@Override
	public boolean changesSubscriptions() {
		return true;
	}

}
