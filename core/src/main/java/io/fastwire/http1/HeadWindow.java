/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The heap copy of a read buffer in which heads are parsed. One per event loop; valid
 * from {@link #open} until the loop opens it for another buffer.
 */
final class HeadWindow {

	/*
	 * Parsing wants an array, a socket wants direct memory, so heads are copied once. A
	 * pipelined buffer is copied once for all its heads, and a body behind a head hardly
	 * at all: the copy starts small and is widened only while a head is incomplete.
	 */

	/** Holds nearly every head; measured heads of browsers are 400 to 900 bytes. */
	private static final int FIRST_COPY = 1024;

	private final byte[] bytes;

	private @Nullable ByteBuf source;

	private int sourceStart;

	private int length;

	/**
	 * Creates a window.
	 * @param capacity more than the largest head, in bytes
	 */
	HeadWindow(int capacity) {
		this.bytes = new byte[Math.max(capacity, FIRST_COPY)];
	}

	/** Returns the array. */
	byte[] bytes() {
		return bytes;
	}

	/** Returns the index in the array behind the last copied byte. */
	int limit() {
		return length;
	}

	/**
	 * Makes the readable bytes of a buffer visible, the first of them at least.
	 * @param in stays the caller's
	 * @return the index in the array of its reader index
	 */
	@SuppressWarnings("ReferenceEquality") // the same buffer, not one with equal bytes
	int open(ByteBuf in) {
		int at = in.readerIndex() - sourceStart;
		if (source != in || at < 0 || at >= length) {
			source = in;
			sourceStart = in.readerIndex();
			length = 0;
			at = 0;
			widen();
		}
		return at;
	}

	/**
	 * Copies more of the buffer.
	 * @return {@code false} if there is no more, or no more room
	 */
	boolean widen() {
		ByteBuf in = source;
		if (in == null) {
			return false;
		}
		int room = Math.min((length == 0) ? FIRST_COPY : length * 3, bytes.length - length);
		int more = Math.min(room, in.writerIndex() - sourceStart - length);
		if (more <= 0) {
			return false;
		}
		in.getBytes(sourceStart + length, bytes, length, more);
		length += more;
		return true;
	}

	/**
	 * Starts over at a head that does not fit behind the ones before it.
	 * @param in the buffer that is open
	 * @return {@code false}, and nothing has changed, if that makes no more of the head
	 * visible
	 */
	boolean restart(ByteBuf in) {
		int before = length - (in.readerIndex() - sourceStart);
		if (before >= Math.min(in.readableBytes(), bytes.length)) {
			return false;
		}
		close();
		open(in);
		while (length <= before) {
			widen();
		}
		return true;
	}

	/** Forgets the buffer, which may then be recycled. */
	void close() {
		source = null;
		length = 0;
	}

}
