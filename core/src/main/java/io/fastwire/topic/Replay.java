/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.List;

/**
 * What history has for a new subscription.
 *
 * @param messages in the order of their sequence, each with a reference for the receiver
 * @param complete whether nothing is missing
 * @param work how much was looked at for it, where a message is 1
 */
record Replay(List<TopicMessage> messages, boolean complete, int work) {

	void release() {
		messages.forEach(TopicMessage::release);
	}

}
