/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

/**
 * How the end of a request body is found (RFC 9112 section 6.3).
 */
enum BodyFraming {

	/** There is no body. */
	NONE,

	/** The body has as many bytes as Content-Length says, maybe 0. */
	LENGTH,

	/** The body comes in chunks (RFC 9112 section 7.1). */
	CHUNKED

}
