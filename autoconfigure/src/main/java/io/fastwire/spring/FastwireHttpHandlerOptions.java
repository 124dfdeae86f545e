/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

/**
 * Options of a {@link FastwireHttpHandlerAdapter}.
 *
 * @param forwardedHeaders whether the fields {@code Forwarded} (RFC 7239) and
 * {@code X-Forwarded-*} decide scheme, host, port, path prefix and client address of a
 * request. Only safe behind a proxy that sets or removes them. A malformed one is
 * ignored.
 */
public record FastwireHttpHandlerOptions(boolean forwardedHeaders) {

	/**
	 * Returns the options of a server that clients reach directly.
	 * @return options that ignore forwarded fields
	 */
	public static FastwireHttpHandlerOptions defaults() {
		return new FastwireHttpHandlerOptions(false);
	}

}
