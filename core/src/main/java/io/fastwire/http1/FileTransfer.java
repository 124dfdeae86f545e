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
import io.fastwire.internal.io.FilePieces;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Part of a file on its way into a response: by the kernel if that can, else copied piece
 * by piece, each when the one before has left. Loop only.
 */
final class FileTransfer {

	/*
	 * Netty's io_uring transport keeps file positions in an int, so that a part behind 2
	 * GB would be read from another place; TLS needs the bytes; and the native transports
	 * take the descriptor out of a field of the JDK's own class without looking whether
	 * it is that class, so that a channel of a ZIP or in-memory file system, or one that
	 * wraps another, would crash the JVM. Those are copied.
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
	 * @throws IOException if the file is shorter than that or cannot be read; nothing is
	 * written then
	 */
	static void start(Http1Connection connection, FileChannel file, long position, long count,
			Consumer<@Nullable Throwable> done) throws IOException {
		if (file.size() - position < count) {
			throw new EOFException("The file ends before byte " + (position + count));
		}
		FileTransfer transfer = new FileTransfer(connection, file, position, count, done);
		if (position + count <= Integer.MAX_VALUE && !connection.encrypted() && hasDescriptor(file)) {
			transfer.handOver();
		}
		else {
			transfer.copy();
		}
	}

	private static boolean hasDescriptor(FileChannel file) {
		return file.getClass().getName().equals("sun.nio.ch.FileChannelImpl");
	}

	private void handOver() {
		writer.write(new OpenFileRegion(file, position, remaining),
				channel.newPromise().addListener((future) -> done.accept(future.cause())));
	}

	private void copy() throws IOException {
		ByteBuf piece = FilePieces.read(channel.alloc(), file, position, (int) Math.min(remaining, PIECE_BYTES));
		position += piece.readableBytes();
		remaining -= piece.readableBytes();
		writer.write(piece, channel.newPromise().addListener(this::written));
	}

	private void written(Future<?> piece) {
		if (!piece.isSuccess() || remaining == 0) {
			done.accept(piece.cause());
			return;
		}
		try {
			copy();
		}
		catch (Throwable ex) {
			done.accept(ex);
		}
	}

}
