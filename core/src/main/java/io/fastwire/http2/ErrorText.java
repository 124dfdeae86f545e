/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import io.fastwire.http.Rejection;
import io.fastwire.http.ResponseHeaders;

/** What the server says when it refuses a request by itself. */
final class ErrorText {

	/** The fields of such an answer; not to be changed. */
	static final ResponseHeaders FIELDS = new ResponseHeaders().add("Content-Type", "text/plain;charset=US-ASCII");

	private ErrorText() {
	}

	/** Returns one line that names the reason, and no more. */
	static String of(Rejection rejection) {
		return rejection.status() + " " + rejection.reason() + '\n';
	}

}
