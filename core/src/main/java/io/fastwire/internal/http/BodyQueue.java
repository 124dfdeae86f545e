/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import java.util.ArrayDeque;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The part of one request body that has arrived and not been asked for. Loop only.
 */
public final class BodyQueue {

	/*
	 * Pieces are slices of read buffers. One that is small against its buffer is copied,
	 * or a client could pin a large buffer with every byte it sends; and copies are
	 * joined, or it could make us keep an object for every byte.
	 */

	/** A slice is kept without a copy if it is at least this part of its buffer. */
	private static final int MIN_SHARE = 4;

	/** A buffer up to this size is not worth a copy if its slice is used at once. */
	private static final int SMALL_BYTES = 4096;

	private static final int COPY_BYTES = 1024;

	private final ArrayDeque<ByteBuf> pieces = new ArrayDeque<>(4);

	/** The last piece, if it is a copy that may have room. */
	private @Nullable ByteBuf tail;

	private int bytes;

	/**
	 * Takes bytes off a buffer for whoever may keep them for long.
	 * @param in stays the caller's
	 * @param length how many
	 * @param held bytes of memory that a slice of it would pin
	 * @return a slice or, if it would pin far more than itself, a copy; owned by the
	 * caller
	 */
	static ByteBuf piece(ByteBuf in, int length, int held) {
		return (held <= SMALL_BYTES || isLarge(length, held)) ? in.readRetainedSlice(length)
				: in.alloc().buffer(length).writeBytes(in, length);
	}

	private static boolean isLarge(int length, int held) {
		return (long) length * MIN_SHARE >= held;
	}

	/**
	 * Tells whether nothing is queued.
	 * @return whether there is no byte
	 */
	public boolean isEmpty() {
		return pieces.isEmpty();
	}

	/**
	 * Returns how many bytes are queued.
	 * @return 0 or more
	 */
	public int bytes() {
		return bytes;
	}

	/**
	 * Takes bytes off a buffer.
	 * @param in stays the caller's
	 * @param length how many
	 * @param held bytes of memory that a slice of it would pin
	 */
	public void add(ByteBuf in, int length, int held) {
		bytes += length;
		ByteBuf last = tail;
		if (last != null && last.writableBytes() >= length) {
			last.writeBytes(in, length);
		}
		else if (isLarge(length, held)) {
			tail = null;
			pieces.add(in.readRetainedSlice(length));
		}
		else {
			ByteBuf copy = in.alloc().buffer(Math.max(length, COPY_BYTES)).writeBytes(in, length);
			tail = copy;
			pieces.add(copy);
		}
	}

	/**
	 * Gives the oldest piece away.
	 * @return the piece, owned by the caller, or {@code null} if there is none
	 */
	public @Nullable ByteBuf poll() {
		ByteBuf piece = pieces.poll();
		if (piece != null) {
			bytes -= piece.readableBytes();
		}
		if (pieces.isEmpty()) {
			tail = null;
		}
		return piece;
	}

	/** Drops everything. */
	public void release() {
		for (ByteBuf piece = poll(); piece != null; piece = poll()) {
			piece.release();
		}
	}

}
