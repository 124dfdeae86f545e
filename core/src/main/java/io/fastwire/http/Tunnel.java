/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.util.function.Supplier;

import io.fastwire.buffer.WritePool;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.EventExecutor;

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
	 * Makes room for small data, which leaves at the end of the current event-loop turn
	 * together with what else is written.
	 * @param bytes how many are about to be written
	 * @return a buffer with that much room, to be written to at its writer index; the
	 * tunnel keeps ownership, and it is valid until the next call of any method that
	 * writes
	 * @throws IllegalStateException if the tunnel is closed
	 */
	ByteBuf reserve(int bytes);

	/**
	 * Lets everything written so far leave now rather than at the end of the turn. Does
	 * nothing if the tunnel is closed.
	 */
	void flush();

	/**
	 * Returns where buffers for {@link #write} come from at the least cost, and the
	 * writer of text. For the event loop only.
	 * @return the pool of the event loop
	 */
	WritePool pool();

	/**
	 * Returns the allocator for buffers that are not written.
	 * @return the allocator of the connection
	 */
	ByteBufAllocator allocator();

	/**
	 * Returns how many bytes were written but have not left for the socket. Callable from
	 * any thread; on others than the event loop, the bytes of the current turn may be
	 * missing.
	 * @return a number of bytes, with some hundred for each buffer
	 */
	long pendingBytes();

	/**
	 * Tells whether more may be written without passing the limit of pending bytes.
	 * Callable from any thread.
	 * @return {@code false} until {@link TunnelListener#onWritable()}
	 */
	boolean writable();

	/**
	 * Sets that limit.
	 * @param high above so many pending bytes the tunnel is not writable
	 * @param low below so many it is writable again
	 */
	void writeLimit(int high, int low);

	/**
	 * Sets or moves the deadline at which {@link TunnelListener#onDeadline()} is called,
	 * once. Costs a store.
	 * @param millis from now, rounded up to the next sweep of the event loop; 0 for never
	 */
	void deadline(long millis);

	/**
	 * Returns the time as the deadline sees it, which stands still between two sweeps.
	 * @return milliseconds from an arbitrary start
	 */
	long now();

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
	 * Returns the event loop. Callable from any thread.
	 * @return a single-threaded executor
	 */
	EventExecutor eventLoop();

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

	/**
	 * Returns an object that all tunnels of an event loop share.
	 * @param <T> the type
	 * @param type under which it is kept
	 * @param initial makes it when it is first asked for; if it is {@link AutoCloseable},
	 * it is closed when the loop ends
	 * @return the object of this loop
	 */
	<T> T loopLocal(Class<T> type, Supplier<? extends T> initial);

}
