/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

/** What {@link LoopCounters} counts. */
public enum Counter {

	/** Connections accepted. */
	CONNECTIONS_OPENED,

	/** Connections closed. */
	CONNECTIONS_CLOSED,

	/** Requests whose head was complete and valid. */
	REQUESTS_STARTED,

	/** Requests whose response was written in full. */
	REQUESTS_COMPLETED,

	/** Requests given up before that. */
	REQUESTS_ABORTED,

	/** Bytes read from sockets. */
	BYTES_RECEIVED,

	/** Bytes handed to sockets. */
	BYTES_SENT,

	/** Header sections equal to the one before on the same connection. */
	REPEAT_HEADS,

	/** TLS handshakes that succeeded. */
	TLS_HANDSHAKES,

	/** Connections to a TLS port that began with something else. */
	TLS_NOT_TLS,

	/** TLS handshakes that one side refused. */
	TLS_REFUSED,

	/** TLS handshakes that took too long. */
	TLS_TIMED_OUT,

	/** Connections that ended before the TLS handshake did. */
	TLS_ABANDONED;

	private static final int COUNT = values().length;

	static int count() {
		return COUNT;
	}

}
