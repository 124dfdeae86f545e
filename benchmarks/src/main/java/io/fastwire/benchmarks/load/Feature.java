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

	/** Hello over TLS. */
	TLS(Wire.TLS),

	/** Hello over HTTP/2, of which a client knows before it connects. */
	HTTP2(Wire.H2C),

	/** Hello over HTTP/2 and TLS. */
	HTTP2_TLS(Wire.H2),

	/** WebSocket echoes. */
	WEBSOCKET,

	/** A feed over WebSocket. */
	FEED,

	/** A feed of server-sent events. */
	EVENTS;

	private final Wire wire;

	Feature() {
		this(Wire.CLEAR);
	}

	Feature(Wire wire) {
		this.wire = wire;
	}

	/** Returns how a contender is called for it, unless its name says otherwise. */
	Wire wire() {
		return wire;
	}

	/** Whether a contender that is called so can be asked for it. */
	boolean over(Wire other) {
		return other == wire || (wire == Wire.TLS && other == Wire.OPENSSL);
	}

}
