/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.netty.buffer.ByteBuf;

/** Takes the mask off payloads (RFC 6455 section 5.3). */
final class Masking {

	private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

	private static final long HIGHS = 0x8080808080808080L;

	private static final long LOW_INT = 0xFFFF_FFFFL;

	private Masking() {
	}

	/**
	 * Unmasks in place, eight bytes at a time.
	 * @param data of one component
	 * @param index of the first byte
	 * @param length number of bytes
	 * @param mask its lowest byte belongs to the first byte of data
	 * @return whether all bytes are ASCII, which costs nothing to find out here
	 */
	static boolean unmask(ByteBuf data, int index, int length, int mask) {
		if (length == 0) {
			return true;
		}
		ByteBuffer bytes = data.internalNioBuffer(index, length);
		int i = bytes.position();
		int end = i + length;
		long mask8 = (mask & LOW_INT) << 32 | (mask & LOW_INT);
		long seen = 0;
		for (int last = end - 8; i <= last; i += 8) {
			long word = (long) LONG.get(bytes, i) ^ mask8;
			LONG.set(bytes, i, word);
			seen |= word;
		}
		for (; i < end; i++) {
			byte b = (byte) (bytes.get(i) ^ mask8);
			bytes.put(i, b);
			seen |= b;
			mask8 >>>= 8;
		}
		return (seen & HIGHS) == 0;
	}

	/** Returns the mask for what follows behind some bytes. */
	static int advance(int mask, int bytes) {
		return Integer.rotateRight(mask, (bytes & 3) * 8);
	}

}
