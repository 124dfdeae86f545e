/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import org.jspecify.annotations.Nullable;

/** Runs a step of a test on a thread that is no event loop, and waits for it. */
final class OtherThread {

	private OtherThread() {
	}

	static void run(Runnable step) {
		Outcome outcome = new Outcome();
		Thread thread = new Thread(() -> outcome.run(step), "not-the-loop");
		thread.start();
		try {
			thread.join();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		if (outcome.failure != null) {
			throw new AssertionError("On the other thread", outcome.failure);
		}
	}

	private static final class Outcome {

		private volatile @Nullable Throwable failure;

		void run(Runnable step) {
			try {
				step.run();
			}
			catch (Throwable ex) {
				failure = ex;
			}
		}

	}

}
