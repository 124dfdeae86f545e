/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

/** What the bytes of a message mean (RFC 6455 section 5.6). */
public enum MessageKind {

	/** UTF-8 text. */
	TEXT,

	/** Anything else. */
	BINARY

}
