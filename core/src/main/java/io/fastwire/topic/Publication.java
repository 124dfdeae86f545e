/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

/**
 * A message on its way to the subscribers of an event loop. The same object goes to all
 * loops, each of which holds a reference to the message.
 *
 * @param message what was published
 * @param route where to
 */
record Publication(TopicMessage message, Route route) implements Command {

	@Override
	public int run(TopicLoop loop) {
		try {
			return loop.forEachSubscriber(route.interests(), message.excluded(),
					(delivery) -> delivery.offer(message, route.policy()));
		}
		finally {
			message.release();
		}
	}

	@Override
	public int bytes() {
		return message.cost();
	}

	/** Sends it to all loops; returns whether all had room. To be followed by a wake. */
	boolean offerToAll() {
		boolean room = true;
		for (TopicLoop loop : route.loops()) {
			room &= loop.publish(this);
		}
		return room;
	}

	/** Makes the loops run. */
	void wakeAll() {
		for (TopicLoop loop : route.loops()) {
			loop.wake();
		}
	}

	@Override
	public void discard() {
		message.release();
	}

}
