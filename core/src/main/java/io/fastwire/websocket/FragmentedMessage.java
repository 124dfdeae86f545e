/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import io.netty.buffer.ByteBuf;

/**
 * A message that is sent while it is being made, one frame for each piece (RFC 6455
 * section 5.4). Obtained by {@link WebSocketSession#begin}.
 * <p>
 * Any thread may write, one at a time. Messages sent otherwise wait, as pending bytes,
 * until this one has ended; pings, pongs and the close do not. The pieces are not
 * compressed. A message that is never ended blocks the session, which is closed at last
 * by the bound on pending bytes.
 * <p>
 * A piece that would pass that bound closes the session with 1013 whatever the policy,
 * because a message that has begun cannot be dropped.
 */
public interface FragmentedMessage {

	/**
	 * Sends a piece of text. A surrogate pair may be cut between two pieces.
	 * @param piece any part of the text; read before the call returns unless it is a
	 * String
	 * @return what became of it
	 * @throws IllegalStateException if the message is binary or has ended
	 */
	SendResult write(CharSequence piece);

	/**
	 * Sends a piece. That of a text must be UTF-8, but may be cut anywhere.
	 * @param piece ownership passes to the session
	 * @return what became of it
	 * @throws IllegalStateException if the message has ended
	 */
	SendResult write(ByteBuf piece);

	/**
	 * Ends the message.
	 * @return what became of it
	 * @throws IllegalStateException if the message has ended
	 */
	SendResult end();

}
