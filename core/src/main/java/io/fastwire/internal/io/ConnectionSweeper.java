/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of one event loop. Checks their deadlines in one pass every
 * {@value #INTERVAL_MILLIS} ms: a deadline expires up to one interval late, never early.
 * Loop only, {@link #overdueNanos()} aside.
 */
public final class ConnectionSweeper {

	/*
	 * Why not a timer wheel: a server moves deadlines about twice per request and lets
	 * nearly none expire. Here a move is one store; a wheel pays for a node on each. The
	 * pass costs two compares for each connection, and there is none while no connection
	 * is open.
	 *
	 * What expires may run code of the application. If that throws, the one connection
	 * fails: an exception that left the pass would end it for all, and for ever.
	 *
	 * The passes also tell how busy the loop is, because how late one begins is what a
	 * request that came at its time had to wait. A loop that was blocked catches up on
	 * the passes that it has missed, each less late than the one before, so that a long
	 * delay weighs as much as its length.
	 */

	static final int INTERVAL_MILLIS = 250;

	private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(INTERVAL_MILLIS);

	private final EventLoop loop;

	private final Ticker ticker;

	private final LoopCounters counters;

	private final List<LoopConnection> connections = new ArrayList<>();

	private long now;

	private boolean draining;

	private @Nullable ScheduledFuture<?> schedule;

	/** When the next pass should begin, by the ticker. */
	private volatile long due;

	/** Whether there is a next pass. */
	private volatile boolean watched;

	ConnectionSweeper(EventLoop loop, LoopCounters counters) {
		this.loop = loop;
		this.ticker = (loop instanceof AbstractScheduledEventExecutor timed) ? timed.ticker() : Ticker.systemTicker();
		this.counters = counters;
	}

	/**
	 * Converts a time to ticks: rounded up, plus one because the current interval has
	 * already begun.
	 * @param duration a positive time
	 * @return a number of sweeps
	 */
	public static int ticks(Duration duration) {
		long limit = Integer.MAX_VALUE - 1;
		if (duration.getSeconds() >= limit / (1000 / INTERVAL_MILLIS)) {
			return (int) limit;
		}
		return (int) ((duration.toMillis() + INTERVAL_MILLIS - 1) / INTERVAL_MILLIS + 1);
	}

	/**
	 * Returns the time.
	 * @return the number of sweeps so far
	 */
	public long now() {
		return now;
	}

	/**
	 * Returns the time of the last sweep.
	 * @return milliseconds from an arbitrary start; stands still while no connection is
	 * open
	 */
	public long millis() {
		return now * INTERVAL_MILLIS;
	}

	/**
	 * Adds an open connection.
	 * @param connection not added yet
	 */
	public void add(LoopConnection connection) {
		connection.index = connections.size();
		connections.add(connection);
		if (schedule == null) {
			due = ticker.nanoTime() + INTERVAL_NANOS;
			watched = true;
			schedule = loop.scheduleAtFixedRate(this::sweep, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
		}
		if (draining) {
			connection.drain();
		}
	}

	/**
	 * Removes a connection.
	 * @param connection maybe added before
	 */
	public void remove(LoopConnection connection) {
		int index = connection.index;
		if (index < 0) {
			return;
		}
		LoopConnection last = connections.remove(connections.size() - 1);
		if (last != connection) {
			connections.set(index, last);
			last.index = index;
		}
		connection.index = -1;
		if (connections.isEmpty() && schedule != null) {
			schedule.cancel(false);
			schedule = null;
			watched = false;
		}
	}

	/**
	 * Returns how late the next pass is, which tells of a loop that is blocked as long as
	 * it is. Callable from any thread.
	 * @return nanoseconds, 0 if it is not late or no connection is open
	 */
	public long overdueNanos() {
		return watched ? Math.max(0, ticker.nanoTime() - due) : 0;
	}

	/**
	 * Tells all connections, also those that come later, to end as soon as what is in
	 * progress is done.
	 */
	public void drain() {
		draining = true;
		forEach(LoopConnection::drain);
	}

	/**
	 * Closes all connections at once.
	 */
	public void abort() {
		IOException cause = new IOException("the server stopped");
		forEach((connection) -> connection.abort(cause));
	}

	/** Goes through a copy, because the action may close connections. */
	private void forEach(Consumer<LoopConnection> action) {
		for (LoopConnection connection : List.copyOf(connections)) {
			try {
				action.accept(connection);
			}
			catch (Throwable ex) {
				connection.failed(ex);
			}
		}
	}

	/**
	 * Returns how many connections are open.
	 * @return 0 or more
	 */
	public int size() {
		return connections.size();
	}

	private void sweep(LoopConnection connection) {
		try {
			connection.sweep(now);
		}
		catch (Throwable ex) {
			connection.failed(ex);
		}
	}

	/**
	 * Backwards, because one that expires may remove itself: the last takes its place.
	 */
	private void sweep() {
		now++;
		counters.increment(Counter.DELAY_SAMPLES);
		long planned = due;
		counters.add(Counter.DELAY_NANOS, Math.max(0, ticker.nanoTime() - planned));
		due = planned + INTERVAL_NANOS;
		for (int i = connections.size() - 1; i >= 0; i--) {
			if (i < connections.size()) {
				sweep(connections.get(i));
			}
		}
	}

}
