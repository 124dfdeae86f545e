/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

/** What became of a message that was given to a session. */
public enum SendResult {

	/** It will leave, and more may follow at once. */
	ACCEPTED,

	/**
	 * It will leave, but the peer reads too slowly: whoever can wait should, until
	 * {@link WebSocketListener#onDrain}.
	 */
	CONGESTED,

	/**
	 * It will not leave, because it would pass
	 * {@link WebSocketOptions#maxPendingBytes()}. The {@link OverflowPolicy} has been
	 * applied.
	 */
	DROPPED,

	/** It will not leave, because the session has been closed or is closing. */
	CLOSED;

	/**
	 * Tells whether the message will leave, should the connection last.
	 * @return whether this is {@link #ACCEPTED} or {@link #CONGESTED}
	 */
	public boolean accepted() {
		return this == ACCEPTED || this == CONGESTED;
	}

}
