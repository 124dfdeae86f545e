/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.fastwire.http.BodyListener;
import io.fastwire.http.Exchange;
import io.fastwire.http.ForwardingExchange;
import io.fastwire.http.Headers;
import io.fastwire.http.ResponseHeaders;
import io.fastwire.http.TunnelListener;
import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A GET that the cache makes for itself, in the name of a request that has been answered.
 * Whatever is written to it is dropped: what stands in front of it has recorded it. Loop
 * only.
 */
final class DetachedExchange extends ForwardingExchange {

	private static final Logger LOGGER = System.getLogger(DetachedExchange.class.getName());

	private static final int MAX_SECONDS = 60;

	private final ResponseHeaders responseHeaders = new ResponseHeaders();

	private final Future<?> deadline;

	private int status = 200;

	private boolean committed;

	private boolean ended;

	private long written;

	private @Nullable Throwable abortCause;

	private Consumer<Throwable> onAbort = (cause) -> {
	};

	DetachedExchange(Exchange answered) {
		super(answered);
		this.deadline = answered.eventLoop()
			.schedule(() -> abort(new IllegalStateException("A stored response was not refreshed in time")),
					MAX_SECONDS, TimeUnit.SECONDS);
	}

	@Override
	public String method() {
		return "GET";
	}

	@Override
	public long contentLength() {
		return 0;
	}

	@Override
	public void receive(BodyListener listener) {
		listener.onComplete(Headers.empty());
	}

	@Override
	public void request(long chunks) {
		// There is no body.
	}

	@Override
	public void discardBody() {
		// There is no body.
	}

	@Override
	public int status() {
		return status;
	}

	@Override
	public Exchange status(int status) {
		if (!committed) {
			this.status = status;
		}
		return this;
	}

	@Override
	public ResponseHeaders responseHeaders() {
		return responseHeaders;
	}

	@Override
	public void inform(int status, ResponseHeaders headers) {
		// Nobody listens.
	}

	@Override
	public boolean committed() {
		return committed;
	}

	@Override
	public boolean ended() {
		return ended;
	}

	private void finish() {
		committed = true;
		ended = true;
		deadline.cancel(false);
	}

	@Override
	public void end() {
		finish();
	}

	@Override
	public void end(ByteBuf body) {
		body.release();
		finish();
	}

	@Override
	public void end(byte[] body, int offset, int length) {
		finish();
	}

	@Override
	public void end(String body) {
		finish();
	}

	@Override
	public boolean write(ByteBuf data) {
		committed = true;
		written += data.readableBytes();
		data.release();
		return writable();
	}

	@Override
	public boolean write(byte[] data, int offset, int length) {
		committed = true;
		written += length;
		return writable();
	}

	@Override
	public boolean write(String text) {
		committed = true;
		written += utf8Length(text);
		return writable();
	}

	@Override
	public void flush() {
		// Nothing leaves.
	}

	@Override
	public void flushHead() {
		committed = true;
	}

	@Override
	public void sendFile(FileChannel file, long position, long count, Consumer<@Nullable Throwable> done) {
		committed = true;
		written += count;
		done.accept(null);
	}

	@Override
	public boolean writable() {
		return !ended;
	}

	@Override
	public long writeOffset() {
		return written;
	}

	@Override
	public void onWritable(@Nullable Runnable task) {
		// Always writable.
	}

	@Override
	public void onAbort(Consumer<Throwable> task) {
		if (abortCause != null) {
			task.accept(abortCause);
		}
		else {
			onAbort = task;
		}
	}

	@Override
	public void onShutdown(Runnable task) {
		// Nobody waits for it.
	}

	@Override
	public void abort(Throwable cause) {
		if (!ended) {
			finish();
			abortCause = cause;
			onAbort.accept(cause);
		}
	}

	@Override
	public void upgrade(String protocol, TunnelListener listener) {
		throw new IllegalStateException("There is no connection to upgrade");
	}

	@Override
	public boolean upgradeRequested() {
		return false;
	}

	@Override
	public long pendingBytes() {
		return 0;
	}

	@Override
	public void execute(Runnable task) {
		eventLoop().execute(() -> run(task));
	}

	/** Runs a task; a failure of it is one of the handler. */
	void run(Runnable task) {
		try {
			task.run();
		}
		catch (Throwable ex) {
			LOGGER.log(Level.ERROR,
					"The handler of GET \"" + target().path() + "\", called to refresh the cache, failed", ex);
			abort(ex);
		}
	}

}
