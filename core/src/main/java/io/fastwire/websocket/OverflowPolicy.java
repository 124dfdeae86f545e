/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

/**
 * What happens when a message would pass {@link WebSocketOptions#maxPendingBytes()}.
 */
public enum OverflowPolicy {

	/**
	 * The message is dropped and the session goes on. For feeds in which a newer message
	 * makes up for a lost one.
	 */
	DROP_NEWEST,

	/**
	 * The message is dropped and the session closed with 1013 (try again later). For
	 * protocols in which each message counts: the client can see that it has missed
	 * something and start afresh.
	 */
	CLOSE

}
