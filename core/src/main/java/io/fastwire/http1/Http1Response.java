/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.internal.http.ResponseProgress;

/**
 * The response in progress of one connection, one after the other. Loop only.
 */
final class Http1Response extends ResponseProgress {

	private ResponseFraming framing = ResponseFraming.NONE;

	private boolean keepAlive;

	/** Another request has come, and all before it are answered. */
	void next() {
		begin();
		framing = ResponseFraming.NONE;
		keepAlive = false;
	}

	/** The head is written, and says so much. */
	void headWritten(ResponseFraming framing, boolean keepAlive) {
		this.framing = framing;
		this.keepAlive = keepAlive;
	}

	ResponseFraming framing() {
		return framing;
	}

	/** Whether the client was told that the connection stays open. */
	boolean keepAlive() {
		return keepAlive;
	}

}
