/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

import io.fastwire.http.Exchange;

/**
 * Tells the operator of responses whose length is not what their Content-Length says (RFC
 * 9110 section 8.6), each with the route that is to be mended.
 */
final class LengthMismatch {

	private static final Logger LOGGER = System.getLogger(LengthMismatch.class.getName());

	private LengthMismatch() {
	}

	static void surplus(Exchange exchange) {
		LOGGER.log(Level.WARNING,
				response(exchange) + " has more bytes than its Content-Length says; the surplus is dropped");
	}

	static void knownTooShort(Exchange exchange, long known, long declared) {
		LOGGER.log(Level.ERROR, response(exchange) + " has " + known + " bytes but its Content-Length says " + declared
				+ "; the answer is 500");
	}

	static void endedTooShort(Exchange exchange, long written, long declared) {
		LOGGER.log(Level.ERROR, response(exchange) + " ended after " + written + " of " + declared
				+ " bytes; the connection is closed");
	}

	private static String response(Exchange exchange) {
		return "The response to " + exchange.method() + " " + exchange.target().path();
	}

}
