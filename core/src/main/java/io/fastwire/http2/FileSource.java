/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.function.Consumer;

import io.fastwire.internal.io.FilePieces;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Part of a file on its way into a stream, read piece by piece as the client takes it:
 * its bytes go into frames, so the kernel cannot send it by itself. Loop only.
 */
final class FileSource {

	private static final int PIECE_BYTES = 2 * FrameOutput.MAX_PAYLOAD;

	private final FileChannel file;

	private final StreamOutput output;

	private final ByteBufAllocator allocator;

	private final Consumer<@Nullable Throwable> done;

	private long position;

	private long remaining;

	/** Must not be told twice. */
	private boolean told;

	private boolean reading;

	/**
	 * Creates a source.
	 * @param count bytes, at least 1
	 * @param done told when the last byte was read, or what failed
	 * @throws IOException if the file is shorter than that
	 */
	FileSource(FileChannel file, long position, long count, Target target, Consumer<@Nullable Throwable> done)
			throws IOException {
		if (file.size() - position < count) {
			throw new EOFException("The file ends before byte " + (position + count));
		}
		this.file = file;
		this.position = position;
		this.remaining = count;
		this.output = target.output();
		this.allocator = target.allocator();
		this.done = done;
	}

	/**
	 * Where a file goes.
	 *
	 * @param output takes the bytes
	 * @param allocator gives the memory
	 */
	record Target(StreamOutput output, ByteBufAllocator allocator) {
	}

	/** Reads until the stream is full. */
	void read() {
		if (reading || told) {
			return;
		}
		reading = true;
		Throwable failure = null;
		try {
			while (remaining > 0 && !output.full() && !output.ended()) {
				output.write(piece(), false);
			}
		}
		catch (Throwable ex) {
			failure = ex;
		}
		finally {
			reading = false;
		}
		if (failure != null || remaining == 0) {
			tell(failure);
		}
	}

	private ByteBuf piece() throws IOException {
		ByteBuf piece = FilePieces.read(allocator, file, position, (int) Math.min(remaining, PIECE_BYTES));
		position += piece.readableBytes();
		remaining -= piece.readableBytes();
		return piece;
	}

	/** Ends before the last byte, for what happened elsewhere. */
	void fail(Throwable cause) {
		tell(cause);
	}

	private void tell(@Nullable Throwable failure) {
		if (!told) {
			told = true;
			done.accept(failure);
		}
	}

}
