/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import io.netty.util.ReferenceCounted;

/**
 * One way to encode a message, such as a WebSocket frame or an event of an event stream.
 * Each message is encoded at most once in each form, when the first sink asks for it, and
 * all sinks of all event loops share the result. A form is a constant: messages know it
 * by identity.
 *
 * @param <T> what it is encoded into, such as a {@link io.netty.buffer.ByteBuf}
 */
@FunctionalInterface
public interface WireForm<T extends ReferenceCounted> {

	/**
	 * Encodes a message. Called on an event loop while others may wait for the result, so
	 * it must be quick and must not call back.
	 * @param message borrowed for the time of the call
	 * @return the encoded form, owned by the message from now on and released with it; it
	 * must be readable by several threads at once
	 */
	T encode(TopicMessage message);

}
