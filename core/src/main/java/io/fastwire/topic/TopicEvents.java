/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Tells listeners, and the log of what they and sinks throw: at WARNING the first time,
 * at DEBUG from then on.
 */
final class TopicEvents {

	private static final Logger LOGGER = System.getLogger(Topics.class.getName());

	private final List<TopicListener> listeners = new CopyOnWriteArrayList<>();

	private final AtomicBoolean warned = new AtomicBoolean();

	void add(TopicListener listener) {
		listeners.add(listener);
	}

	void subscribed(TopicLoop loop, TopicSubscriber subscriber, String pattern) {
		tell(loop, (listener) -> listener.subscribed(subscriber, pattern));
	}

	void unsubscribed(TopicLoop loop, TopicSubscriber subscriber, String pattern) {
		tell(loop, (listener) -> listener.unsubscribed(subscriber, pattern));
	}

	void dropped(TopicLoop loop, TopicSubscriber subscriber, String topic, long messages, DropReason reason) {
		tell(loop, (listener) -> listener.dropped(subscriber, topic, messages, reason));
	}

	private void tell(TopicLoop loop, Consumer<TopicListener> event) {
		if (listeners.isEmpty()) {
			return;
		}
		for (TopicListener listener : listeners) {
			try {
				event.accept(listener);
			}
			catch (Throwable ex) {
				loop.failed(ex);
			}
		}
	}

	void failed(Throwable failure) {
		Level level = warned.compareAndSet(false, true) ? Level.WARNING : Level.DEBUG;
		LOGGER.log(level, "A topic sink or listener failed; further failures are logged at DEBUG and counted", failure);
	}

}
