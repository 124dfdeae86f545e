/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.Objects;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * Input of one connection that cannot be taken yet, such as pipelined requests. While
 * there is any, or the application is slow, the channel does not read. Loop only.
 */
final class HeldInput {

	private final Channel channel;

	/** Owned by this. */
	private @Nullable ByteBuf buffer;

	private boolean paused;

	HeldInput(Channel channel) {
		this.channel = channel;
	}

	boolean isEmpty() {
		return buffer == null;
	}

	/** Appends input; takes ownership. */
	void add(ByteBuf in) {
		ByteBuf before = buffer;
		if (before == null) {
			buffer = in;
			updateReading();
			return;
		}
		int length = before.readableBytes() + in.readableBytes();
		buffer = channel.alloc().buffer(length).writeBytes(before).writeBytes(in);
		before.release();
		in.release();
	}

	/** Gives all input away, and its ownership. Reading goes on. */
	ByteBuf take() {
		ByteBuf taken = Objects.requireNonNull(buffer);
		buffer = null;
		updateReading();
		return taken;
	}

	/** Drops all input. */
	void release() {
		ByteBuf dropped = buffer;
		if (dropped != null) {
			buffer = null;
			dropped.release();
		}
	}

	/** Stops reading while the application is slower than the peer, or starts again. */
	void pause(boolean paused) {
		this.paused = paused;
		updateReading();
	}

	private void updateReading() {
		boolean reading = buffer == null && !paused;
		if (channel.config().isAutoRead() != reading) {
			channel.config().setAutoRead(reading);
		}
	}

}
