/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import io.fastwire.http.Exchange;
import io.fastwire.http.ResponseHeaders;

/**
 * Whether a response has a body, and what its Content-Length is (RFC 9110 section 8.6).
 */
public final class ResponseLength {

	/** In place of a length: there is no such field. */
	public static final long UNKNOWN = -1;

	private ResponseLength() {
	}

	/**
	 * Tells whether a body follows the head (RFC 9110 sections 9.3.2, 15.3.5, 15.3.6,
	 * 15.4.5).
	 * @param exchange its method and status decide
	 * @return {@code false} if a body must not be sent
	 */
	public static boolean hasBody(Exchange exchange) {
		int status = exchange.status();
		return status != 204 && status != 205 && status != 304 && !exchange.method().equals("HEAD");
	}

	/**
	 * A response to HEAD, and a 304, tell the length that the body would have, or none: 0
	 * would say that the body is empty (RFC 9110 section 8.6).
	 * @param status of the response
	 * @param declared the length that the application set, or -1
	 * @param known the length of the body it gave, or -1
	 * @return the value of Content-Length, or {@link #UNKNOWN}
	 */
	public static long bodiless(int status, long declared, long known) {
		if (status == 204) {
			return UNKNOWN;
		}
		if (status == 205) {
			return 0;
		}
		if (declared >= 0) {
			return declared;
		}
		return (known > 0 && status != 304) ? known : UNKNOWN;
	}

	/**
	 * Returns the Content-Length that the application set.
	 * @param headers of the response
	 * @return bytes, or {@link #UNKNOWN} if there is none
	 * @throws IllegalArgumentException if it is not a number
	 */
	public static long declared(ResponseHeaders headers) {
		String value = headers.get("Content-Length");
		if (value == null) {
			return UNKNOWN;
		}
		long length = parse(value);
		if (length < 0) {
			throw new IllegalArgumentException("Content-Length is not a number of bytes: '" + value + "'");
		}
		return length;
	}

	private static long parse(String digits) {
		long length = 0;
		for (int i = 0; i < digits.length(); i++) {
			int digit = digits.charAt(i) - '0';
			if (digit < 0 || digit > 9 || length > (Long.MAX_VALUE - digit) / 10) {
				return -1;
			}
			length = length * 10 + digit;
		}
		return digits.isEmpty() ? -1 : length;
	}

}
