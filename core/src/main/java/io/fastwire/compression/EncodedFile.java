/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.nio.channels.FileChannel;
import java.util.function.Consumer;

import io.fastwire.internal.io.FilePieces;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Part of a file on its way through an encoder, a piece in each turn of the loop and none
 * while the client reads too slowly. Loop only.
 */
final class EncodedFile {

	/** A millisecond of gzip, about: what other connections of the loop may wait. */
	private static final int PIECE_BYTES = 32 * 1024;

	private final CompressedExchange exchange;

	private final FileChannel file;

	private final Consumer<@Nullable Throwable> done;

	private long position;

	private long remaining;

	EncodedFile(CompressedExchange exchange, FileChannel file, long position, long count,
			Consumer<@Nullable Throwable> done) {
		this.exchange = exchange;
		this.file = file;
		this.position = position;
		this.remaining = count;
		this.done = done;
	}

	/** Writes the next piece, or tells that there is none. */
	void advance() {
		if (exchange.ended()) {
			return; // the application has been told
		}
		if (remaining <= 0) {
			exchange.fileSent(null, done);
			return;
		}
		ByteBuf piece;
		try {
			piece = FilePieces.read(exchange.allocator(), file, position, (int) Math.min(remaining, PIECE_BYTES));
		}
		catch (Throwable ex) {
			exchange.fileSent(ex, done);
			return;
		}
		position += piece.readableBytes();
		remaining -= piece.readableBytes();
		if (exchange.writePiece(piece)) {
			exchange.execute(this::advance);
		}
		else {
			exchange.awaitWritable();
		}
	}

	void failed(Throwable cause) {
		done.accept(cause);
	}

}
