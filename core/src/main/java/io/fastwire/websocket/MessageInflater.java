/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Inflates messages (RFC 7692 section 7.2.2). Has native memory from the first message
 * on, which {@link #close()} gives back.
 */
final class MessageInflater implements AutoCloseable {

	private static final byte[] TAIL = { 0, 0, (byte) 0xFF, (byte) 0xFF };

	private static final int MIN_CAPACITY = 512;

	/** By how much text is expected to grow; more costs a copy. */
	private static final int EXPECTED_RATIO = 4;

	/** Final blocks in one message; each costs a restart, however little it holds. */
	private static final int MAX_RESTARTS = 256;

	private final boolean takeover;

	private @Nullable Inflater zlib;

	private @Nullable Violation violation;

	/**
	 * Creates an inflater without native memory.
	 * @param takeover whether a message may refer to the ones before it
	 */
	MessageInflater(boolean takeover) {
		this.takeover = takeover;
	}

	/**
	 * Inflates a message.
	 * @param compressed all of its bytes; ownership stays with the caller
	 * @param maxBytes how long it may become; not much more is ever allocated
	 * @return the message, owned by the caller, or {@code null} if there is a
	 * {@link #violation()}
	 */
	@Nullable ByteBuf inflate(ByteBuf compressed, int maxBytes, ByteBufAllocator allocator) {
		Inflater inflater = zlib;
		if (inflater == null) {
			inflater = new Inflater(true);
			zlib = inflater;
		}
		violation = null;
		int length = compressed.readableBytes();
		int expected = (int) Math.min(Math.max((long) length * EXPECTED_RATIO, MIN_CAPACITY), maxBytes + 1L);
		ByteBuf out = allocator.buffer(expected, (int) Math.min(maxBytes + 1L, Integer.MAX_VALUE));
		boolean inflated = false;
		try {
			if (length > 0) {
				violation = inflate(inflater, compressed, out, maxBytes);
			}
			inflated = violation == null;
		}
		finally {
			if (!inflated) {
				out.release();
			}
			if (!takeover) {
				// whatever has failed: the next message is another session's
				inflater.reset();
			}
		}
		return inflated ? out : null;
	}

	private static @Nullable Violation inflate(Inflater inflater, ByteBuf compressed, ByteBuf out, int maxBytes) {
		try {
			inflate(inflater, compressed.nioBuffer(), out);
			if (out.readableBytes() <= maxBytes) {
				inflate(inflater, ByteBuffer.wrap(TAIL), out);
			}
		}
		catch (DataFormatException ex) {
			return Violation.NOT_DEFLATE;
		}
		return (out.readableBytes() <= maxBytes) ? null : Violation.TOO_BIG;
	}

	/**
	 * Inflates until the input is used up or the output as long as it can be. A final
	 * block does not end a message (RFC 7692 section 7.2.3.4): another stream follows.
	 */
	private static void inflate(Inflater inflater, ByteBuffer input, ByteBuf out) throws DataFormatException {
		inflater.setInput(input);
		int restarts = 0;
		while (true) {
			if (!out.isWritable()) {
				if (out.capacity() == out.maxCapacity()) {
					return;
				}
				out.ensureWritable(Math.min(out.capacity(), out.maxCapacity() - out.capacity()));
			}
			int room = out.writableBytes();
			int count = inflater.inflate(out.internalNioBuffer(out.writerIndex(), room));
			out.writerIndex(out.writerIndex() + count);
			if (inflater.finished()) {
				if (++restarts > MAX_RESTARTS) {
					throw new DataFormatException("Too many final blocks");
				}
				inflater.reset();
				inflater.setInput(input);
			}
			if (inflater.needsDictionary()) {
				throw new DataFormatException("A dictionary is asked for");
			}
			if (count < room && inflater.needsInput()) {
				return;
			}
		}
	}

	/** Returns why the last message could not be inflated. */
	@Nullable Violation violation() {
		return violation;
	}

	@Override
	public void close() {
		Inflater inflater = zlib;
		if (inflater != null) {
			zlib = null;
			inflater.end();
		}
	}

}
