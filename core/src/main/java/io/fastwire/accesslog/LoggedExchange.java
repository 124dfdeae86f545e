/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.accesslog;

import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.util.function.Consumer;

import io.fastwire.http.AbortedException;
import io.fastwire.http.Exchange;
import io.fastwire.http.ForwardingExchange;
import io.fastwire.http.RejectedBodyException;
import io.fastwire.http.TunnelListener;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * An exchange that is noted when it has ended. Loop only, like what it wraps.
 */
final class LoggedExchange extends ForwardingExchange {

	/*
	 * The end. A response is complete when the exchange has ended after a call that may
	 * end it. If a file is on its way then, it is complete when that has arrived. What
	 * ends otherwise is told as an abort.
	 */

	/** What web servers say where the client did not wait for a status. */
	private static final int CLIENT_CLOSED = 499;

	private static final int FAILED = 500;

	private final AccessLog log;

	/** Asked for now, because a closed socket does not know it any more. */
	private final @Nullable InetSocketAddress client;

	private final long startMillis = System.currentTimeMillis();

	private final long startNanos = System.nanoTime();

	/** Told by whichever thread has found out. */
	private volatile @Nullable String user;

	private boolean headSent;

	private boolean endWanted;

	private boolean recorded;

	private @Nullable Throwable abortCause;

	private Consumer<Throwable> onAbort = (cause) -> {
	};

	LoggedExchange(Exchange delegate, AccessLog log) {
		super(delegate);
		this.log = log;
		this.client = delegate.remoteAddress();
		delegate.onAbort(this::aborted);
	}

	private void record(int status, boolean aborted) {
		if (!recorded) {
			recorded = true;
			log.record(new AccessRecord(delegate(), client, user, status, writeOffset(), aborted, startMillis,
					System.nanoTime() - startNanos, log.needsResponseHeaders() ? responseHeaders() : null));
		}
	}

	@Override
	public void remoteUser(String name) {
		user = name;
	}

	private void endCalled() {
		if (ended()) {
			record(status(), false);
		}
		else {
			endWanted = true;
		}
	}

	private boolean written(boolean writable) {
		headSent = headSent || committed();
		return writable;
	}

	@Override
	public void end() {
		super.end();
		endCalled();
	}

	@Override
	public void end(ByteBuf body) {
		super.end(body);
		endCalled();
	}

	@Override
	public void end(byte[] body, int offset, int length) {
		super.end(body, offset, length);
		endCalled();
	}

	@Override
	public void end(String body) {
		super.end(body);
		endCalled();
	}

	@Override
	public boolean write(ByteBuf data) {
		return written(super.write(data));
	}

	@Override
	public boolean write(byte[] data, int offset, int length) {
		return written(super.write(data, offset, length));
	}

	@Override
	public boolean write(String text) {
		return written(super.write(text));
	}

	@Override
	public void flushHead() {
		super.flushHead();
		written(true);
	}

	@Override
	public void sendFile(FileChannel file, long position, long count, Consumer<@Nullable Throwable> done) {
		super.sendFile(file, position, count, (failure) -> {
			try {
				done.accept(failure);
			}
			finally {
				if (failure == null && endWanted) {
					record(status(), false);
				}
			}
		});
		written(true);
	}

	@Override
	public void upgrade(String protocol, TunnelListener listener) {
		super.upgrade(protocol, listener);
		record(101, false);
	}

	@Override
	public void onAbort(Consumer<Throwable> task) {
		onAbort = task;
		Throwable cause = abortCause;
		if (cause != null) {
			task.accept(cause);
		}
	}

	private void aborted(Throwable cause) {
		abortCause = cause;
		record(statusOf(cause), true);
		onAbort.accept(cause);
	}

	private int statusOf(Throwable cause) {
		if (headSent) {
			return status();
		}
		if (cause instanceof RejectedBodyException rejected) {
			return rejected.rejection().status();
		}
		return (cause instanceof AbortedException) ? CLIENT_CLOSED : FAILED;
	}

}
