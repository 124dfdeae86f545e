/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Reads files that the application has opened. */
public final class FilePieces {

	private FilePieces() {
	}

	/**
	 * Reads a piece of a file.
	 * @param allocator gives the memory
	 * @param file may be of any kind, and in any state
	 * @param position of the first byte
	 * @param max how many bytes at most, at least 1
	 * @return at least one byte, which the caller owns
	 * @throws IOException if the file ends there or is closed, or reading fails; what
	 * else a file channel throws is passed on, and nothing is left behind
	 */
	public static ByteBuf read(ByteBufAllocator allocator, FileChannel file, long position, int max)
			throws IOException {
		ByteBuf piece = allocator.directBuffer(max);
		int length = -1;
		try {
			length = piece.writeBytes(file, position, max);
		}
		finally {
			if (length <= 0) {
				piece.release();
			}
		}
		if (length <= 0) {
			throw new EOFException("The file ends before byte " + (position + max) + ", or was closed");
		}
		return piece;
	}

}
