/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.fastwire.buffer.WritePool;
import io.fastwire.http.Tunnel;
import io.fastwire.internal.io.CorkedWriter;
import io.fastwire.websocket.WebSocketCounters.Count;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames to a tunnel, and compresses messages if that was agreed on. Loop only.
 */
final class FrameWriter implements AutoCloseable {

	/** Up to so many UTF-16 units, text is encoded where it leaves from. */
	private static final int CORKED_UNITS = CorkedWriter.COPY_LIMIT / 3;

	/** The longest reason that fits behind a close code (RFC 6455 section 5.5). */
	private static final int MAX_REASON_BYTES = Frames.SHORT - 2;

	private static final int CONTINUATION_BITS = 0xC0;

	private static final int CONTINUATION_BYTE = 0x80;

	private final Tunnel tunnel;

	private final WritePool pool;

	private final WebSocketLoop loop;

	private final @Nullable DeflateAgreement agreement;

	private final int threshold;

	private final MessageDeflater deflater;

	FrameWriter(Tunnel tunnel, WebSocketLoop loop, WebSocketOptions options, @Nullable DeflateAgreement agreement) {
		this.tunnel = tunnel;
		this.pool = tunnel.pool();
		this.loop = loop;
		this.agreement = agreement;
		this.threshold = options.compressionThreshold();
		this.deflater = (agreement != null && agreement.serverTakeover()) ? new MessageDeflater(true) : loop.deflater();
	}

	// Messages

	void text(CharSequence text) {
		int units = text.length();
		if (units > CORKED_UNITS || compresses(units)) {
			message(MessageKind.TEXT, pool.encode(text.toString()));
			return;
		}
		ByteBuf out = tunnel.reserve(Frames.MAX_HEADER_BYTES + 3 * units);
		int start = out.writerIndex();
		int header = Frames.headerBytes(units);
		out.writerIndex(start + header);
		int length = pool.utf8().write(text, out);
		if (Frames.headerBytes(length) != header) {
			widenHeader(out, start + header, length);
		}
		int end = out.writerIndex();
		out.writerIndex(start);
		Frames.writeHeader(Frames.FIN | Frames.TEXT, length, out);
		out.writerIndex(end);
		sent(length);
	}

	/** Text of up to 125 units is longer than 125 bytes: two more for the length. */
	private static void widenHeader(ByteBuf out, int payload, int length) {
		out.writerIndex(payload + length + 2);
		for (int i = payload + length - 1; i >= payload; i--) {
			out.setByte(i + 2, out.getByte(i));
		}
	}

	/** Copies the bytes before it returns. */
	void binary(byte[] payload) {
		if (payload.length < CorkedWriter.COPY_LIMIT && !compresses(payload.length)) {
			ByteBuf out = tunnel.reserve(Frames.MAX_HEADER_BYTES + payload.length);
			Frames.writeHeader(Frames.FIN | Frames.BINARY, payload.length, out);
			out.writeBytes(payload);
			sent(payload.length);
		}
		else {
			message(MessageKind.BINARY, pool.allocate(payload.length).writeBytes(payload));
		}
	}

	/** Takes ownership. */
	void message(MessageKind kind, ByteBuf payload) {
		int first = Frames.FIN | Frames.opcode(kind);
		if (!compresses(payload.readableBytes())) {
			frame(first, payload);
			return;
		}
		ByteBuf deflated;
		try {
			deflated = deflate(payload);
		}
		catch (Throwable ex) {
			payload.release();
			throw ex;
		}
		boolean shorter = deflated.readableBytes() < payload.readableBytes();
		if (shorter || hasTakeover()) {
			// the client's window must see what the deflater's has
			payload.release();
			frame(first | Frames.RSV1, deflated);
		}
		else {
			deflated.release();
			frame(first, payload);
		}
	}

	private void frame(int first, ByteBuf payload) {
		int length = payload.readableBytes();
		Frames.writeHeader(first, length, tunnel.reserve(Frames.MAX_HEADER_BYTES));
		sent(length);
		tunnel.write(payload);
	}

	/** Ownership stays with the caller. */
	void prepared(PreparedMessage message) {
		ByteBuf frame = message.plainFrame();
		DeflateAgreement agreed = agreement;
		if (agreed != null && compresses(message.length())) {
			if (agreed.serverTakeover() || agreed.serverWindowBits() != MessageDeflater.MAX_WINDOW_BITS) {
				message(message.kind(), message.payload());
				return;
			}
			frame = message.compressedFrame(deflater, pool, loop.counters());
		}
		int bytes = frame.writerIndex();
		if (bytes < CorkedWriter.COPY_LIMIT) {
			tunnel.reserve(bytes).writeBytes(frame, 0, bytes);
		}
		else {
			tunnel.write(frame.retainedDuplicate());
		}
		sent(Frames.payloadBytes(bytes));
	}

	private void sent(int bytes) {
		WebSocketCounters counters = loop.counters();
		counters.increment(Count.MESSAGES_OUT);
		counters.add(Count.BYTES_OUT, bytes);
	}

	// Compression

	private boolean compresses(int length) {
		return agreement != null && length >= threshold;
	}

	private boolean hasTakeover() {
		return agreement != null && agreement.serverTakeover();
	}

	private ByteBuf deflate(ByteBuf payload) {
		int bits = (agreement != null) ? agreement.serverWindowBits() : MessageDeflater.MAX_WINDOW_BITS;
		ByteBuf deflated = deflater.deflate(payload, bits, pool);
		loop.counters().deflated(payload.readableBytes(), deflated.readableBytes());
		return deflated;
	}

	// Pieces of messages

	/**
	 * Writes a frame of a message that has several.
	 * @param payload ownership passes to the writer
	 * @param begins whether it is the first one
	 * @param ends whether it is the last one
	 */
	void piece(MessageKind kind, ByteBuf payload, boolean begins, boolean ends) {
		int opcode = begins ? Frames.opcode(kind) : Frames.CONTINUATION;
		int length = payload.readableBytes();
		Frames.writeHeader((ends ? Frames.FIN : 0) | opcode, length, tunnel.reserve(Frames.MAX_HEADER_BYTES));
		WebSocketCounters counters = loop.counters();
		counters.add(Count.MESSAGES_OUT, ends ? 1 : 0);
		counters.add(Count.BYTES_OUT, length);
		if (length == 0) {
			payload.release();
		}
		else {
			tunnel.write(payload);
		}
	}

	// Control frames

	/** Copies the payload before it returns. */
	void control(int opcode, byte[] payload, int length) {
		ByteBuf out = tunnel.reserve(Frames.MAX_HEADER_BYTES + length);
		Frames.writeHeader(Frames.FIN | opcode, length, out);
		out.writeBytes(payload, 0, length);
	}

	/**
	 * Writes a close frame.
	 * @param code {@link CloseCode#NO_STATUS} for an empty one
	 */
	void close(int code, String reason) {
		byte[] payload = {};
		if (code != CloseCode.NO_STATUS) {
			byte[] text = cut(reason.getBytes(StandardCharsets.UTF_8));
			payload = Unpooled.buffer(2 + text.length).writeShort(code).writeBytes(text).array();
		}
		control(Frames.CLOSE, payload, payload.length);
	}

	/** Cuts UTF-8 behind the last character that fits. */
	private static byte[] cut(byte[] text) {
		if (text.length <= MAX_REASON_BYTES) {
			return text;
		}
		int end = MAX_REASON_BYTES;
		while ((text[end] & CONTINUATION_BITS) == CONTINUATION_BYTE) {
			end--;
		}
		return Arrays.copyOf(text, end);
	}

	/** Gives the zlib state of the session back. */
	@Override
	public void close() {
		if (deflater != loop.deflater()) {
			deflater.close();
		}
	}

}
