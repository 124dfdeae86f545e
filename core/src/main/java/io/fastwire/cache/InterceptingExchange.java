/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.nio.channels.FileChannel;
import java.util.function.Consumer;

import io.fastwire.http.Exchange;
import io.fastwire.http.ForwardingExchange;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** An exchange that has a say before anything of its response is written. */
abstract class InterceptingExchange extends ForwardingExchange {

	private @Nullable Throwable abortCause;

	private Consumer<Throwable> onAbort = (cause) -> {
	};

	InterceptingExchange(Exchange delegate) {
		super(delegate);
	}

	/** To be called when the subclass is ready for {@link #aborted()}. */
	final void watchAbort() {
		delegate().onAbort((cause) -> {
			abortCause = cause;
			try {
				aborted();
			}
			finally {
				onAbort.accept(cause);
			}
		});
	}

	@Override
	public final void onAbort(Consumer<Throwable> task) {
		if (abortCause != null) {
			task.accept(abortCause);
		}
		else {
			onAbort = task;
		}
	}

	final boolean hasAborted() {
		return abortCause != null;
	}

	/** Called when the exchange is aborted, before the handler is told. */
	abstract void aborted();

	/**
	 * Called before each step of the response.
	 * @return whether it is to be taken
	 */
	abstract boolean permit();

	/** Called after the head was refused. Status and fields are to be set again. */
	void refused() {
		// Nothing was decided.
	}

	/**
	 * Called with each piece of the body before it is passed on.
	 * @param data must be left as it is
	 */
	void body(ByteBuf data) {
		// Not of interest.
	}

	/** The same for bytes of an array. */
	void body(byte[] data, int offset, int length) {
		// Not of interest.
	}

	/**
	 * Whether text is to be passed on as bytes, because those are of interest.
	 * @param text what is about to be written
	 * @return its bytes, or {@code null}
	 */
	byte @Nullable [] bytes(String text) {
		return null;
	}

	/** Called after a piece of the body that is not the last was passed on. */
	void written() {
		// Not of interest.
	}

	/** Called when a file is about to be sent. */
	void file() {
		// Not of interest.
	}

	/** Called when the response is complete. */
	void completed() {
		// Not of interest.
	}

	/**
	 * Decides about a piece of the body, of which the caller was made the owner.
	 * @return whether it is to be passed on; else, and if this throws, it is released
	 */
	private boolean offer(ByteBuf data) {
		boolean passes = false;
		try {
			if (permit()) {
				body(data);
				passes = true;
			}
		}
		finally {
			if (!passes) {
				data.release();
			}
		}
		return passes;
	}

	private void step(Runnable step) {
		try {
			step.run();
		}
		catch (RuntimeException ex) {
			if (!committed()) {
				refused();
			}
			throw ex;
		}
	}

	@Override
	public void end() {
		if (permit()) {
			step(super::end);
			completed();
		}
	}

	@Override
	public void end(ByteBuf body) {
		if (offer(body)) {
			step(() -> super.end(body));
			completed();
		}
	}

	@Override
	public void end(byte[] body, int offset, int length) {
		if (permit()) {
			body(body, offset, length);
			step(() -> super.end(body, offset, length));
			completed();
		}
	}

	@Override
	public void end(String body) {
		if (permit()) {
			byte[] bytes = bytes(body);
			if (bytes != null) {
				body(bytes, 0, bytes.length);
				step(() -> super.end(bytes, 0, bytes.length));
			}
			else {
				step(() -> super.end(body));
			}
			completed();
		}
	}

	@Override
	public boolean write(ByteBuf data) {
		if (!offer(data)) {
			return false;
		}
		step(() -> super.write(data));
		written();
		return writable();
	}

	@Override
	public boolean write(byte[] data, int offset, int length) {
		if (permit()) {
			body(data, offset, length);
			step(() -> super.write(data, offset, length));
			written();
		}
		return writable();
	}

	@Override
	public boolean write(String text) {
		if (permit()) {
			byte[] bytes = bytes(text);
			if (bytes != null) {
				body(bytes, 0, bytes.length);
				step(() -> super.write(bytes, 0, bytes.length));
			}
			else {
				step(() -> super.write(text));
			}
			written();
		}
		return writable();
	}

	@Override
	public void flushHead() {
		if (permit()) {
			step(super::flushHead);
		}
	}

	@Override
	public void sendFile(FileChannel file, long position, long count, Consumer<@Nullable Throwable> done) {
		if (permit()) {
			file();
			step(() -> super.sendFile(file, position, count, done));
		}
		else {
			done.accept(new IllegalStateException("The response has ended"));
		}
	}

}
