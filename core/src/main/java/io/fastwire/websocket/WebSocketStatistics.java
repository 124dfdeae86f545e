/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

/**
 * Counts of the WebSocket sessions of one server since it was started. Readable from any
 * thread; values are recent, not a consistent snapshot.
 */
public interface WebSocketStatistics {

	/**
	 * Returns how many sessions are open now.
	 * @return 0 or more
	 */
	long sessionsActive();

	/**
	 * Returns how many sessions were opened.
	 * @return a count that only grows
	 */
	long sessionsOpened();

	/**
	 * Returns how many messages came in.
	 * @return a count that only grows
	 */
	long messagesReceived();

	/**
	 * Returns how many messages were sent.
	 * @return a count that only grows
	 */
	long messagesSent();

	/**
	 * Returns the length of all messages that came in, before they were inflated.
	 * @return bytes; a count that only grows
	 */
	long bytesReceived();

	/**
	 * Returns the length of all messages that were sent, after they were compressed.
	 * @return bytes; a count that only grows
	 */
	long bytesSent();

	/**
	 * Returns how many messages were dropped because too much was pending.
	 * @return a count that only grows
	 */
	long messagesDropped();

	/**
	 * Returns how much waits to be sent in all sessions. Asks each of them: for a scrape,
	 * not for a loop.
	 * @return bytes
	 */
	long pendingBytes();

	/**
	 * Returns the length of what was compressed, before.
	 * @return bytes; a count that only grows
	 */
	long deflatedFrom();

	/**
	 * Returns the length of what was compressed, after.
	 * @return bytes; a count that only grows
	 */
	long deflatedTo();

	/**
	 * Returns how many sessions ended with a code.
	 * @param code as told to {@link WebSocketListener#onClose}
	 * @return a count that only grows; that of {@code 0} is of all codes above 1015 and
	 * of those that have no meaning
	 */
	long closes(int code);

}
