/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.function.Supplier;

import io.fastwire.buffer.WritePool;
import io.fastwire.http.AbortedException;
import io.fastwire.http.Tunnel;
import io.fastwire.http.TunnelListener;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/** The byte stream of a connection after a 101. */
final class Http1Tunnel implements Tunnel {

	private final Http1Connection connection;

	private final TunnelListener listener;

	private boolean closing;

	Http1Tunnel(Http1Connection connection, TunnelListener listener) {
		this.connection = connection;
		this.listener = listener;
	}

	// Events, called by the connection

	void open() {
		guarded(() -> listener.onOpen(this));
	}

	/** Takes ownership. What comes behind the end is dropped. */
	void received(ByteBuf in) {
		if (closing) {
			in.release();
		}
		else {
			pass(in);
		}
	}

	private void pass(ByteBuf in) {
		try {
			listener.onData(in);
		}
		catch (Throwable ex) {
			connection.failed(ex);
		}
	}

	private void guarded(Runnable event) {
		try {
			event.run();
		}
		catch (Throwable ex) {
			connection.failed(ex);
		}
	}

	void becameWritable() {
		if (!closing) {
			guarded(listener::onWritable);
		}
	}

	void deadlineExpired() {
		if (!closing) {
			guarded(listener::onDeadline);
		}
	}

	void inputClosed() {
		if (!closing) {
			guarded(() -> listener.onInputClosed(this));
		}
	}

	void shutdown() {
		if (!closing) {
			guarded(() -> listener.onShutdown(this));
		}
	}

	void closed(@Nullable Throwable cause) {
		closing = true;
		listener.onClose(cause);
	}

	// Called by the listener

	@Override
	public boolean write(ByteBuf data) {
		if (closing) {
			data.release();
			return false;
		}
		connection.writer().write(data);
		return connection.writer().writable();
	}

	@Override
	public ByteBuf reserve(int bytes) {
		if (closing) {
			throw new IllegalStateException("The tunnel is closed");
		}
		return connection.writer().reserve(bytes);
	}

	@Override
	public void flush() {
		if (!closing) {
			connection.writer().flush();
		}
	}

	@Override
	public WritePool pool() {
		return connection.resources().pool();
	}

	@Override
	public ByteBufAllocator allocator() {
		return connection.channel().alloc();
	}

	@Override
	public long pendingBytes() {
		return inEventLoop() ? connection.writer().pendingBytes() : connection.writer().handedOverBytes();
	}

	@Override
	public boolean writable() {
		return connection.writer().writable();
	}

	@Override
	public void writeLimit(int high, int low) {
		connection.channel().config().setWriteBufferWaterMark(new WriteBufferWaterMark(low, high));
	}

	@Override
	public void deadline(long millis) {
		if (!closing) {
			connection.deadlineAfter(millis);
		}
	}

	@Override
	public long now() {
		return connection.resources().sweeper().millis();
	}

	@Override
	public void reading(boolean reading) {
		connection.pauseReading(!reading);
	}

	@Override
	public void close() {
		if (!closing) {
			closing = true;
			connection.closeTunnel();
		}
	}

	@Override
	public void abort() {
		closing = true;
		connection.abort(new AbortedException("The tunnel was aborted"));
	}

	@Override
	public EventExecutor eventLoop() {
		return connection.channel().eventLoop();
	}

	@Override
	public boolean inEventLoop() {
		return connection.channel().eventLoop().inEventLoop();
	}

	@Override
	public void execute(Runnable task) {
		connection.execute(task);
	}

	@Override
	public <T> T loopLocal(Class<T> type, Supplier<? extends T> initial) {
		return connection.resources().local(type, initial);
	}

}
