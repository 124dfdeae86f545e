/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.security.Principal;

import io.fastwire.topic.TopicSink;
import io.fastwire.topic.TopicSubscriber;
import org.jspecify.annotations.Nullable;

/**
 * A client that subscribes to topics over the web, as operators see it: the
 * {@link TopicSubscriber#sink() sink} of its subscriber. Methods may be called from any
 * thread.
 */
public interface TopicConnection extends TopicSink {

	/**
	 * Returns by what the client is connected.
	 * @return {@code websocket} or {@code event-stream}
	 */
	String kind();

	/**
	 * Returns who the client was when it connected.
	 * @return the principal, {@code null} if nobody knows
	 */
	@Nullable Principal principal();

	/**
	 * Ends the session or the stream because an operator wants it. Clients may come back,
	 * and are then asked again what they may.
	 */
	void disconnect();

}
