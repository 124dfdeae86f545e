/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import io.netty.buffer.ByteBuf;

/**
 * Writes one text that comes in pieces, as if the pieces had been joined before. One
 * thread at a time.
 * <p>
 * A piece may end between the two halves of a surrogate pair: the first half is held back
 * until the next piece shows what it belongs to. {@link #end} must follow the last piece;
 * after it the object is ready for the next text.
 */
public final class Utf8Pieces {

	private static final int NONE = 0;

	private final Utf8Writer writer;

	/** The first half of a pair, or {@link #NONE}. */
	private char pending = NONE;

	/**
	 * Creates an object for any number of texts, one after the other.
	 * @param writer encodes
	 */
	public Utf8Pieces(Utf8Writer writer) {
		this.writer = writer;
	}

	/**
	 * Writes a piece.
	 * @param piece any part of the text
	 * @param dst written to at its writer index
	 * @return how many bytes were written: up to three for each unit, and one more for a
	 * unit held back
	 * @throws IndexOutOfBoundsException if the buffer cannot hold them
	 */
	public int write(CharSequence piece, ByteBuf dst) {
		int length = piece.length();
		if (length == 0) {
			return 0;
		}
		int start = dst.writerIndex();
		int from = 0;
		if (pending != NONE) {
			from = writePending(piece.charAt(0), dst);
		}
		int to = length;
		if (to > from && Character.isHighSurrogate(piece.charAt(to - 1))) {
			to--;
			pending = piece.charAt(to);
		}
		if (to > from) {
			writer.write(piece, from, to, dst);
		}
		return dst.writerIndex() - start;
	}

	/** Writes what was held back, and the unit after it if they are a pair. */
	private int writePending(char following, ByteBuf dst) {
		char first = pending;
		pending = NONE;
		if (!Character.isSurrogatePair(first, following)) {
			dst.writeByte('?');
			return 0;
		}
		int codePoint = Character.toCodePoint(first, following);
		dst.writeInt(0xF080_8080 | ((codePoint << 6) & 0x0700_0000) | ((codePoint << 4) & 0x3F_0000)
				| ((codePoint << 2) & 0x3F00) | (codePoint & 0x3F));
		return 1;
	}

	/**
	 * Ends the text.
	 * @param dst written to at its writer index
	 * @return how many bytes were written: 1 if the text ended in the first half of a
	 * pair, else 0
	 */
	public int end(ByteBuf dst) {
		if (pending == NONE) {
			return 0;
		}
		pending = NONE;
		dst.writeByte('?');
		return 1;
	}

}
