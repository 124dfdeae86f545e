/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import org.jspecify.annotations.Nullable;

/**
 * What comes in on its way to the frames of one connection. It waits here while the
 * client does not read what it asked for; while that is much, the channel does not read.
 * Loop only.
 */
final class InputGate {

	/*
	 * Windows bound DATA and nothing else. What else a frame makes this side send, such
	 * as the head of a response without a body, only the socket bounds: so no frame is
	 * read while that takes nothing.
	 *
	 * A client must read while it sends, or its own WINDOW_UPDATE frames would be of no
	 * use to it. One that does not is ended by the write timeout.
	 */

	private final Http2Connection connection;

	private final FrameInput frames;

	private final int maxHeldBytes;

	private @Nullable ChannelHandlerContext context;

	/** Owned by this. */
	private @Nullable ByteBuf held;

	private boolean consuming;

	private boolean reading = true;

	InputGate(Http2Connection connection, FrameInput frames) {
		this.connection = connection;
		this.frames = frames;
		this.maxHeldBytes = connection.protocol().limits().maxBufferedBytes();
	}

	/** Whether nothing waits or is being read. */
	boolean isEmpty() {
		return held == null && !consuming;
	}

	/**
	 * Takes what came.
	 * @param in ownership passes to this
	 */
	void receive(ChannelHandlerContext context, ByteBuf in) {
		this.context = context;
		ByteBuf before = held;
		if (before == null) {
			consume(context, in);
		}
		else {
			held = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(context.alloc(), before, in);
		}
		updateReading();
	}

	/**
	 * Goes on with what waits, in a task: this is called from within writes and flushes.
	 */
	void resume() {
		if (held != null) {
			connection.execute(this::resumeNow);
		}
	}

	private void resumeNow() {
		ByteBuf in = held;
		ChannelHandlerContext context = this.context;
		if (in == null || context == null) {
			return;
		}
		held = null;
		try {
			consume(context, in);
			updateReading();
			if (held == null) {
				connection.heldInputConsumed();
			}
		}
		catch (Throwable ex) {
			connection.failed(ex);
		}
	}

	private void consume(ChannelHandlerContext context, ByteBuf in) {
		boolean left = false;
		consuming = true;
		try {
			frames.receive(context, in);
			connection.readComplete();
			left = in.isReadable() && connection.reading();
		}
		catch (Http2Exception ex) {
			connection.fail(ex.error(), ex.getMessage());
		}
		finally {
			consuming = false;
			if (left) {
				held = in;
			}
			else {
				in.release();
			}
			if (!connection.reading()) {
				frames.close();
			}
		}
		// The end of the read may have made room, of which resume() was told too early.
		if (held != null && connection.takesFrames()) {
			resume();
		}
	}

	/** Drops what waits and reads on, for the end of input is awaited now. */
	void drop() {
		ByteBuf dropped = held;
		if (dropped != null) {
			held = null;
			dropped.release();
		}
		updateReading();
	}

	/** A change costs a system call with some transports. */
	private void updateReading() {
		boolean wanted = held == null || held.readableBytes() < maxHeldBytes;
		if (reading != wanted) {
			reading = wanted;
			connection.channel().config().setAutoRead(wanted);
		}
	}

}
