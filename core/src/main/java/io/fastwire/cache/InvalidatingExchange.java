/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.util.function.Consumer;

import io.fastwire.http.Exchange;
import org.jspecify.annotations.Nullable;

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

	private @Nullable Throwable abortCause;

	private Consumer<Throwable> onAbort = (cause) -> {
	};

	InvalidatingExchange(Exchange delegate, ResponseCache cache, TargetKey key) {
		super(delegate);
		this.cache = cache;
		this.key = key;
		delegate.onAbort(this::aborted);
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
	public void onAbort(Consumer<Throwable> task) {
		if (abortCause != null) {
			task.accept(abortCause);
		}
		else {
			onAbort = task;
		}
	}

	private void aborted(Throwable cause) {
		abortCause = cause;
		cache.invalidate(key);
		onAbort.accept(cause);
	}

	@Override
	void completed() {
		if (abortCause != null) {
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
