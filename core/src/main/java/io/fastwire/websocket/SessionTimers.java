/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.time.Duration;

import io.fastwire.http.Tunnel;

/**
 * The times of a session: one deadline of its tunnel serves them all. Loop only.
 */
final class SessionTimers {

	/*
	 * That something has come is one store. What it means is found out when the deadline
	 * passes, which was set to the earliest time at which there could be anything to do.
	 */

	private static final long NEVER = Long.MAX_VALUE;

	private final LoopSession session;

	private final Tunnel tunnel;

	private final long idle;

	private final long pingInterval;

	private final long closeTimeout;

	private final long endOfLife;

	private long lastReceived;

	private long nextPing;

	private boolean paused;

	private boolean closing;

	SessionTimers(LoopSession session, Tunnel tunnel, WebSocketOptions options) {
		this.session = session;
		this.tunnel = tunnel;
		long now = tunnel.now();
		this.idle = millis(options.idleTimeout());
		this.pingInterval = millis(options.pingInterval());
		this.closeTimeout = millis(options.closeTimeout());
		this.endOfLife = after(now, millis(options.maxLifetime()));
		this.nextPing = after(now, pingInterval);
		this.lastReceived = now;
	}

	private static long millis(Duration duration) {
		if (duration.isZero()) {
			return NEVER;
		}
		return (duration.getSeconds() > Integer.MAX_VALUE) ? NEVER : Math.max(1, duration.toMillis());
	}

	private static long after(long start, long millis) {
		return (millis == NEVER) ? NEVER : start + millis;
	}

	void start() {
		arm(tunnel.now());
	}

	/** Something has come from the peer. */
	void received() {
		lastReceived = tunnel.now();
	}

	/**
	 * Tells whether the application has stopped to read, which makes silence no fault.
	 */
	void paused(boolean stopped) {
		paused = stopped;
		received();
		if (!closing) {
			arm(lastReceived);
		}
	}

	/** The close frame is on its way, and only its answer is waited for. */
	void closing() {
		closing = true;
		tunnel.deadline(closeTimeout);
	}

	void expired() {
		long now = tunnel.now();
		if (closing) {
			session.closeUnanswered();
		}
		else if (now >= idleAt()) {
			session.idle();
		}
		else if (now >= endOfLife) {
			session.closeNow(CloseCode.GOING_AWAY, "Maximum lifetime reached");
		}
		else {
			if (now >= nextPing) {
				nextPing = now + pingInterval;
				session.pingNow();
			}
			arm(now);
		}
	}

	private long idleAt() {
		return paused ? NEVER : after(lastReceived, idle);
	}

	private void arm(long now) {
		long next = Math.min(Math.min(idleAt(), nextPing), endOfLife);
		tunnel.deadline((next == NEVER) ? 0 : Math.max(1, next - now));
	}

}
