/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.io.IOException;

/**
 * The client went away, or the connection was given up, before the exchange was complete.
 * <p>
 * The simple name matters: Spring's {@code DisconnectedClientHelper} logs an exception of
 * this name at DEBUG instead of ERROR.
 */
public final class AbortedException extends IOException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates an exception without a stack trace, because it tells of the peer and not of
	 * this program.
	 * @param reason what happened, in one short sentence
	 */
	public AbortedException(String reason) {
		super(reason);
	}

	@Override
	public synchronized Throwable fillInStackTrace() {
		return this;
	}

}
