/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.function.Consumer;

import io.fastwire.internal.io.CorkedWriter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import org.jspecify.annotations.Nullable;

/**
 * Part of a file on its way into a response: by the kernel if that can, else copied piece
 * by piece, each when the one before has left. Loop only.
 */
final class FileTransfer {

	/*
	 * Netty's io_uring transport keeps file positions in an int, so that a part behind 2
	 * GB would be read from another place; and TLS needs the bytes. Those are copied.
	 */

	private static final int PIECE_BYTES = 128 * 1024;

	private final Channel channel;

	private final CorkedWriter writer;

	private final FileChannel file;

	private final Consumer<@Nullable Throwable> done;

	private long position;

	private long remaining;

	private FileTransfer(Http1Connection connection, FileChannel file, long position, long count,
			Consumer<@Nullable Throwable> done) {
		this.channel = connection.channel();
		this.writer = connection.writer();
		this.file = file;
		this.position = position;
		this.remaining = count;
		this.done = done;
	}

	/**
	 * Starts a transfer.
	 * @param count bytes, at least 1
	 * @param done told when the last byte has left, or what failed
	 * @throws IOException if the file is shorter than that; nothing is written then
	 */
	static void start(Http1Connection connection, FileChannel file, long position, long count,
			Consumer<@Nullable Throwable> done) throws IOException {
		if (file.size() - position < count) {
			throw new EOFException("The file ends before byte " + (position + count));
		}
		FileTransfer transfer = new FileTransfer(connection, file, position, count, done);
		if (position + count <= Integer.MAX_VALUE && !connection.encrypted()) {
			transfer.handOver();
		}
		else {
			transfer.copy();
		}
	}

	private void handOver() {
		writer.write(new OpenFileRegion(file, position, remaining),
				channel.newPromise().addListener((future) -> done.accept(future.cause())));
	}

	private void copy() {
		ByteBuf piece = channel.alloc().directBuffer((int) Math.min(remaining, PIECE_BYTES));
		int length = read(piece);
		if (length <= 0) {
			piece.release();
			return;
		}
		position += length;
		remaining -= length;
		writer.write(piece, channel.newPromise().addListener((ChannelFutureListener) (future) -> {
			if (!future.isSuccess() || remaining == 0) {
				done.accept(future.cause());
			}
			else {
				copy();
			}
		}));
	}

	/** Returns how many bytes were read; if none, the failure has been told. */
	private int read(ByteBuf piece) {
		try {
			int length = piece.writeBytes(file, position, piece.writableBytes());
			if (length <= 0) {
				done.accept(new EOFException("The file has become shorter than byte " + (position + remaining)));
			}
			return length;
		}
		catch (IOException ex) {
			done.accept(ex);
			return 0;
		}
	}

}
