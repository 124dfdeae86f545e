/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import io.netty.buffer.ByteBuf;

/** The bits of a frame header, and how it is written (RFC 6455 section 5.2). */
final class Frames {

	static final int FIN = 0x80;

	/** Set in the first frame of a compressed message (RFC 7692 section 6). */
	static final int RSV1 = 0x40;

	static final int RSV2_RSV3 = 0x30;

	static final int OPCODE = 0x0F;

	static final int CONTINUATION = 0x0;

	static final int TEXT = 0x1;

	static final int BINARY = 0x2;

	static final int CLOSE = 0x8;

	static final int PING = 0x9;

	static final int PONG = 0xA;

	/** The bit that tells control from data. */
	static final int CONTROL = 0x8;

	static final int MASKED = 0x80;

	/** The longest payload whose length fits into the second byte. */
	static final int SHORT = 125;

	static final int LENGTH_16 = 126;

	static final int LENGTH_64 = 127;

	static final int MAX_16 = 0xFFFF;

	/** Of a header without a mask. */
	static final int MAX_HEADER_BYTES = 10;

	private Frames() {
	}

	static int opcode(MessageKind kind) {
		return (kind == MessageKind.TEXT) ? TEXT : BINARY;
	}

	/** Returns how long the header in front of a payload is. */
	static int headerBytes(long payload) {
		if (payload <= SHORT) {
			return 2;
		}
		return (payload <= MAX_16) ? 4 : MAX_HEADER_BYTES;
	}

	/** Returns how long the payload of a frame is that has so many bytes in all. */
	static int payloadBytes(int frame) {
		if (frame <= SHORT + 2) {
			return frame - 2;
		}
		return (frame <= MAX_16 + 4) ? frame - 4 : frame - MAX_HEADER_BYTES;
	}

	/**
	 * Writes a header without a mask.
	 * @param first the first byte
	 * @param payload length of the payload
	 * @param out has room for {@link #headerBytes}
	 */
	static void writeHeader(int first, long payload, ByteBuf out) {
		if (payload <= SHORT) {
			out.writeShort(first << 8 | (int) payload);
		}
		else if (payload <= MAX_16) {
			out.writeInt(first << 24 | LENGTH_16 << 16 | (int) payload);
		}
		else {
			out.writeShort(first << 8 | LENGTH_64).writeLong(payload);
		}
	}

}
