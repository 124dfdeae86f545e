/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

/** What a contender can be asked for. */
enum Feature {

	/** Hello, headers and JSON. */
	HTTP,

	/** An answer that may be kept for a second. */
	QUOTE,

	/** A static file. */
	FILES,

	/** The same over TLS. */
	TLS,

	/** WebSocket echoes. */
	WEBSOCKET,

	/** A feed over WebSocket. */
	FEED,

	/** A feed of server-sent events. */
	EVENTS

}
