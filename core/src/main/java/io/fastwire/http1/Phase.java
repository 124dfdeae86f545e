/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

/** What an HTTP/1.1 connection does with its input. */
enum Phase {

	/** A head is read, within the idle time and, once begun, the head time. */
	HEAD,

	/** A body is read, at the minimum rate; then BUSY or, if answered, HEAD. */
	BODY,

	/** Input is held until the answer is complete: HEAD, LINGER or TUNNEL. */
	BUSY,

	/** Input is dropped; what was written leaves, then the connection closes. */
	LINGER,

	/** Input goes to the listener of an upgrade. */
	TUNNEL,

	/** Closed, for ever. */
	CLOSED

}
