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
 */
record Replay(List<TopicMessage> messages, boolean complete) {

	void release() {
		messages.forEach(TopicMessage::release);
	}

}
