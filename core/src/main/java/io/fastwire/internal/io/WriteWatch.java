/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

/**
 * Watches that the peer of one connection reads while much waits for it. Each time that
 * the time is over, progress since the last time earns another. Loop only.
 */
final class WriteWatch {

	private static final long NEVER = Long.MAX_VALUE;

	private final CorkedWriter writer;

	private final int ticks;

	private long deadline = NEVER;

	/** Whether the writer knows from where progress counts. */
	private boolean marked;

	/**
	 * Creates a watch that has not begun.
	 * @param ticks how long pending bytes may wait for a peer that reads nothing
	 */
	WriteWatch(CorkedWriter writer, int ticks) {
		this.writer = writer;
		this.ticks = ticks;
	}

	void begin(long now) {
		marked = false;
		deadline = now + ticks;
	}

	void end() {
		deadline = NEVER;
	}

	/**
	 * Tells whether the peer has read nothing for too long, after which the watch has
	 * ended. The mark is set by the first sweep: not all was flushed when the watch
	 * began.
	 */
	boolean expired(long now) {
		if (deadline == NEVER) {
			return false;
		}
		if (!marked) {
			marked = true;
			writer.markProgress();
			return false;
		}
		if (deadline > now) {
			return false;
		}
		end();
		if (writer.progressed()) {
			begin(now);
			return false;
		}
		return true;
	}

}
