/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import io.fastwire.buffer.Utf8Pieces;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/** A message of several frames on its way. */
final class OutgoingMessage implements FragmentedMessage {

	private final MessageKind kind;

	private final SessionOutput output;

	// Of the sender

	private boolean begun;

	private boolean ended;

	private boolean refused;

	// Of the loop

	private boolean written;

	private @Nullable Utf8Pieces pieces;

	OutgoingMessage(MessageKind kind, SessionOutput output) {
		this.kind = kind;
		this.output = output;
	}

	@Override
	public SendResult write(CharSequence piece) {
		if (kind != MessageKind.TEXT) {
			throw new IllegalStateException("The message is binary");
		}
		String text = piece.toString();
		return send(new TextPiece(this, text, Outgoing.Text.utf8Length(text)));
	}

	@Override
	public SendResult write(ByteBuf piece) {
		if (ended) {
			piece.release();
		}
		return send(new Piece(this, piece, piece.readableBytes(), false));
	}

	@Override
	public SendResult end() {
		SendResult result = send(new Piece(this, Unpooled.EMPTY_BUFFER, 0, true));
		ended = true;
		return result;
	}

	private SendResult send(Outgoing piece) {
		if (ended) {
			throw new IllegalStateException("The message has ended");
		}
		if (refused) {
			piece.release();
			return SendResult.DROPPED;
		}
		SendResult result = output.send(piece, begun);
		refused = !begun && result == SendResult.DROPPED;
		begun = true;
		return result;
	}

	private record Piece(OutgoingMessage message, ByteBuf payload, long bytes, boolean last) implements Outgoing {

		@Override
		public void writeTo(SessionOutput output) {
			message.write(output, payload, last);
		}

		@Override
		public void release() {
			payload.release();
		}

	}

	private record TextPiece(OutgoingMessage message, String text, long bytes) implements Outgoing {

		@Override
		public void writeTo(SessionOutput output) {
			message.write(output, text);
		}

	}

	private void write(SessionOutput out, String text) {
		Utf8Pieces encoder = pieces;
		if (encoder == null) {
			encoder = new Utf8Pieces(out.pool().utf8());
			pieces = encoder;
		}
		ByteBuf buffer = out.pool().allocate(Math.toIntExact(3L * text.length() + 1));
		encoder.write(text, buffer);
		out.pool().trim(buffer);
		frame(out, buffer, false);
	}

	/** Takes ownership. */
	private void write(SessionOutput out, ByteBuf payload, boolean last) {
		Utf8Pieces encoder = pieces;
		frame(out, (encoder != null) ? endText(out, encoder, payload) : payload, last);
	}

	private void frame(SessionOutput out, ByteBuf payload, boolean last) {
		out.writer().piece(kind, payload, !written, last);
		written = true;
		out.current(last ? null : this);
	}

	/** Bytes behind text: a half of a pair that was held back has no other half. */
	private static ByteBuf endText(SessionOutput out, Utf8Pieces encoder, ByteBuf payload) {
		ByteBuf data = out.pool().allocate(payload.readableBytes() + 1);
		encoder.end(data);
		data.writeBytes(payload);
		payload.release();
		return data;
	}

}
