/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * What the application wants to be told about one exchange. A callback that throws fails
 * its exchange and nothing else. Loop only.
 */
public final class ExchangeCallbacks {

	private final FailureHandler failures;

	private @Nullable Runnable onWritable;

	private @Nullable Runnable onShutdown;

	private @Nullable Consumer<Throwable> onAbort;

	/**
	 * Creates the callbacks of an exchange.
	 * @param failures takes what a callback throws
	 */
	ExchangeCallbacks(FailureHandler failures) {
		this.failures = failures;
	}

	/**
	 * Sets what to do when the response becomes writable again.
	 * @param task in place of the one before
	 * @return this
	 */
	public ExchangeCallbacks onWritable(@Nullable Runnable task) {
		onWritable = task;
		return this;
	}

	/**
	 * Sets what to do when the server begins to shut down.
	 * @param task in place of the one before
	 * @return this
	 */
	public ExchangeCallbacks onShutdown(Runnable task) {
		onShutdown = task;
		return this;
	}

	/**
	 * Sets what to do if the exchange is aborted.
	 * @param task in place of the one before
	 * @return this
	 */
	public ExchangeCallbacks onAbort(Consumer<Throwable> task) {
		onAbort = task;
		return this;
	}

	/** The response is writable again. */
	public void writable() {
		run(onWritable);
	}

	/** The server begins to shut down; told once. */
	public void shutdown() {
		Runnable task = onShutdown;
		onShutdown = null;
		run(task);
	}

	/**
	 * The exchange is aborted; the last that is told.
	 * @param cause why
	 */
	public void aborted(Throwable cause) {
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
			failures.handlerFailed(ex);
		}
	}

}
