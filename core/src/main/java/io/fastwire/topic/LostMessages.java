/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Messages that an event loop had no room for. It stands in the queue where they would
 * have been, so that exactly those subscribers count them that were to receive them.
 */
final class LostMessages implements Command {

	private final Map<Key, Loss> losses = new LinkedHashMap<>();

	private boolean taken;

	/** Adds a message; returns {@code false} if it is too late. */
	synchronized boolean add(Publication publication) {
		if (taken) {
			return false;
		}
		Key key = new Key(publication.route().topic(), publication.message().excluded());
		losses.computeIfAbsent(key, (unused) -> new Loss(publication.route())).messages++;
		return true;
	}

	@Override
	public int run(TopicLoop loop) {
		synchronized (this) {
			taken = true;
		}
		int work = 1;
		for (Map.Entry<Key, Loss> entry : losses.entrySet()) {
			Loss loss = entry.getValue();
			work += loop.forEachSubscriber(loss.route, entry.getKey().excluded,
					(delivery) -> delivery.lose(loss.route, loss.messages));
		}
		return work;
	}

	private record Key(String topic, @Nullable String excluded) {
	}

	private static final class Loss {

		private final Route route;

		private long messages;

		Loss(Route route) {
			this.route = route;
		}

	}

}
