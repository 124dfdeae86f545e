/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

/** How far the orderly end of a connection has come. */
enum Ending {

	/** Not ending. */
	NONE,

	/** The output is leaving; then the channel is closed. */
	FLUSHING,

	/** The sending side is closed, the end of input is awaited. */
	LINGERING

}
