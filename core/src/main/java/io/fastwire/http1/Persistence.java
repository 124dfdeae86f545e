/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.HttpVersion;

/** What becomes of the connection after a response (RFC 9112 section 9.3). */
enum Persistence {

	/** It stays open, as HTTP/1.1 expects unless told otherwise. */
	KEEP_ALIVE,

	/** It stays open, which HTTP/1.0 must be told. */
	KEEP_ALIVE_HTTP_1_0,

	/** It is closed. */
	CLOSE,

	/** It leaves HTTP. */
	UPGRADE;

	/**
	 * Chooses between open and closed.
	 * @param persistent whether the connection stays open
	 * @param version of the request
	 */
	static Persistence of(boolean persistent, HttpVersion version) {
		if (!persistent) {
			return CLOSE;
		}
		return (version == HttpVersion.HTTP_1_0) ? KEEP_ALIVE_HTTP_1_0 : KEEP_ALIVE;
	}

}
