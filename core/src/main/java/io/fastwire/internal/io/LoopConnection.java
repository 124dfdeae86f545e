/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import org.jspecify.annotations.Nullable;

/**
 * What every connection is, whatever it speaks: a channel with a corked writer, two
 * deadlines, and an orderly end. Setting a deadline costs one write. Loop only.
 */
public abstract class LoopConnection extends ChannelInboundHandlerAdapter {

	private static final Logger LOGGER = System.getLogger(LoopConnection.class.getName());

	private static final long NEVER = Long.MAX_VALUE;

	/** Where the sweeper keeps this, or -1. */
	int index = -1;

	private final LoopResources resources;

	private final Channel channel;

	private final CorkedWriter writer;

	private final int writeTicks;

	private long deadline = NEVER;

	private long writeDeadline = NEVER;

	private long stallMark;

	private @Nullable Throwable failure;

	/**
	 * Creates a connection.
	 * @param resources of its loop
	 * @param channel which this must be added to before it becomes active
	 * @param writeTicks how long pending bytes may wait for a peer that reads nothing
	 */
	protected LoopConnection(LoopResources resources, Channel channel, int writeTicks) {
		this.resources = resources;
		this.channel = channel;
		this.writer = new CorkedWriter(channel, resources);
		this.writeTicks = writeTicks;
	}

	/**
	 * Returns what the connections of the loop share.
	 * @return the resources of the loop
	 */
	public final LoopResources resources() {
		return resources;
	}

	/**
	 * Returns the channel.
	 * @return the channel of this connection
	 */
	public final Channel channel() {
		return channel;
	}

	/**
	 * Returns what all output goes through.
	 * @return the writer of this connection
	 */
	public final CorkedWriter writer() {
		return writer;
	}

	/**
	 * Runs a task on the loop, or drops it if the loop has ended. Callable from any
	 * thread.
	 * @param task what to run
	 */
	public final void execute(Runnable task) {
		try {
			channel.eventLoop().execute(task);
		}
		catch (RejectedExecutionException ex) {
			LOGGER.log(Level.DEBUG, "A task came after the end of its event loop", ex);
		}
	}

	// Channel events

	@Override
	public void channelActive(ChannelHandlerContext context) {
		resources.counters().increment(Counter.CONNECTIONS_OPENED);
		resources.sweeper().add(this);
	}

	@Override
	public void channelReadComplete(ChannelHandlerContext context) {
		writer.deferFlush(false);
		writer.flush();
	}

	@Override
	public void channelWritabilityChanged(ChannelHandlerContext context) {
		if (channel.isWritable()) {
			writeDeadline = NEVER;
		}
		else {
			watchWrites();
		}
	}

	@Override
	public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
		if (!(cause instanceof IOException)) {
			LOGGER.log(Level.ERROR, "Unexpected failure on a connection, which is closed", cause);
		}
		abort(cause);
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		resources.sweeper().remove(this);
		resources.counters().increment(Counter.CONNECTIONS_CLOSED);
		writer.discard();
	}

	// Deadlines

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

	/** Watches that the peer reads, until the channel is writable again or closed. */
	private void watchWrites() {
		stallMark = writer.progressMark();
		writeDeadline = resources.sweeper().now() + writeTicks;
	}

	/** Lets what is due expire. */
	final void sweep(long now) {
		if (deadline <= now) {
			deadline = NEVER;
			deadlineExpired();
		}
		if (writeDeadline <= now) {
			writeDeadline = NEVER;
			if (writer.progressMark() == stallMark) {
				abort(new IOException("the client did not read in time"));
			}
			else {
				watchWrites();
			}
		}
	}

	/**
	 * Called when the deadline has passed; it is off then and may be set again.
	 */
	protected abstract void deadlineExpired();

	// The end

	/**
	 * Tells the connection to end as soon as what is in progress is done.
	 */
	public abstract void drain();

	/**
	 * Closes the connection at once.
	 * @param cause why
	 */
	public final void abort(Throwable cause) {
		if (failure == null) {
			failure = cause;
		}
		channel.close();
	}

	/**
	 * Returns why the connection was aborted.
	 * @return the first cause, or {@code null} if the peer closed it or it was closed in
	 * order
	 */
	protected final @Nullable Throwable failure() {
		return failure;
	}

	/**
	 * Closes the connection when everything written so far has left.
	 */
	protected final void closeAfterFlush() {
		watchWrites();
		writer.flushAndWait().addListener((future) -> channel.close());
	}

	/**
	 * Closes the sending side when everything written so far has left, and the connection
	 * if the input has ended already or that fails. Then {@link #outputClosed()} is
	 * called.
	 */
	protected final void closeOutputAfterFlush() {
		watchWrites();
		writer.flushAndWait().addListener((ChannelFuture future) -> {
			writeDeadline = NEVER;
			if (future.isSuccess() && channel instanceof DuplexChannel duplex && !duplex.isInputShutdown()) {
				duplex.shutdownOutput();
				outputClosed();
			}
			else {
				channel.close();
			}
		});
	}

	/**
	 * Called when the sending side was closed and only the end of input is awaited.
	 */
	protected abstract void outputClosed();

}
