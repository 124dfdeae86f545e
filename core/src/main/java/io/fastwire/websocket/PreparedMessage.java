/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;

import io.fastwire.buffer.WritePool;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.util.AbstractReferenceCounted;
import org.jspecify.annotations.Nullable;

/**
 * A message that is encoded once for many sessions. Immutable, usable from any thread,
 * and reference counted: whoever made it releases it when it has been given to all
 * sessions, and those that still have to send it hold it as long as they need.
 */
public final class PreparedMessage extends AbstractReferenceCounted {

	/*
	 * Each form is a whole frame, so that a session has one copy to make or one buffer to
	 * hand over. The compressed one is made by the first session that needs it, on its
	 * event loop. Two loops may do so at once; one of the results is dropped.
	 */

	/** Stands for a compressed form that is no shorter. */
	private static final ByteBuf NONE = Unpooled.EMPTY_BUFFER;

	private static final VarHandle COMPRESSED;

	static {
		try {
			COMPRESSED = MethodHandles.lookup().findVarHandle(PreparedMessage.class, "compressed", ByteBuf.class);
		}
		catch (ReflectiveOperationException ex) {
			throw new ExceptionInInitializerError(ex);
		}
	}

	private final MessageKind kind;

	private final int length;

	/** Read by absolute index only, because threads share it. */
	private final ByteBuf plain;

	private volatile @Nullable ByteBuf compressed;

	private PreparedMessage(MessageKind kind, int length, ByteBuf plain) {
		this.kind = kind;
		this.length = length;
		this.plain = plain;
	}

	/**
	 * Prepares a text.
	 * @param text any text; a surrogate without its other half becomes {@code ?}
	 * @return a message that the caller owns
	 */
	public static PreparedMessage text(String text) {
		return of(MessageKind.TEXT, Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8)));
	}

	/**
	 * Prepares bytes.
	 * @param payload copied before the call returns
	 * @return a message that the caller owns
	 */
	public static PreparedMessage binary(byte[] payload) {
		return of(MessageKind.BINARY, Unpooled.wrappedBuffer(payload));
	}

	/**
	 * Prepares a message.
	 * @param kind what the bytes mean; those of a text must be UTF-8, which is not
	 * checked
	 * @param payload copied and released before the call returns
	 * @return a message that the caller owns
	 */
	public static PreparedMessage of(MessageKind kind, ByteBuf payload) {
		int length = payload.readableBytes();
		ByteBuf frame = frame(Frames.FIN | Frames.opcode(kind), payload);
		payload.release();
		return new PreparedMessage(kind, length, frame);
	}

	private static ByteBuf frame(int first, ByteBuf payload) {
		int length = payload.readableBytes();
		int bytes = Frames.headerBytes(length) + length;
		ByteBuf frame = PooledByteBufAllocator.DEFAULT.directBuffer(bytes, bytes);
		Frames.writeHeader(first, length, frame);
		return frame.writeBytes(payload, payload.readerIndex(), length);
	}

	/**
	 * Returns what the bytes mean.
	 * @return the kind
	 */
	public MessageKind kind() {
		return kind;
	}

	/**
	 * Returns the length of the message before compression.
	 * @return bytes
	 */
	public int length() {
		return length;
	}

	/**
	 * Returns what the message takes on the wire without compression.
	 * @return bytes, the frame header counted
	 */
	public int frameLength() {
		return plain.writerIndex();
	}

	/** Returns the message as it is, to be read by absolute index. */
	ByteBuf plainFrame() {
		return plain;
	}

	/** Returns the bytes of the message; the caller owns the view. */
	ByteBuf payload() {
		return plain.retainedSlice(plain.writerIndex() - length, length);
	}

	/**
	 * Returns the message compressed by itself, to be read by absolute index, or as it is
	 * if that is no longer.
	 * @param deflater without a takeover
	 * @param counters where the compression counts, if it happens now
	 */
	ByteBuf compressedFrame(MessageDeflater deflater, WritePool pool, WebSocketCounters counters) {
		ByteBuf current = compressed;
		if (current == null) {
			current = compress(deflater, pool, counters);
		}
		return current.isReadable() ? current : plain;
	}

	private ByteBuf compress(MessageDeflater deflater, WritePool pool, WebSocketCounters counters) {
		ByteBuf payload = payload();
		ByteBuf deflated;
		try {
			deflated = deflater.deflate(payload, MessageDeflater.MAX_WINDOW_BITS, pool);
		}
		finally {
			payload.release();
		}
		counters.deflated(length, deflated.readableBytes());
		ByteBuf made = (deflated.readableBytes() < length)
				? frame(Frames.FIN | Frames.RSV1 | Frames.opcode(kind), deflated) : NONE;
		deflated.release();
		ByteBuf earlier = (ByteBuf) COMPRESSED.compareAndExchange(this, null, made);
		if (earlier == null) {
			return made;
		}
		made.release();
		return earlier;
	}

	@Override
	public PreparedMessage retain() {
		super.retain();
		return this;
	}

	@Override
	public PreparedMessage touch(Object hint) {
		plain.touch(hint);
		return this;
	}

	@Override
	protected void deallocate() {
		plain.release();
		ByteBuf other = compressed;
		if (other != null) {
			other.release();
		}
	}

}
