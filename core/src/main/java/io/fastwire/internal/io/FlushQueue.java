/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadEventLoop;

/**
 * The writers of one loop that have something to flush when the current loop turn ends.
 * Loop only.
 */
final class FlushQueue {

	/*
	 * A flush may tell an application that it can write more, which puts the same writer
	 * back here. It then waits for the next turn: a client that reads as fast as the
	 * application writes would otherwise keep the loop from all its other connections.
	 */

	private final Executor endOfTurn;

	private final Executor nextTurn;

	private final Runnable drain = this::drain;

	private List<CorkedWriter> waiting = new ArrayList<>();

	private List<CorkedWriter> flushing = new ArrayList<>();

	private boolean draining;

	FlushQueue(EventLoop loop) {
		this((loop instanceof SingleThreadEventLoop turning) ? turning::executeAfterEventLoopIteration : loop, loop);
	}

	FlushQueue(Executor endOfTurn, Executor nextTurn) {
		this.endOfTurn = endOfTurn;
		this.nextTurn = nextTurn;
	}

	/** Adds a writer, which must not be in the queue. */
	void add(CorkedWriter writer) {
		if (waiting.isEmpty()) {
			(draining ? nextTurn : endOfTurn).execute(drain);
		}
		waiting.add(writer);
	}

	/**
	 * One that fails must not keep the others from leaving, nor the queue from going on.
	 */
	private static void flush(CorkedWriter writer) {
		try {
			writer.flushQueued();
		}
		catch (Throwable ex) {
			writer.failed(ex);
		}
	}

	private void drain() {
		List<CorkedWriter> writers = waiting;
		waiting = flushing;
		flushing = writers;
		draining = true;
		for (int i = 0; i < writers.size(); i++) {
			flush(writers.get(i));
		}
		draining = false;
		writers.clear();
	}

}
