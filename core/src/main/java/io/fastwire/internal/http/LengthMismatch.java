/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

import io.fastwire.http.Exchange;

/**
 * Tells the operator of responses whose length is not what their Content-Length says (RFC
 * 9110 section 8.6), each with the route that is to be mended.
 */
public final class LengthMismatch {

	private static final Logger LOGGER = System.getLogger(LengthMismatch.class.getName());

	private LengthMismatch() {
	}

	/**
	 * More was written than declared.
	 * @param exchange the exchange
	 */
	public static void surplus(Exchange exchange) {
		LOGGER.log(Level.WARNING,
				response(exchange) + " has more bytes than its Content-Length says; the surplus is dropped");
	}

	/**
	 * The whole body is known to be shorter than declared.
	 * @param exchange the exchange
	 * @param known bytes of the body
	 * @param declared bytes that the application promised
	 */
	public static void knownTooShort(Exchange exchange, long known, long declared) {
		LOGGER.log(Level.ERROR, response(exchange) + " has " + known + " bytes but its Content-Length says " + declared
				+ "; the answer is 500");
	}

	/**
	 * The response ended before all that was declared had been written.
	 * @param exchange the exchange
	 * @param written bytes of the body
	 * @param declared bytes that the head promised
	 */
	public static void endedTooShort(Exchange exchange, long written, long declared) {
		LOGGER.log(Level.ERROR,
				response(exchange) + " ended after " + written + " of " + declared + " bytes and is cut off");
	}

	private static String response(Exchange exchange) {
		return "The response to " + exchange.method() + " \"" + exchange.target().path() + '"';
	}

}
