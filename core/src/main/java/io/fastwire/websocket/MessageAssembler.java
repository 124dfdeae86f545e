/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.Objects;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of the data that {@link FrameDecoder} finds: joins what came in pieces,
 * inflates, and checks that text is UTF-8, at the first byte that shows otherwise.
 */
final class MessageAssembler {

	/*
	 * A message that lies in the read buffer as one frame is handed on as a slice of it,
	 * without a copy. Memory for one in pieces grows with what has arrived, never with
	 * what a header announces.
	 *
	 * A compressed message is inflated when it is whole, not while it arrives: in shared
	 * mode other sessions use the same inflater in between. So up to twice the limit is
	 * held for one message.
	 */

	/** What is allocated for a frame of which only the beginning is here. */
	private static final int FIRST_CAPACITY = 16 * 1024;

	private final ByteBufAllocator allocator;

	private final int maxBytes;

	private final @Nullable MessageInflater inflater;

	private final Utf8Validator utf8 = new Utf8Validator();

	/** The whole or the beginning of a message; owned by this. */
	private @Nullable ByteBuf message;

	/**
	 * Creates an assembler.
	 * @param inflater of the session or shared, or {@code null} if nothing is compressed
	 */
	MessageAssembler(ByteBufAllocator allocator, int maxBytes, @Nullable MessageInflater inflater) {
		this.allocator = allocator;
		this.maxBytes = maxBytes;
		this.inflater = inflater;
	}

	/**
	 * Takes the data of an event. If it ends a message, {@link #take()} must be next.
	 * @param in the input, from which the data is consumed
	 * @param frame where the data was found
	 * @return what is wrong with it, or {@code null}
	 */
	@Nullable Violation add(ByteBuf in, FrameDecoder frame) {
		boolean text = frame.kind() == MessageKind.TEXT && !frame.compressed();
		if (text && !valid(in, frame)) {
			return Violation.NOT_UTF8;
		}
		join(in, frame);
		if (frame.messageEnd() && frame.compressed()) {
			return inflate(frame.kind());
		}
		return null;
	}

	private boolean valid(ByteBuf in, FrameDecoder frame) {
		boolean continuing = !utf8.complete();
		if ((continuing || !frame.ascii()) && frame.length() > 0
				&& !utf8.accept(in.internalNioBuffer(in.readerIndex(), frame.length()))) {
			return false;
		}
		return utf8.complete() || !frame.messageEnd();
	}

	private void join(ByteBuf in, FrameDecoder frame) {
		ByteBuf before = message;
		int length = frame.length();
		if (before == null && frame.messageEnd()) {
			message = in.readRetainedSlice(length);
			return;
		}
		if (before == null) {
			before = allocator.buffer((int) Math.min(length + frame.remaining(), Math.max(2 * length, FIRST_CAPACITY)));
			message = before;
		}
		before.writeBytes(in, length);
	}

	private @Nullable Violation inflate(MessageKind kind) {
		ByteBuf compressed = Objects.requireNonNull(message);
		message = null;
		MessageInflater with = Objects.requireNonNull(inflater);
		try {
			message = with.inflate(compressed, maxBytes, allocator);
		}
		finally {
			compressed.release();
		}
		ByteBuf inflated = message;
		if (inflated == null) {
			return with.violation();
		}
		if (kind == MessageKind.TEXT && inflated.isReadable()) {
			boolean valid = utf8.accept(inflated.internalNioBuffer(inflated.readerIndex(), inflated.readableBytes()));
			return (valid && utf8.complete()) ? null : Violation.NOT_UTF8;
		}
		return null;
	}

	/** Returns the message that has become whole; ownership passes to the caller. */
	ByteBuf take() {
		ByteBuf taken = Objects.requireNonNull(message);
		message = null;
		return taken;
	}

	/** Drops what was collected. */
	void release() {
		ByteBuf dropped = message;
		if (dropped != null) {
			message = null;
			dropped.release();
		}
	}

}
