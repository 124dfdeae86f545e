/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.io.IOException;

/**
 * A session was closed because of something the peer did. Has no stack trace, because it
 * tells of the peer and not of this program.
 */
public final class WebSocketException extends IOException {

	private static final long serialVersionUID = 1L;

	private final int code;

	WebSocketException(int code, String message) {
		super(message);
		this.code = code;
	}

	/**
	 * Returns the close code that the peer was told.
	 * @return a code
	 */
	public int code() {
		return code;
	}

	@Override
	public synchronized Throwable fillInStackTrace() {
		return this;
	}

}
