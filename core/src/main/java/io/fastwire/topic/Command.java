/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

/**
 * Something to do on an event loop, in order with everything else that was sent to it.
 */
interface Command {

	/**
	 * Does it, on the loop.
	 * @return how much work it was, where a delivery is 1
	 */
	int run(TopicLoop loop);

	/** How much room it takes in the queue. */
	default int bytes() {
		return 0;
	}

	/** Whether it makes a difference to who loses the messages that come after it. */
	default boolean changesSubscriptions() {
		return false;
	}

	/** Gives it up because the loop has ended. */
	default void discard() {
	}

}
