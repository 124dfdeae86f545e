/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import io.fastwire.buffer.WritePool;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.FileRegion;
import org.jspecify.annotations.Nullable;

/**
 * Joins all that is written to one channel during a loop turn, so that it leaves with as
 * few system calls as possible. Loop only.
 * <p>
 * Small data is copied into a cork buffer; large data is handed to the channel as it is,
 * behind the cork. Nothing leaves before {@link #flush()}, which the writer arranges for
 * the end of the turn; its owner may do it earlier.
 */
public final class CorkedWriter {

	/** Capacity of a cork buffer in bytes: room for several small responses. */
	private static final int CORK_BYTES = 2048;

	/** From this size in bytes on, data goes to the channel without a copy. */
	public static final int COPY_LIMIT = 4096;

	private static final int MAX_BYTES_PER_UNIT = 3;

	private final Channel channel;

	private final LoopResources resources;

	/** Written but not handed to the channel; owned by this writer. */
	private @Nullable ByteBuf cork;

	private boolean queued;

	private boolean unflushed;

	/**
	 * Creates a writer.
	 * @param channel takes the bytes
	 * @param resources of the channel's loop
	 */
	public CorkedWriter(Channel channel, LoopResources resources) {
		this.channel = channel;
		this.resources = resources;
	}

	/**
	 * Makes room for small data.
	 * @param bytes how many are about to be written
	 * @return a buffer with that much room; the writer keeps ownership, and it is valid
	 * until the next call
	 */
	public ByteBuf reserve(int bytes) {
		ByteBuf current = cork;
		if (current == null || current.writableBytes() < bytes) {
			current = renewCork(bytes);
		}
		if (!unflushed) {
			arrangeFlush();
		}
		return current;
	}

	/**
	 * Makes room for small data and for a body behind it, if that will be copied too.
	 * @param bytes how many are about to be written
	 * @param following how many will follow, or a negative number
	 * @return as {@link #reserve(int)}
	 */
	public ByteBuf reserve(int bytes, long following) {
		return reserve((following > 0 && isCopied(following)) ? bytes + (int) following : bytes);
	}

	private static boolean isCopied(long bytes) {
		return bytes < COPY_LIMIT;
	}

	/**
	 * Writes bytes.
	 * @param data copied before the call returns
	 */
	public void write(byte[] data) {
		write(data, 0, data.length);
	}

	/**
	 * Writes bytes.
	 * @param data copied before the call returns
	 * @param offset of the first
	 * @param length how many
	 */
	public void write(byte[] data, int offset, int length) {
		if (isCopied(length)) {
			reserve(length).writeBytes(data, offset, length);
		}
		else {
			handOver(resources.pool().allocate(length).writeBytes(data, offset, length), channel.voidPromise());
		}
	}

	/**
	 * Writes text in UTF-8.
	 * @param text encoded before the call returns
	 */
	public void write(String text) {
		if (text.length() <= WritePool.SHORT_STRING) {
			resources.pool().utf8().write(text, reserve(text.length() * MAX_BYTES_PER_UNIT));
		}
		else {
			write(resources.pool().encode(text));
		}
	}

	/**
	 * Writes bytes.
	 * @param data ownership passes to the writer
	 */
	public void write(ByteBuf data) {
		int bytes = data.readableBytes();
		if (isCopied(bytes)) {
			reserve(bytes).writeBytes(data);
			data.release();
		}
		else {
			handOver(data, channel.voidPromise());
		}
	}

	/**
	 * Writes part of a file.
	 * @param region ownership passes to the writer
	 * @param promise told when the last byte has left
	 */
	public void write(FileRegion region, ChannelPromise promise) {
		handOver(region, promise);
	}

	/**
	 * Writes bytes.
	 * @param data ownership passes to the writer
	 * @param promise told when the last byte has left
	 */
	public void write(ByteBuf data, ChannelPromise promise) {
		handOver(data, promise);
	}

	private void handOver(Object message, ChannelPromise promise) {
		handOverCork();
		if (!unflushed) {
			arrangeFlush();
		}
		count(message);
		channel.write(message, promise);
	}

	private void handOverCork() {
		ByteBuf current = cork;
		if (current != null) {
			cork = null;
			count(current);
			resources.pool().trim(current);
			channel.write(current, channel.voidPromise());
		}
	}

	private void count(Object message) {
		long bytes = (message instanceof ByteBuf data) ? data.readableBytes() : ((FileRegion) message).count();
		resources.counters().add(Counter.BYTES_SENT, bytes);
	}

	private ByteBuf renewCork(int bytes) {
		handOverCork();
		ByteBuf fresh = resources.pool().allocate(Math.max(bytes, CORK_BYTES));
		cork = fresh;
		return fresh;
	}

	private void arrangeFlush() {
		unflushed = true;
		if (!queued) {
			queued = true;
			resources.flushQueue().add(this);
		}
	}

	void flushQueued() {
		queued = false;
		flush();
	}

	/** Tells the connection that what the loop did for it has failed. */
	void failed(Throwable cause) {
		channel.pipeline().fireExceptionCaught(cause);
	}

	/**
	 * Lets everything written so far leave now.
	 */
	public void flush() {
		if (unflushed) {
			unflushed = false;
			handOverCork();
			channel.flush();
		}
	}

	/**
	 * Flushes and tells when everything written so far has left for the socket.
	 * @return completes in order behind earlier writes; fails if the channel does
	 */
	public ChannelFuture flushAndWait() {
		ByteBuf last = cork;
		cork = null;
		unflushed = false;
		if (last == null) {
			last = Unpooled.EMPTY_BUFFER;
		}
		resources.pool().trim(last);
		count(last);
		return channel.writeAndFlush(last);
	}

	/**
	 * Drops what has not been handed to the channel.
	 */
	public void discard() {
		ByteBuf current = cork;
		if (current != null) {
			cork = null;
			current.release();
		}
		unflushed = false;
	}

	/**
	 * Returns how many bytes wait here and in the channel.
	 * @return a number of bytes
	 */
	public long pendingBytes() {
		ByteBuf current = cork;
		return handedOverBytes() + ((current != null) ? current.readableBytes() : 0);
	}

	/**
	 * Returns how many bytes wait in the channel. Callable from any thread.
	 * @return a number of bytes
	 */
	public long handedOverBytes() {
		ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
		return (outbound != null) ? outbound.totalPendingWriteBytes() : 0;
	}

	/**
	 * Tells whether more may be written without passing the channel's limit.
	 * @return {@code false} if the peer reads too slowly
	 */
	public boolean writable() {
		return channel.isWritable();
	}

}
