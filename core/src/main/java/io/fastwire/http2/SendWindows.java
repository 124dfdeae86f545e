/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import io.fastwire.internal.io.CorkedWriter;

/**
 * How much the client of one connection takes, and the streams that wait for their turn
 * to send (RFC 9113 section 5.2). Loop only.
 */
final class SendWindows {

	/*
	 * Streams take turns, a frame each, so that none keeps the others waiting. A stream
	 * whose own window is closed is not in the queue; it comes back when that opens.
	 * While the socket takes nothing, nothing is moved to where it could not be taken
	 * back.
	 */

	static final int INITIAL = 65_535;

	private static final long NEVER = Long.MAX_VALUE;

	private final CorkedWriter writer;

	private final Runnable dribbled;

	private final Turns turns = new Turns();

	private long connection = INITIAL;

	private int initialStreamWindow = INITIAL;

	/** Since when the window of the connection keeps all that waits from leaving. */
	private long blockedSince = NEVER;

	private boolean sending;

	/**
	 * Creates the windows of a connection.
	 * @param writer of the connection
	 * @param dribbled told when a window makes a frame that is hardly worth its header
	 */
	SendWindows(CorkedWriter writer, Runnable dribbled) {
		this.writer = writer;
		this.dribbled = dribbled;
	}

	long connection() {
		return connection;
	}

	int initialStreamWindow() {
		return initialStreamWindow;
	}

	void initialStreamWindow(int bytes) {
		initialStreamWindow = bytes;
	}

	/** Moves the window of the connection; returns whether it may be as large. */
	boolean add(int increment) {
		connection += increment;
		return connection <= Integer.MAX_VALUE;
	}

	void spend(int bytes) {
		connection -= bytes;
		if (bytes > 0) {
			blockedSince = NEVER;
		}
	}

	void dribble(boolean small) {
		if (small) {
			dribbled.run();
		}
	}

	/** Gives a stream a turn. */
	void schedule(StreamOutput stream) {
		if (turns.isEmpty()) {
			blockedSince = NEVER;
		}
		turns.add(stream);
	}

	/**
	 * Judges whether the client lets anything leave of the streams that wait for their
	 * turn. While it does, none of them is late; while the socket takes nothing, it is
	 * that which is watched.
	 * @return after how many sweeps to ask again, or 0 if nothing has left for too long
	 */
	long untilTooSlow(long now, int patience) {
		if (connection > 0) {
			return patience;
		}
		if (blockedSince == NEVER) {
			blockedSince = now;
		}
		return Math.max(0, blockedSince + patience - now);
	}

	/** Forgets a stream that sends nothing more: its turn may never come. */
	void unschedule(StreamOutput stream) {
		turns.remove(stream);
	}

	/** Sends what can leave now. What this calls may schedule more. */
	void send() {
		if (sending) {
			return;
		}
		sending = true;
		try {
			while (connection > 0 && writer.writable()) {
				StreamOutput stream = turns.poll();
				if (stream == null) {
					return;
				}
				if (stream.sendable()) {
					stream.sendQueued(Math.min(connection, stream.window()));
					if (stream.sendable()) {
						schedule(stream);
					}
				}
			}
		}
		finally {
			sending = false;
		}
	}

}
