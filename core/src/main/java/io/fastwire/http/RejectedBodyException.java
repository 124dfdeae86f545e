/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.io.IOException;

/**
 * A request body was refused while it arrived: malformed chunked framing, too large, or
 * too slow. The server answers and closes by itself; the application only has to stop.
 */
public final class RejectedBodyException extends IOException {

	private static final long serialVersionUID = 1L;

	private final Rejection rejection;

	/**
	 * Creates an exception without a stack trace, because it tells of the peer and not of
	 * this program.
	 * @param rejection why the body was refused
	 */
	public RejectedBodyException(Rejection rejection) {
		super(rejection.reason());
		this.rejection = rejection;
	}

	/**
	 * Returns why the body was refused.
	 * @return the reason, with its status
	 */
	public Rejection rejection() {
		return rejection;
	}

	@Override
	public synchronized Throwable fillInStackTrace() {
		return this;
	}

}
