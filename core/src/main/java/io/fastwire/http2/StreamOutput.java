/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.util.ArrayDeque;

import io.fastwire.internal.http.ResponseProgress;
import io.fastwire.internal.io.CorkedWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of one stream: its response in progress, and DATA as far as the
 * windows let it (RFC 9113 section 5.2), the rest in a queue. Loop only.
 */
final class StreamOutput extends ResponseProgress {

	/** Queued bytes at which the stream is full, and at which it no longer is. */
	static final int HIGH_BYTES = 64 * 1024;

	static final int LOW_BYTES = 32 * 1024;

	/** A frame that a window makes smaller than this costs more than it carries. */
	private static final int DRIBBLE_BYTES = 64;

	private static final long NEVER = Long.MAX_VALUE;

	private final int id;

	private final SendWindows windows;

	private final FrameOutput frames;

	private final CorkedWriter writer;

	private final ByteBufAllocator allocator;

	private final Http2Exchange exchange;

	/**
	 * What the client takes of this stream; negative after it has lowered its setting.
	 */
	private long window;

	private @Nullable ArrayDeque<ByteBuf> queue;

	private long queuedBytes;

	/** Nothing is added behind what is queued. */
	private boolean complete;

	/** END_STREAM or RST_STREAM is sent. */
	private boolean ended;

	private boolean full;

	/** Waits for its turn; this and its neighbours are for {@link Turns} alone. */
	boolean waiting;

	@Nullable StreamOutput before;

	@Nullable StreamOutput behind;

	/** Since when the window of the stream keeps the queue from leaving. */
	private long blockedSince = NEVER;

	StreamOutput(int id, Http2Connection connection, Http2Exchange exchange) {
		this.id = id;
		this.windows = connection.windows();
		this.frames = connection.frames();
		this.writer = connection.writer();
		this.allocator = connection.channel().alloc();
		this.exchange = exchange;
		this.window = windows.initialStreamWindow();
	}

	/** Returns the identifier of the stream. */
	int id() {
		return id;
	}

	/**
	 * Writes data, or nothing.
	 * @param data ownership passes to the stream
	 * @param ends whether it is the last
	 */
	void write(ByteBuf data, boolean ends) {
		int length = data.readableBytes();
		if (ended || (length == 0 && !ends)) {
			data.release();
		}
		else if (leavesAtOnce(length)) {
			frames.data(id, length, ends);
			writer.write(data);
			sent(length, ends);
		}
		else {
			enqueue(data, ends);
		}
	}

	/** Writes data, of at least one byte, which is copied. */
	void write(byte[] data, int offset, int length, boolean ends) {
		if (leavesAtOnce(length)) {
			frames.data(id, length, ends);
			writer.write(data, offset, length);
			sent(length, ends);
		}
		else {
			enqueue(allocator.buffer(length).writeBytes(data, offset, length), ends);
		}
	}

	/**
	 * Writes text if it can leave at once.
	 * @param length of the text in bytes, at least one
	 * @return whether it was written
	 */
	boolean write(String text, int length, boolean ends) {
		if (!leavesAtOnce(length)) {
			return false;
		}
		frames.data(id, length, ends);
		writer.write(text);
		sent(length, ends);
		return true;
	}

	/** Ends the stream behind what is queued. */
	void end() {
		if (ended) {
			return;
		}
		if (queuedBytes > 0) {
			complete = true;
		}
		else {
			frames.data(id, 0, true);
			sent(0, true);
		}
	}

	/** END_STREAM was on the head. */
	void endedByHead() {
		ended = true;
		exchange.settle();
	}

	private boolean leavesAtOnce(int length) {
		return !ended && queuedBytes == 0 && length <= FrameOutput.MAX_PAYLOAD && writer.writable()
				&& (length == 0 || length <= Math.min(window, windows.connection()));
	}

	private void enqueue(ByteBuf data, boolean ends) {
		ArrayDeque<ByteBuf> queue = this.queue;
		if (queue == null) {
			queue = new ArrayDeque<>(4);
			this.queue = queue;
		}
		queue.add(data);
		queuedBytes += data.readableBytes();
		complete |= ends;
		windows.schedule(this);
		windows.send();
		// Only now: the application is not told to go on from within its own write.
		full |= queuedBytes >= HIGH_BYTES;
	}

	/** Whether something waits that the window of the stream lets go. */
	boolean sendable() {
		return queuedBytes > 0 && window > 0;
	}

	/**
	 * Sends one frame of what is queued, which there must be.
	 * @param credit what the windows let go, at least one byte
	 */
	void sendQueued(long credit) {
		ArrayDeque<ByteBuf> queue = this.queue;
		ByteBuf first = (queue != null) ? queue.peek() : null;
		if (queue == null || first == null) {
			return;
		}
		int length = (int) Math.min(Math.min(credit, first.readableBytes()), FrameOutput.MAX_PAYLOAD);
		boolean ends = complete && length == queuedBytes;
		frames.data(id, length, ends);
		if (length == first.readableBytes()) {
			queue.poll();
			writer.write(first);
		}
		else {
			writer.write(first.readRetainedSlice(length));
			windows.dribble(length < DRIBBLE_BYTES);
		}
		queuedBytes -= length;
		sent(length, ends);
		if (full && queuedBytes <= LOW_BYTES && !ended) {
			full = false;
			exchange.becameWritable();
		}
	}

	private void sent(int length, boolean ends) {
		window -= length;
		windows.spend(length);
		if (length > 0) {
			blockedSince = NEVER;
		}
		if (ends) {
			ended = true;
			exchange.settle();
		}
	}

	/**
	 * Moves the window.
	 * @return whether it is still within what RFC 9113 section 6.9.1 allows
	 */
	boolean addWindow(long increment) {
		window += increment;
		if (sendable()) {
			windows.schedule(this);
		}
		return window <= Integer.MAX_VALUE;
	}

	long window() {
		return window;
	}

	/** Drops what is queued; nothing more is sent. */
	void discard() {
		ended = true;
		complete = true;
		queuedBytes = 0;
		windows.unschedule(this);
		ArrayDeque<ByteBuf> queue = this.queue;
		if (queue != null) {
			queue.forEach(ByteBuf::release);
			queue.clear();
		}
	}

	boolean ended() {
		return ended;
	}

	/** Whether so much waits that the application should wait too. */
	boolean full() {
		return full;
	}

	long queuedBytes() {
		return queuedBytes;
	}

	/**
	 * Judges whether the client takes what is there for it.
	 * @return after how many sweeps to ask again, or 0 if it has taken nothing for too
	 * long
	 */
	long untilTooSlow(long now, int patience) {
		if (queuedBytes == 0 || ended) {
			return patience;
		}
		if (window > 0) {
			return windows.untilTooSlow(now, patience);
		}
		if (blockedSince == NEVER) {
			blockedSince = now;
		}
		return Math.max(0, blockedSince + patience - now);
	}

}
