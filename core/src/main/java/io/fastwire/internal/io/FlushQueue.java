/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.util.ArrayList;
import java.util.List;

import io.netty.channel.SingleThreadEventLoop;

/**
 * The writers of one loop that have something to flush when the current loop turn ends.
 * Loop only.
 */
final class FlushQueue {

	private final SingleThreadEventLoop loop;

	private final Runnable drain = this::drain;

	private List<CorkedWriter> waiting = new ArrayList<>();

	private List<CorkedWriter> draining = new ArrayList<>();

	FlushQueue(SingleThreadEventLoop loop) {
		this.loop = loop;
	}

	/** Adds a writer, which must not be in the queue. */
	void add(CorkedWriter writer) {
		if (waiting.isEmpty()) {
			loop.executeAfterEventLoopIteration(drain);
		}
		waiting.add(writer);
	}

	/** A flush may write on other connections, so the lists take turns. */
	private void drain() {
		List<CorkedWriter> writers = waiting;
		waiting = draining;
		draining = writers;
		for (int i = 0; i < writers.size(); i++) {
			writers.get(i).flushQueued();
		}
		writers.clear();
	}

}
