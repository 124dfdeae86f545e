/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

/**
 * Answers requests. Called on the event loop of the connection as soon as a request head
 * is complete and its framing is known to be valid (RFC 9112 section 6), so it must not
 * block.
 * <p>
 * The handler may return before the response is finished and go on from any thread by way
 * of {@link Exchange#execute(Runnable)}. If it throws before the response is committed,
 * the client gets a 500; after that, the connection is closed so that the client sees a
 * truncated message.
 */
@FunctionalInterface
public interface RequestHandler {

	/**
	 * Handles one request.
	 * @param exchange the request and its response
	 */
	void handle(Exchange exchange);

}
