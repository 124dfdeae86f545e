/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

/** What became of a request to subscribe. */
public enum SubscribeResult {

	/** The subscription exists from now on: every later publish reaches it. */
	SUBSCRIBED,

	/** It existed already. Nothing changes, and nothing is replayed. */
	ALREADY_SUBSCRIBED,

	/** The pattern breaks a rule of {@link TopicNames}, or is too long. */
	INVALID_PATTERN,

	/** The subscriber has {@link TopicOptions#maxSubscriptions()} already. */
	TOO_MANY_SUBSCRIPTIONS,

	/** There are {@link TopicOptions#maxTopics()} topics or patterns already. */
	TOO_MANY_TOPICS,

	/** The subscriber, or all of {@link Topics}, was closed. */
	CLOSED

}
