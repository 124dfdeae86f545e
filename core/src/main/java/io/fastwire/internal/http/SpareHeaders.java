/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import io.fastwire.http.ResponseHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Response fields that one exchange after the other borrows until its head is written, so
 * that a loop makes none for a response whose application does not ask for them. One per
 * event loop; loop only.
 */
public final class SpareHeaders {

	/** More lines are not kept: a loop would hold their memory for ever. */
	private static final int MAX_LINES = 64;

	private @Nullable ResponseHeaders spare;

	/** Lends fields: the spare ones, or new ones if somebody has those. */
	ResponseHeaders borrow() {
		ResponseHeaders headers = spare;
		spare = null;
		return (headers != null) ? headers : new ResponseHeaders();
	}

	/** Takes back what was lent, if nobody else has seen it. */
	void giveBack(ResponseHeaders headers) {
		if (headers.size() <= MAX_LINES) {
			headers.clear();
			spare = headers;
		}
	}

}
