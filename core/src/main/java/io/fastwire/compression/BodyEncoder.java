/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Encodes one response body. Must be ended by {@link #finish} or {@link #discard}. Loop
 * only.
 */
final class BodyEncoder {

	private static final Logger LOGGER = System.getLogger(BodyEncoder.class.getName());

	private static final int MIN_CAPACITY = 512;

	private final Sink sink;

	private final OutputStream stream;

	BodyEncoder(ContentCoding coding, ByteBufAllocator allocator) {
		this.sink = new Sink(allocator);
		try {
			this.stream = coding.open(sink);
		}
		catch (IOException ex) {
			sink.release();
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Encodes a part of the body.
	 * @param plain released when this returns
	 */
	void add(ByteBuf plain) {
		try {
			plain.readBytes(stream, plain.readableBytes());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		finally {
			plain.release();
		}
	}

	/**
	 * Returns what has come out so far; some input may still be held back.
	 * @return owned by the caller, maybe empty
	 */
	ByteBuf take() {
		return sink.take();
	}

	/**
	 * Returns all that can be told of the input so far.
	 * @return owned by the caller, maybe empty
	 */
	ByteBuf flush() {
		try {
			stream.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return sink.take();
	}

	/**
	 * Ends the body.
	 * @return what remains, owned by the caller; if it fails, nothing is left to be freed
	 */
	ByteBuf finish() {
		boolean closed = false;
		try {
			stream.close();
			closed = true;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		finally {
			if (!closed) {
				sink.release();
			}
		}
		return sink.take();
	}

	/**
	 * Frees everything of a body that will not be finished. An encoder that has failed
	 * may fail once more, which changes nothing.
	 */
	void discard() {
		try {
			finish().release();
		}
		catch (Throwable ex) {
			LOGGER.log(Level.DEBUG, "An encoder that is not needed any more failed", ex);
		}
	}

	/** Collects the output in buffers that are taken one after the other. */
	private static final class Sink extends OutputStream {

		private final ByteBufAllocator allocator;

		private @Nullable ByteBuf buffer;

		Sink(ByteBufAllocator allocator) {
			this.allocator = allocator;
		}

		private ByteBuf buffer(int more) {
			ByteBuf current = buffer;
			if (current == null) {
				current = allocator.directBuffer(Math.max(more, MIN_CAPACITY));
				buffer = current;
			}
			return current;
		}

		@Override
		public void write(int value) {
			buffer(1).writeByte(value);
		}

		@Override
		public void write(byte[] bytes, int offset, int count) {
			buffer(count).writeBytes(bytes, offset, count);
		}

		ByteBuf take() {
			ByteBuf taken = buffer(0);
			buffer = null;
			return taken;
		}

		void release() {
			ByteBuf dropped = buffer;
			if (dropped != null) {
				buffer = null;
				dropped.release();
			}
		}

		/** The content outlives the stream: the end of the encoding closes this. */
		@Override
		public void close() {
		}

	}

}
