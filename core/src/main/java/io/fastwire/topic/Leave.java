/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.List;

/**
 * Ends all subscriptions of a subscriber that was closed, on its event loop.
 *
 * @param subscriber who
 * @param subscriptions all that it had
 */
record Leave(TopicSubscriber subscriber, List<Subscription> subscriptions) implements Command {

	@Override
	public int run(TopicLoop loop) {
		subscriber.delivery().dropWaiting();
		for (Subscription subscription : subscriptions) {
			if (subscription.index() >= 0) {
				loop.remove(subscription);
				loop.events().unsubscribed(loop, subscriber, subscription.pattern());
			}
		}
		return 1 + subscriptions.size();
	}

	@Override
	public boolean changesSubscriptions() {
		return true;
	}

	@Override
	public void discard() {
		subscriber.delivery().abandon();
	}

}
