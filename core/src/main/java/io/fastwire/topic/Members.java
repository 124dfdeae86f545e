/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayList;
import java.util.List;

/**
 * The subscriptions to one pattern on one event loop, in no particular order. Loop only.
 */
final class Members {

	private final List<Subscription> subscriptions = new ArrayList<>(2);

	int size() {
		return subscriptions.size();
	}

	Subscription get(int index) {
		return subscriptions.get(index);
	}

	void add(Subscription subscription) {
		subscription.index(subscriptions.size());
		subscriptions.add(subscription);
	}

	/** Removes one in constant time: the last takes its place. */
	void remove(Subscription subscription) {
		Subscription last = subscriptions.remove(subscriptions.size() - 1);
		if (last != subscription) {
			subscriptions.set(subscription.index(), last);
			last.index(subscription.index());
		}
		subscription.index(-1);
	}

}
