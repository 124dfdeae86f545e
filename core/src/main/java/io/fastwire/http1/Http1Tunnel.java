/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.AbortedException;
import io.fastwire.http.Tunnel;
import io.fastwire.http.TunnelListener;
import io.netty.buffer.ByteBuf;
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

	void writable() {
		if (!closing) {
			guarded(listener::onWritable);
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
	public long pendingBytes() {
		return connection.writer().pendingBytes();
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
	public boolean inEventLoop() {
		return connection.channel().eventLoop().inEventLoop();
	}

	@Override
	public void execute(Runnable task) {
		connection.execute(task);
	}

}
