/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.fastwire.buffer.WritePool;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.SingleThreadEventExecutor;

/**
 * What the connections of one event loop share. Loop only, counters and
 * {@link #pendingTasks()} aside.
 */
public final class LoopResources {

	private static final Logger LOGGER = System.getLogger(LoopResources.class.getName());

	private final EventLoop loop;

	private final ConnectionSweeper sweeper;

	private final LoopCounters counters;

	private final FlushQueue flushQueue;

	private final WritePool pool;

	private final Predicate<Channel> lost;

	private final DateClock dateClock = new DateClock();

	/** What protocols keep for each loop, by its type. */
	private final Map<Class<?>, Object> locals = new HashMap<>();

	/**
	 * Creates the resources of a loop, with a write pool of the default size.
	 * @param loop the loop
	 * @param reasons the number of reasons for which messages are rejected
	 */
	public LoopResources(EventLoop loop, int reasons) {
		this(loop, reasons, WritePool.DEFAULT_CAPACITY, (channel) -> false);
	}

	/**
	 * Creates the resources of a loop.
	 * @param loop the loop
	 * @param reasons the number of reasons for which messages are rejected
	 * @param poolBytes the size of the write pool in bytes
	 * @param lost tells whether the peer of an open channel has gone, should the
	 * transport fail to tell by itself
	 */
	public LoopResources(EventLoop loop, int reasons, int poolBytes, Predicate<Channel> lost) {
		this.loop = loop;
		this.pool = new WritePool(loop, PooledByteBufAllocator.DEFAULT, poolBytes);
		this.lost = lost;
		this.counters = new LoopCounters(reasons);
		this.sweeper = new ConnectionSweeper(loop, counters);
		this.flushQueue = new FlushQueue(loop);
	}

	/**
	 * Returns the loop.
	 * @return the loop that everything here belongs to
	 */
	public EventLoop loop() {
		return loop;
	}

	/**
	 * Returns how many tasks wait for the loop, timers not among them. Callable from any
	 * thread, at no cost to the loop.
	 * @return 0 or more; 0 if the loop cannot tell
	 */
	public int pendingTasks() {
		return (loop instanceof SingleThreadEventExecutor executor) ? executor.pendingTasks() : 0;
	}

	/**
	 * Returns the open connections and their deadlines.
	 * @return the sweeper
	 */
	public ConnectionSweeper sweeper() {
		return sweeper;
	}

	/**
	 * Returns the counters.
	 * @return readable from any thread
	 */
	public LoopCounters counters() {
		return counters;
	}

	/**
	 * Returns the current date in the form of RFC 9110 section 5.6.7.
	 * @return the clock
	 */
	public DateClock dateClock() {
		return dateClock;
	}

	/**
	 * Returns where what is written takes its memory from.
	 * @return the pool of the loop
	 */
	public WritePool pool() {
		return pool;
	}

	/**
	 * Returns an object of which the loop has one.
	 * @param <T> the type
	 * @param type under which it is kept
	 * @param initial makes it when it is first asked for; if it is {@link AutoCloseable},
	 * it is closed with the resources
	 * @return the object of this loop
	 */
	public <T> T local(Class<T> type, Supplier<? extends T> initial) {
		return type.cast(locals.computeIfAbsent(type, (key) -> initial.get()));
	}

	/**
	 * Closes what protocols keep here, and frees the memory of the pool once nothing uses
	 * it any more.
	 */
	public void close() {
		locals.values().forEach(LoopResources::close);
		locals.clear();
		pool.close();
	}

	private static void close(Object local) {
		if (local instanceof AutoCloseable closeable) {
			try {
				closeable.close();
			}
			catch (Throwable ex) {
				LOGGER.log(Level.WARNING, "Closing what belongs to an event loop failed", ex);
			}
		}
	}

	/** Tells whether the peer of a channel has gone although the channel is open. */
	boolean lost(Channel channel) {
		return lost.test(channel);
	}

	/** Collects the writers to flush at the end of this loop turn. */
	FlushQueue flushQueue() {
		return flushQueue;
	}

}
