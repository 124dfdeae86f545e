/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Handshakes and frames, made once and sent often. */
final class WebSocketBytes {

	private static final int MASK = 0x37FA213D;

	private WebSocketBytes() {
	}

	/**
	 * Returns the request of a handshake, which nobody releases.
	 * @param fields further header fields, each with its line end
	 */
	static ByteBuf handshake(String path, String fields) {
		return shared(("""
				GET %s HTTP/1.1\r
				Host: localhost\r
				Upgrade: websocket\r
				Connection: Upgrade\r
				Sec-WebSocket-Version: 13\r
				Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
				%s\r
				""").formatted(path, fields).getBytes(StandardCharsets.US_ASCII));
	}

	/** Returns a buffer on the heap, which nobody releases. */
	static ByteBuf shared(byte[] bytes) {
		return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(bytes));
	}

	/** Returns a frame as clients send it if masked, else as servers do. */
	static byte[] frame(boolean text, byte[] payload, boolean masked) {
		ByteBuffer frame = ByteBuffer.allocate(payload.length + 8);
		frame.put((byte) (text ? 0x81 : 0x82));
		int maskBit = masked ? 0x80 : 0;
		if (payload.length < 126) {
			frame.put((byte) (maskBit | payload.length));
		}
		else {
			frame.put((byte) (maskBit | 126)).putShort((short) payload.length);
		}
		if (masked) {
			frame.putInt(MASK);
		}
		for (int i = 0; i < payload.length; i++) {
			frame.put((byte) (masked ? payload[i] ^ (MASK >>> (24 - 8 * (i % 4))) : payload[i]));
		}
		byte[] bytes = new byte[frame.position()];
		frame.flip().get(bytes);
		return bytes;
	}

}
