/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import io.fastwire.topic.SubscribeResult;
import org.jspecify.annotations.Nullable;

/** Why something that a client asks for does not happen. */
enum Refusal {

	/** The frame is not one of the protocol. */
	MALFORMED("malformed", 400),

	/** The pattern breaks the rules of names. */
	INVALID_TOPIC("invalid-topic", 400),

	/** An authorizer says no. */
	FORBIDDEN("forbidden", 403),

	/** Only known topics are open, and this is none. */
	UNKNOWN_TOPIC("unknown-topic", 404),

	/** The client has the subscription already. */
	ALREADY_SUBSCRIBED("already-subscribed", 409),

	/** There is no such subscription to end. */
	NOT_SUBSCRIBED("not-subscribed", 409),

	/** The client has too many. */
	TOO_MANY_SUBSCRIPTIONS("too-many-subscriptions", 429),

	/** There are too many topics, or the server stops. */
	UNAVAILABLE("unavailable", 503);

	private final String code;

	private final int status;

	Refusal(String code, int status) {
		this.code = code;
		this.status = status;
	}

	/** What clients are told in the protocol. */
	String code() {
		return code;
	}

	/** What clients are told in HTTP. */
	int status() {
		return status;
	}

	static @Nullable Refusal of(SubscribeResult result) {
		return switch (result) {
			case SUBSCRIBED -> null;
			case ALREADY_SUBSCRIBED -> ALREADY_SUBSCRIBED;
			case INVALID_PATTERN -> INVALID_TOPIC;
			case TOO_MANY_SUBSCRIPTIONS -> TOO_MANY_SUBSCRIPTIONS;
			case TOO_MANY_TOPICS, CLOSED -> UNAVAILABLE;
		};
	}

}
