/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Something to send that waits: for the event loop, because another thread sends it, or
 * for the end of a message of several frames.
 */
interface Outgoing {

	/** Returns how much it counts among the pending bytes. */
	long bytes();

	/** Writes it and gives up what it owns. Loop only. */
	void writeTo(SessionOutput output);

	/** Gives up what it owns. Any thread. */
	default void release() {
	}

	/** Returns the message that this is a piece of. */
	default @Nullable OutgoingMessage message() {
		return null;
	}

	/** Tells whether this may leave in the middle of a message. */
	default boolean isControl() {
		return false;
	}

	/** A text message. */
	record Text(String text, long bytes) implements Outgoing {

		Text(String text) {
			this(text, utf8Length(text));
		}

		@Override
		public void writeTo(SessionOutput output) {
			output.writer().text(text);
		}

		/** A surrogate without its other half counts three: an upper bound. */
		static long utf8Length(CharSequence text) {
			long length = text.length();
			for (int i = 0; i < text.length(); i++) {
				char c = text.charAt(i);
				length += (c >= 0x80) ? 1 : 0;
				length += (c >= 0x800) ? 1 : 0;
				length -= Character.isLowSurrogate(c) ? 2 : 0;
			}
			return length;
		}

	}

	/** A message of bytes, which this owns. */
	record Payload(MessageKind kind, ByteBuf payload, long bytes) implements Outgoing {

		Payload(MessageKind kind, ByteBuf payload) {
			this(kind, payload, payload.readableBytes());
		}

		@Override
		public void writeTo(SessionOutput output) {
			output.writer().message(kind, payload);
		}

		@Override
		public void release() {
			payload.release();
		}

	}

	/** A prepared message, of which this owns a reference. */
	record Prepared(PreparedMessage prepared) implements Outgoing {

		@Override
		public long bytes() {
			return prepared.length();
		}

		@Override
		public void writeTo(SessionOutput output) {
			try {
				output.writer().prepared(prepared);
			}
			finally {
				prepared.release();
			}
		}

		@Override
		public void release() {
			prepared.release();
		}

	}

	/** A ping or a pong. */
	record Control(int opcode, byte[] payload) implements Outgoing {

		@Override
		public long bytes() {
			return payload.length;
		}

		@Override
		public void writeTo(SessionOutput output) {
			output.writer().control(opcode, payload, payload.length);
		}

		@Override
		public boolean isControl() {
			return true;
		}

	}

	/** The close frame. */
	record Close(int code, String reason, LoopSession session) implements Outgoing {

		@Override
		public long bytes() {
			return 0;
		}

		@Override
		public void writeTo(SessionOutput output) {
			session.closeNow(code, reason);
		}

		@Override
		public boolean isControl() {
			return true;
		}

	}

}
