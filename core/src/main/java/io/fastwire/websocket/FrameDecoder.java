/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Takes the frames of one client apart (RFC 6455 section 5), however their bytes arrive.
 * {@link #next} is called until it wants more.
 */
final class FrameDecoder {

	/*
	 * A header is read byte by byte: it has six bytes in general, and one way to read it
	 * serves all ways in which it may arrive. Data is not collected here: what has
	 * arrived of it is unmasked where it lies and handed on. Control frames are
	 * collected, for they are short, must be whole to be answered, and come in the middle
	 * of messages.
	 *
	 * All that can be judged by a header is judged before a byte of the payload is looked
	 * at, so that nobody can make the server wait for a message that it will refuse.
	 */

	enum Event {

		/** All input is used up. */
		MORE,

		/** The next {@link #length()} bytes of the input are data, to be consumed. */
		DATA,

		/** A ping with {@link #control()} as its payload. */
		PING,

		/** A pong with {@link #control()} as its payload. */
		PONG,

		/** A close frame with {@link #control()} as its payload. */
		CLOSE,

		/** The peer broke a rule, {@link #violation()}: nothing more can be decoded. */
		VIOLATION

	}

	private enum State {

		FIRST, SECOND, LENGTH, MASK, PAYLOAD

	}

	/** By how much deflate may lengthen what cannot be compressed, and then some. */
	private static final int DEFLATE_SLACK = 64;

	private final long maxBytes;

	private final long maxCompressedBytes;

	private final int maxFragments;

	private final boolean deflate;

	private State state = State.FIRST;

	private @Nullable Violation violation;

	/** First byte of the current frame. */
	private int first;

	/** Payload of the current frame that has not arrived. */
	private long remaining;

	/** How many bytes of the length or the mask have not arrived. */
	private int missing;

	private boolean length16;

	private int mask;

	// The current message

	private boolean inMessage;

	private MessageKind kind = MessageKind.BINARY;

	private boolean compressed;

	private long messageBytes;

	private int fragments;

	// The last event

	private int length;

	private boolean ascii;

	private final byte[] control = new byte[Frames.SHORT];

	private int controlLength;

	/**
	 * Creates a decoder.
	 * @param maxBytes the longest message
	 * @param maxFragments of how many frames it may consist
	 * @param deflate whether permessage-deflate was agreed on
	 */
	FrameDecoder(int maxBytes, int maxFragments, boolean deflate) {
		this.maxBytes = maxBytes;
		this.maxCompressedBytes = (long) maxBytes + (maxBytes >> 8) + DEFLATE_SLACK;
		this.maxFragments = maxFragments;
		this.deflate = deflate;
	}

	/**
	 * Goes on to the next event.
	 * @param in consumed up to the event; what belongs to data is the caller's to consume
	 * before the next call
	 */
	Event next(ByteBuf in) {
		while (state != State.PAYLOAD) {
			if (violation != null) {
				return Event.VIOLATION;
			}
			if (!in.isReadable()) {
				return Event.MORE;
			}
			violation = header(in.readUnsignedByte());
		}
		return isControl() ? controlPayload(in) : dataPayload(in);
	}

	// Header

	private @Nullable Violation header(int b) {
		switch (state) {
			case FIRST -> {
				return first(b);
			}
			case SECOND -> {
				return second(b);
			}
			case LENGTH -> {
				remaining = remaining << 8 | b;
				return (--missing == 0) ? longLength() : null;
			}
			case MASK -> {
				mask = mask >>> 8 | b << 24;
				state = (--missing == 0) ? State.PAYLOAD : State.MASK;
				return null;
			}
			case PAYLOAD -> throw new IllegalStateException("The header is complete");
		}
		return null;
	}

	private @Nullable Violation first(int b) {
		first = b;
		state = State.SECOND;
		int opcode = b & Frames.OPCODE;
		boolean begins = opcode == Frames.TEXT || opcode == Frames.BINARY;
		if ((b & Frames.RSV2_RSV3) != 0 || ((b & Frames.RSV1) != 0 && !(deflate && begins))) {
			return Violation.RESERVED_BITS;
		}
		if (isControl()) {
			return firstOfControl(opcode, b);
		}
		if (begins) {
			return begin(opcode, (b & Frames.RSV1) != 0);
		}
		if (opcode != Frames.CONTINUATION) {
			return Violation.RESERVED_OPCODE;
		}
		return inMessage ? null : Violation.NOTHING_TO_CONTINUE;
	}

	private static @Nullable Violation firstOfControl(int opcode, int b) {
		if (opcode != Frames.CLOSE && opcode != Frames.PING && opcode != Frames.PONG) {
			return Violation.RESERVED_OPCODE;
		}
		return ((b & Frames.FIN) != 0) ? null : Violation.CONTROL_FRAGMENTED;
	}

	private @Nullable Violation begin(int opcode, boolean rsv1) {
		if (inMessage) {
			return Violation.MESSAGE_UNFINISHED;
		}
		inMessage = true;
		kind = (opcode == Frames.TEXT) ? MessageKind.TEXT : MessageKind.BINARY;
		compressed = rsv1;
		messageBytes = 0;
		fragments = 0;
		return null;
	}

	private @Nullable Violation second(int b) {
		if ((b & Frames.MASKED) == 0) {
			return Violation.NOT_MASKED;
		}
		int length7 = b & ~Frames.MASKED;
		if (isControl() && length7 > Frames.SHORT) {
			return Violation.CONTROL_TOO_LONG;
		}
		if (length7 > Frames.SHORT) {
			state = State.LENGTH;
			remaining = 0;
			length16 = length7 == Frames.LENGTH_16;
			missing = length16 ? 2 : 8;
			return null;
		}
		remaining = length7;
		return lengthKnown();
	}

	/** A length of 64 bits with the highest one set is negative here, and refused too. */
	private @Nullable Violation longLength() {
		if (remaining <= (length16 ? Frames.SHORT : Frames.MAX_16)) {
			return Violation.LENGTH_NOT_MINIMAL;
		}
		return lengthKnown();
	}

	private @Nullable Violation lengthKnown() {
		state = State.MASK;
		missing = 4;
		controlLength = 0;
		if (isControl()) {
			return null;
		}
		if (++fragments > maxFragments) {
			return Violation.TOO_MANY_FRAGMENTS;
		}
		if (remaining > (compressed ? maxCompressedBytes : maxBytes) - messageBytes) {
			return Violation.TOO_BIG;
		}
		messageBytes += remaining;
		return null;
	}

	private boolean isControl() {
		return (first & Frames.CONTROL) != 0;
	}

	// Payload

	private Event dataPayload(ByteBuf in) {
		int here = (int) Math.min(remaining, in.readableBytes());
		if (here == 0 && remaining > 0) {
			return Event.MORE;
		}
		ascii = Masking.unmask(in, in.readerIndex(), here, mask);
		mask = Masking.advance(mask, here);
		length = here;
		remaining -= here;
		if (remaining == 0) {
			state = State.FIRST;
			inMessage = (first & Frames.FIN) == 0;
		}
		return Event.DATA;
	}

	private Event controlPayload(ByteBuf in) {
		int here = (int) Math.min(remaining, in.readableBytes());
		Masking.unmask(in, in.readerIndex(), here, mask);
		mask = Masking.advance(mask, here);
		in.readBytes(control, controlLength, here);
		controlLength += here;
		remaining -= here;
		if (remaining > 0) {
			return Event.MORE;
		}
		state = State.FIRST;
		return switch (first & Frames.OPCODE) {
			case Frames.PING -> Event.PING;
			case Frames.PONG -> Event.PONG;
			default -> Event.CLOSE;
		};
	}

	// The last event

	/** Returns how many bytes of data lie at the reader index of the input. */
	int length() {
		return length;
	}

	/** Tells whether these bytes are ASCII, if they are not compressed. */
	boolean ascii() {
		return ascii;
	}

	/** Tells whether these bytes are the last ones of their message. */
	boolean messageEnd() {
		return !inMessage;
	}

	/** Returns how much of the current frame has not arrived. */
	long remaining() {
		return remaining;
	}

	/** Returns what the bytes of the message mean. */
	MessageKind kind() {
		return kind;
	}

	/** Tells whether the message is compressed. */
	boolean compressed() {
		return compressed;
	}

	/** Returns the payload of a control frame, valid until the next call. */
	byte[] control() {
		return control;
	}

	/** Returns how long that payload is. */
	int controlLength() {
		return controlLength;
	}

	/** Returns what the peer did wrong. */
	@Nullable Violation violation() {
		return violation;
	}

}
