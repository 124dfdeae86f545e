/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * A connection as its event loop sees it: with two deadlines, and told when the server
 * drains. Setting a deadline costs one write. Loop only.
 */
public abstract class LoopConnection extends ChannelInboundHandlerAdapter {

	private static final long NEVER = Long.MAX_VALUE;

	/** Where the sweeper keeps this, or -1. */
	int index = -1;

	private long deadline = NEVER;

	private long writeDeadline = NEVER;

	private final LoopResources resources;

	/**
	 * Creates a connection.
	 * @param resources of its loop
	 */
	protected LoopConnection(LoopResources resources) {
		this.resources = resources;
	}

	/**
	 * Returns what the connections of the loop share.
	 * @return the resources of the loop
	 */
	protected final LoopResources resources() {
		return resources;
	}

	/**
	 * Sets or moves the deadline for what the peer must send.
	 * @param ticks from {@link ConnectionSweeper#ticks}
	 */
	protected final void setDeadline(int ticks) {
		deadline = resources.sweeper().now() + ticks;
	}

	/**
	 * Turns that deadline off.
	 */
	protected final void clearDeadline() {
		deadline = NEVER;
	}

	/**
	 * Sets or moves the deadline for what the peer must read.
	 * @param ticks from {@link ConnectionSweeper#ticks}
	 */
	protected final void setWriteDeadline(int ticks) {
		writeDeadline = resources.sweeper().now() + ticks;
	}

	/**
	 * Turns that deadline off.
	 */
	protected final void clearWriteDeadline() {
		writeDeadline = NEVER;
	}

	/** Lets what is due expire. */
	final void sweep(long now) {
		if (deadline <= now) {
			deadline = NEVER;
			deadlineExpired();
		}
		if (writeDeadline <= now) {
			writeDeadline = NEVER;
			writeDeadlineExpired();
		}
	}

	/**
	 * Called when the deadline has passed; it is off then and may be set again.
	 */
	protected abstract void deadlineExpired();

	/**
	 * Called when the write deadline has passed; it is off then and may be set again.
	 */
	protected abstract void writeDeadlineExpired();

	/**
	 * Tells the connection to end as soon as what is in progress is done.
	 */
	public abstract void drain();

	/**
	 * Closes the connection at once.
	 */
	public abstract void abort();

}
