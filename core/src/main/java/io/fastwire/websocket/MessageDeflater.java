/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.nio.ByteBuffer;
import java.util.zip.Deflater;

import io.fastwire.buffer.WritePool;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Compresses messages (RFC 7692 section 7.2.1). Has native memory from the first message
 * on, which {@link #close()} gives back.
 */
final class MessageDeflater implements AutoCloseable {

	/*
	 * Window bits. The JDK's deflater always has a window of 32 KB (15 bits). A client
	 * that asks for a smaller one only needs that no distance exceeds it, so the message
	 * is cut into chunks as long as that window, with a full flush after each, which
	 * makes zlib forget all that came before. Compresses less than a sliding window of
	 * that size would, but such clients are rare.
	 */

	static final int MAX_WINDOW_BITS = 15;

	/** What a flush ends with, and is taken away (RFC 7692 section 7.2.1). */
	private static final int TAIL_BYTES = 4;

	/** More than what zlib adds to a chunk that cannot be compressed. */
	private static final int CHUNK_SLACK = 32;

	/** Takes the place of a message, which a deflater would keep until the next one. */
	private static final byte[] NO_INPUT = {};

	private final boolean takeover;

	private @Nullable Deflater zlib;

	/**
	 * Creates a deflater without native memory.
	 * @param takeover whether a message may refer to the ones before it
	 */
	MessageDeflater(boolean takeover) {
		this.takeover = takeover;
	}

	/**
	 * Compresses a message.
	 * @param message at least one byte; ownership stays with the caller
	 * @param windowBits from 8 to 15, the latter if there is a takeover
	 * @param pool where the memory comes from
	 * @return the compressed message, owned by the caller
	 */
	ByteBuf deflate(ByteBuf message, int windowBits, WritePool pool) {
		Deflater deflater = zlib;
		if (deflater == null) {
			deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
			zlib = deflater;
		}
		ByteBuffer input = message.nioBuffer();
		int length = input.remaining();
		int chunk = (windowBits == MAX_WINDOW_BITS) ? length : 1 << windowBits;
		int flush = (windowBits == MAX_WINDOW_BITS) ? Deflater.SYNC_FLUSH : Deflater.FULL_FLUSH;
		ByteBuf out = pool.allocate(bound(length, chunk));
		try {
			for (int from = 0; from < length; from += chunk) {
				deflater.setInput(input.duplicate().position(from).limit(Math.min(from + chunk, length)));
				out = deflate(deflater, flush, out, pool);
			}
		}
		finally {
			if (takeover) {
				deflater.setInput(NO_INPUT);
			}
			else {
				// whatever has failed: the next message is another session's
				deflater.reset();
			}
		}
		out.writerIndex(out.writerIndex() - TAIL_BYTES);
		pool.trim(out);
		return out;
	}

	private static int bound(int length, int chunk) {
		long chunks = (length + chunk - 1L) / chunk;
		return (int) Math.min(length + (length >> 10) + chunks * CHUNK_SLACK, Integer.MAX_VALUE);
	}

	/** Takes ownership of the output and returns it, or a longer one. */
	private static ByteBuf deflate(Deflater deflater, int flush, ByteBuf output, WritePool pool) {
		ByteBuf out = output;
		try {
			while (true) {
				int room = out.writableBytes();
				int count = deflater.deflate(out.internalNioBuffer(out.writerIndex(), room), flush);
				out.writerIndex(out.writerIndex() + count);
				if (count < room) {
					return out;
				}
				ByteBuf longer = pool.allocate(out.capacity() * 2).writeBytes(out);
				out.release();
				out = longer;
			}
		}
		catch (Throwable ex) {
			out.release();
			throw ex;
		}
	}

	@Override
	public void close() {
		Deflater deflater = zlib;
		if (deflater != null) {
			zlib = null;
			deflater.end();
		}
	}

}
