/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.nio.charset.StandardCharsets;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.AbstractReferenceCounted;
import io.netty.util.ReferenceCounted;

/**
 * A message that is encoded once for many sessions. Immutable, usable from any thread,
 * and reference counted: whoever made it releases it when it has been given to all
 * sessions, and those that still have to send it hold it as long as they need.
 */
public final class PreparedMessage extends AbstractReferenceCounted {

	private final MessageKind kind;

	private final ByteBuf payload;

	private PreparedMessage(MessageKind kind, ByteBuf payload) {
		this.kind = kind;
		this.payload = payload;
	}

	/**
	 * Prepares a text.
	 * @param text any text; a surrogate without its other half becomes {@code ?}
	 * @return a message that the caller owns
	 */
	public static PreparedMessage text(String text) {
		return copy(MessageKind.TEXT, text.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Prepares bytes.
	 * @param payload copied before the call returns
	 * @return a message that the caller owns
	 */
	public static PreparedMessage binary(byte[] payload) {
		return copy(MessageKind.BINARY, payload);
	}

	/**
	 * Prepares a message.
	 * @param kind what the bytes mean; those of a text must be UTF-8, which is not
	 * checked
	 * @param payload ownership passes to the message; must not be changed any more
	 * @return a message that the caller owns
	 */
	public static PreparedMessage of(MessageKind kind, ByteBuf payload) {
		return new PreparedMessage(kind, payload);
	}

	private static PreparedMessage copy(MessageKind kind, byte[] bytes) {
		return new PreparedMessage(kind,
				PooledByteBufAllocator.DEFAULT.directBuffer(Math.max(bytes.length, 1)).writeBytes(bytes));
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
		return payload.readableBytes();
	}

	@Override
	public PreparedMessage retain() {
		super.retain();
		return this;
	}

	@Override
	public ReferenceCounted touch(Object hint) {
		payload.touch(hint);
		return this;
	}

	@Override
	protected void deallocate() {
		payload.release();
	}

}
