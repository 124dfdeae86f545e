/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import io.fastwire.http.Exchange;

/**
 * An unsafe request, which invalidates what is stored of its target, and of what its
 * response names, unless it fails (RFC 9111 section 4.4). That is done before the
 * response is written: a client that has read it gets nothing older.
 */
final class InvalidatingExchange extends InterceptingExchange {

	private final ResponseCache cache;

	private final TargetKey key;

	private boolean done;

	InvalidatingExchange(Exchange delegate, ResponseCache cache, TargetKey key) {
		super(delegate);
		this.cache = cache;
		this.key = key;
	}

	@Override
	boolean permit() {
		if (!done && status() < 400 && !ended()) {
			done = true;
			cache.invalidate(key);
			invalidateNamed("Location");
			invalidateNamed("Content-Location");
		}
		return true;
	}

	@Override
	void refused() {
		done = false;
	}

	private void invalidateNamed(String field) {
		TargetKey named = key.named(responseHeaders().get(field));
		if (named != null) {
			cache.invalidate(named);
		}
	}

}
