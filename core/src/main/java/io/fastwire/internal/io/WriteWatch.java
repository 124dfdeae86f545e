/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.FileRegion;
import org.jspecify.annotations.Nullable;

/**
 * Watches that the peer of one connection reads while much waits for it. Each time that
 * the time is over, progress since the last time earns another. Loop only.
 */
final class WriteWatch {

	private final Channel channel;

	private final int ticks;

	private long deadline;

	/** Whether it is known from where progress counts. */
	private boolean marked;

	/** The message that was leaving then. */
	private @Nullable Object markedMessage;

	private long markedProgress;

	/**
	 * Begins a watch.
	 * @param channel of the connection
	 * @param ticks how long pending bytes may wait for a peer that reads nothing
	 * @param now of the sweeper
	 */
	WriteWatch(Channel channel, int ticks, long now) {
		this.channel = channel;
		this.ticks = ticks;
		this.deadline = now + ticks;
	}

	/**
	 * Tells whether the peer has read nothing for too long. The mark is set by the first
	 * sweep: not all was flushed when the watch began.
	 */
	boolean expired(long now) {
		if (!marked) {
			marked = true;
			markProgress();
			return false;
		}
		if (deadline > now) {
			return false;
		}
		marked = false;
		deadline = now + ticks;
		return !progressed();
	}

	private void markProgress() {
		ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
		Object message = (outbound != null) ? outbound.current() : null;
		markedMessage = message;
		markedProgress = progress(outbound, message);
	}

	/**
	 * Tells whether anything has left for the socket since {@link #markProgress()}, or
	 * nothing waits to leave. What was written meanwhile does not count.
	 */
	@SuppressWarnings("ReferenceEquality") // the same message, not one with equal bytes
	private boolean progressed() {
		ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
		Object message = (outbound != null) ? outbound.current() : null;
		return message == null || message != markedMessage || progress(outbound, message) != markedProgress;
	}

	private static long progress(@Nullable ChannelOutboundBuffer outbound, @Nullable Object message) {
		if (message instanceof FileRegion region) {
			return region.transferred();
		}
		return (outbound != null) ? outbound.currentProgress() : 0;
	}

}
