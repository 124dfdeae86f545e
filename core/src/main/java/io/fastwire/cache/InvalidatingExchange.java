/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import io.fastwire.http.Exchange;

/**
 * An unsafe request, which invalidates what is stored of its target, and of what its
 * response names, unless it fails (RFC 9111 section 4.4). That is done before the
 * response is written: a client that has read it gets nothing older. Loop only.
 */
final class InvalidatingExchange extends InterceptingExchange {

	/*
	 * If the client leaves, the handler may have changed everything, or nothing yet, and
	 * its status never comes. So the target is invalidated then, and once more if the
	 * handler ends what is no longer there: it may have made its change in between.
	 */

	private final ResponseCache cache;

	private final TargetKey key;

	private boolean done;

	InvalidatingExchange(Exchange delegate, ResponseCache cache, TargetKey key) {
		super(delegate);
		this.cache = cache;
		this.key = key;
		watchAbort();
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

	@Override
	void aborted() {
		cache.invalidate(key);
	}

	@Override
	void completed() {
		if (hasAborted()) {
			cache.invalidate(key);
		}
	}

	private void invalidateNamed(String field) {
		TargetKey named = key.named(responseHeaders().get(field));
		if (named != null) {
			cache.invalidate(named);
		}
	}

}
