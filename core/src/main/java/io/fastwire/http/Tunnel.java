/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import io.netty.buffer.ByteBuf;

/**
 * The byte stream of a connection that left HTTP by an upgrade (RFC 9110 section 7.8).
 * Unless said otherwise, methods must be called on the event loop.
 */
public interface Tunnel {

	/**
	 * Writes bytes; they leave at the end of the current event-loop turn.
	 * @param data ownership passes to the tunnel, also when the tunnel is closed
	 * @return {@code false} if more is pending than the write limit; write again after
	 * {@link TunnelListener#onWritable()}
	 */
	boolean write(ByteBuf data);

	/**
	 * Returns how many bytes were written but have not left for the socket.
	 * @return a number of bytes
	 */
	long pendingBytes();

	/**
	 * Stops reading, so that TCP slows the peer down, or starts again.
	 * @param reading whether to read
	 */
	void reading(boolean reading);

	/**
	 * Closes the connection after all pending bytes have left.
	 */
	void close();

	/**
	 * Closes the connection at once and drops pending bytes.
	 */
	void abort();

	/**
	 * Tells whether the caller runs on the event loop. Callable from any thread.
	 * @return whether the other methods may be called directly
	 */
	boolean inEventLoop();

	/**
	 * Runs a task on the event loop. Callable from any thread.
	 * @param task what to run; dropped if the loop has ended
	 */
	void execute(Runnable task);

}
