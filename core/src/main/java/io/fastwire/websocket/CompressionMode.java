/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

/**
 * Whether messages are compressed by permessage-deflate (RFC 7692), if the client offers
 * it.
 */
public enum CompressionMode {

	/** Offers are declined. */
	OFF,

	/**
	 * Each message is compressed by itself (no context takeover, in both directions), by
	 * zlib state that all sessions of an event loop share. Costs a session no memory.
	 */
	SHARED,

	/**
	 * A message is compressed with the ones before it as its dictionary, unless the
	 * client wants it otherwise. Compresses small similar messages far better, and costs
	 * a session about 260 KB of native memory from its first compressed message sent and
	 * 40 KB from the first one received.
	 */
	DEDICATED

}
