/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * What the application wants to be told about one exchange. A callback that throws fails
 * its exchange and nothing else. Loop only.
 */
final class ExchangeCallbacks {

	private final Http1Exchange exchange;

	private @Nullable Runnable onWritable;

	private @Nullable Runnable onShutdown;

	private @Nullable Consumer<Throwable> onAbort;

	private ExchangeCallbacks(Http1Exchange exchange) {
		this.exchange = exchange;
	}

	/** Returns the callbacks of an exchange, new if there are none. */
	static ExchangeCallbacks of(@Nullable ExchangeCallbacks callbacks, Http1Exchange exchange) {
		return (callbacks != null) ? callbacks : new ExchangeCallbacks(exchange);
	}

	ExchangeCallbacks onWritable(@Nullable Runnable task) {
		onWritable = task;
		return this;
	}

	ExchangeCallbacks onShutdown(Runnable task) {
		onShutdown = task;
		return this;
	}

	ExchangeCallbacks onAbort(Consumer<Throwable> task) {
		onAbort = task;
		return this;
	}

	void writable() {
		run(onWritable);
	}

	/** Happens once. */
	void shutdown() {
		Runnable task = onShutdown;
		onShutdown = null;
		run(task);
	}

	/** Is the last that happens. */
	void aborted(Throwable cause) {
		Consumer<Throwable> task = onAbort;
		onAbort = null;
		if (task != null) {
			run(() -> task.accept(cause));
		}
	}

	private void run(@Nullable Runnable task) {
		try {
			if (task != null) {
				task.run();
			}
		}
		catch (Throwable ex) {
			exchange.handlerFailed(ex);
		}
	}

}
