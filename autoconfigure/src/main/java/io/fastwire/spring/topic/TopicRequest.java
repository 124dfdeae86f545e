/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.security.Principal;

import io.fastwire.topic.TopicNames;
import org.jspecify.annotations.Nullable;

import org.springframework.web.reactive.socket.HandshakeInfo;

/**
 * What a client asks for: to subscribe.
 *
 * @param principal who asks, as known at the handshake or request; {@code null} if nobody
 * is authenticated
 * @param pattern a valid pattern, in most cases the name of a topic
 * @param handshake the handshake of the WebSocket session, or the request for the event
 * stream
 */
public record TopicRequest(@Nullable Principal principal, String pattern, HandshakeInfo handshake) {

	/**
	 * Tells whether all that is asked for lies within a pattern.
	 * @param other a valid pattern
	 * @return whether each topic that {@link #pattern()} matches is matched by the other
	 */
	public boolean isWithin(String other) {
		return PatternRelation.within(pattern, other);
	}

	/**
	 * Tells whether any of what is asked for lies within a pattern.
	 * @param other a valid pattern
	 * @return whether some topic is matched by both
	 */
	public boolean reaches(String other) {
		return PatternRelation.overlap(pattern, other);
	}

	/**
	 * Tells whether a single topic is asked for.
	 * @return {@code false} if there are wildcards
	 */
	public boolean isTopic() {
		return !TopicNames.hasWildcard(pattern);
	}

}
