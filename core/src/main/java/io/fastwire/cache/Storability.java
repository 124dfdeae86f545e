/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import io.fastwire.http.ResponseHeaders;

/** Rules of what is never stored, whatever Cache-Control says. */
final class Storability {

	private Storability() {
	}

	/**
	 * Tells whether responses with a status are stored. Errors that a client can provoke
	 * by the way it asks (400, 405, 414, 431, 5xx) are not, or one bad request would
	 * answer all others.
	 */
	static boolean stores(int status) {
		return switch (status) {
			case 200, 203, 204, 300, 301, 302, 307, 308, 404, 410 -> true;
			default -> false;
		};
	}

	/** Tells whether fields rule a response out. */
	static boolean forbids(ResponseHeaders fields) {
		return fields.contains("Set-Cookie") || fields.contains("Set-Cookie2") || fields.contains("Content-Range");
	}

}
