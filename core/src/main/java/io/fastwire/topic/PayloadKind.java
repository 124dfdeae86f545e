/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

/** What the bytes of a payload are. */
public enum PayloadKind {

	/** Plain text in UTF-8. */
	TEXT,

	/**
	 * One JSON value in UTF-8 (RFC 8259), which may be embedded in other JSON as it is.
	 */
	JSON,

	/** Any bytes. */
	BINARY

}
