/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

/**
 * A message on its way to one subscriber only.
 *
 * @param subscriber to whom
 * @param message of which it owns a reference
 * @param policy the one of the topic
 */
record DirectMessage(TopicSubscriber subscriber, TopicMessage message, SlowConsumerPolicy policy) implements Command {

	@Override
	public int run(TopicLoop loop) {
		try {
			subscriber.delivery().offer(message, policy);
			return 1;
		}
		finally {
			message.release();
		}
	}

	@Override
	public int bytes() {
		return message.cost();
	}

	@Override
	public void discard() {
		message.release();
	}

}
