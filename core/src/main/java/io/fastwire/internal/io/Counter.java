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
	REPEAT_HEADS;

	private static final int COUNT = values().length;

	static int count() {
		return COUNT;
	}

}
