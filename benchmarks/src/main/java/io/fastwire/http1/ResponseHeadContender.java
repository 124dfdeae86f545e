/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.netty.buffer.ByteBuf;

/**
 * A way to write response heads. One thread.
 */
interface ResponseHeadContender {

	/**
	 * Makes a response as an application does, status 200 with a body of known length.
	 * @param fields names and values in turn
	 */
	void build(String[] fields);

	/**
	 * Writes the head of the response built last.
	 * @param dst has room
	 */
	void encode(ByteBuf dst);

}
