/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Checks that bytes which come in pieces are UTF-8 (RFC 3629), and tells at the first
 * byte at which they no longer can be.
 */
final class Utf8Validator {

	/*
	 * The state is how many continuation bytes are missing and the range of the next one,
	 * which only the second byte of a character narrows: that is where overlong forms,
	 * surrogates and what lies beyond U+10FFFF can be told (RFC 3629 section 4).
	 */

	private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

	private static final long HIGHS = 0x8080808080808080L;

	private static final int LOWEST = 0x80;

	private static final int HIGHEST = 0xBF;

	private int missing;

	private int lowest = LOWEST;

	private int highest = HIGHEST;

	/** Forgets what came before. */
	void reset() {
		missing = 0;
		lowest = LOWEST;
		highest = HIGHEST;
	}

	/** Tells whether no character is cut at the end. */
	boolean complete() {
		return missing == 0;
	}

	/**
	 * Checks a piece.
	 * @param bytes from position to limit, neither of which changes
	 * @return whether this can still become UTF-8; if not, the validator is to be reset
	 */
	boolean accept(ByteBuffer bytes) {
		int end = bytes.limit();
		int i = bytes.position();
		while (i < end) {
			byte b = bytes.get(i);
			if (missing == 0 && b >= 0) {
				i = skipAscii(bytes, i, end);
			}
			else if (accept(b & 0xFF)) {
				i++;
			}
			else {
				return false;
			}
		}
		return true;
	}

	private static int skipAscii(ByteBuffer bytes, int from, int end) {
		int i = from;
		for (int last = end - 8; i <= last && ((long) LONG.get(bytes, i) & HIGHS) == 0; i += 8) {
			// eight at once
		}
		while (i < end && bytes.get(i) >= 0) {
			i++;
		}
		return i;
	}

	private boolean accept(int b) {
		if (missing == 0) {
			return begin(b);
		}
		if (b < lowest || b > highest) {
			return false;
		}
		missing--;
		lowest = LOWEST;
		highest = HIGHEST;
		return true;
	}

	private boolean begin(int b) {
		if (b >= 0xC2 && b <= 0xDF) {
			missing = 1;
		}
		else if (b >= 0xE0 && b <= 0xEF) {
			missing = 2;
			lowest = (b == 0xE0) ? 0xA0 : LOWEST;
			highest = (b == 0xED) ? 0x9F : HIGHEST;
		}
		else if (b >= 0xF0 && b <= 0xF4) {
			missing = 3;
			lowest = (b == 0xF0) ? 0x90 : LOWEST;
			highest = (b == 0xF4) ? 0x8F : HIGHEST;
		}
		else {
			return false;
		}
		return true;
	}

}
