/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.netty.buffer.ByteBuf;

/**
 * A way to parse request heads. One thread.
 */
interface RequestHeadContender {

	/**
	 * Parses a head.
	 * @param socket holds exactly one head, as it came from a socket; its indices may
	 * change
	 * @return how many fields were found
	 */
	int parse(ByteBuf socket);

}
