/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

import io.netty.util.concurrent.AbstractEventExecutor;
import io.netty.util.concurrent.Future;

/**
 * An event loop whose turns are run by the test, on the test's thread: for one thread
 * only.
 */
public final class ManualLoop extends AbstractEventExecutor {

	private final Queue<Runnable> tasks = new ArrayDeque<>();

	private boolean inside;

	/** Runs what is queued, and what is queued meanwhile. */
	public void runAll() {
		while (!tasks.isEmpty()) {
			runOne();
		}
	}

	/** Runs the next task only. */
	public void runOne() {
		run(tasks.remove());
	}

	/**
	 * Runs something as if the loop did.
	 * @param task what to run
	 */
	public void run(Runnable task) {
		inside = true;
		try {
			task.run();
		}
		finally {
			inside = false;
		}
	}

	/**
	 * Returns how much is queued.
	 * @return number of tasks
	 */
	public int tasks() {
		return tasks.size();
	}

	@Override
	public void execute(Runnable task) {
		tasks.add(task);
	}

	@Override
	public boolean inEventLoop(Thread thread) {
		return inside;
	}

	@Override
	public boolean isShuttingDown() {
		return false;
	}

	@Override
	public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
		throw new UnsupportedOperationException();
	}

	@Override
	public Future<?> terminationFuture() {
		throw new UnsupportedOperationException();
	}

	@Override
	@Deprecated
	public void shutdown() {
		throw new UnsupportedOperationException();
	}

	@Override
	public boolean isShutdown() {
		return false;
	}

	@Override
	public boolean isTerminated() {
		return false;
	}

	@Override
	public boolean awaitTermination(long timeout, TimeUnit unit) {
		return false;
	}

}
