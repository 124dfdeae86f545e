/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.util.function.Predicate;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;

/**
 * What the connections of one event loop share. Loop only, counters aside.
 */
public final class LoopResources {

	private final EventLoop loop;

	private final ConnectionSweeper sweeper;

	private final LoopCounters counters;

	private final FlushQueue flushQueue;

	private final Predicate<Channel> lost;

	private final DateClock dateClock = new DateClock();

	/**
	 * Creates the resources of a loop.
	 * @param loop the loop
	 * @param reasons the number of reasons for which messages are rejected
	 */
	public LoopResources(EventLoop loop, int reasons) {
		this(loop, reasons, (channel) -> false);
	}

	/**
	 * Creates the resources of a loop.
	 * @param loop the loop
	 * @param reasons the number of reasons for which messages are rejected
	 * @param lost tells whether the peer of an open channel has gone, should the
	 * transport fail to tell by itself
	 */
	public LoopResources(EventLoop loop, int reasons, Predicate<Channel> lost) {
		this.loop = loop;
		this.lost = lost;
		this.sweeper = new ConnectionSweeper(loop);
		this.counters = new LoopCounters(reasons);
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

	/** Tells whether the peer of a channel has gone although the channel is open. */
	boolean lost(Channel channel) {
		return lost.test(channel);
	}

	/** Collects the writers to flush at the end of this loop turn. */
	FlushQueue flushQueue() {
		return flushQueue;
	}

}
