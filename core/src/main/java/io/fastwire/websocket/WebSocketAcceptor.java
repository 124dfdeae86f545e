/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

/**
 * Decides about the handshakes of a route. Called on the event loop, so it must not
 * block; it may decide later and on any thread.
 */
@FunctionalInterface
public interface WebSocketAcceptor {

	/**
	 * Decides about a handshake that is valid by itself.
	 * @param upgrade to be accepted or refused, once
	 */
	void decide(WebSocketUpgrade upgrade);

}
