/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.topic;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

import io.netty.util.concurrent.AbstractEventExecutor;
import io.netty.util.concurrent.Future;

/**
 * An event loop that the benchmark's thread runs by itself.
 */
final class StepLoop extends AbstractEventExecutor {

	private final Queue<Runnable> tasks = new ArrayDeque<>();

	void runAll() {
		Runnable task;
		while ((task = tasks.poll()) != null) {
			task.run();
		}
	}

	@Override
	public void execute(Runnable task) {
		tasks.add(task);
	}

	@Override
	public boolean inEventLoop(Thread thread) {
		return true;
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
