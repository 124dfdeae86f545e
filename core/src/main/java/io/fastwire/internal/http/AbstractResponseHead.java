/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import java.util.function.Consumer;

import io.fastwire.http.ResponseHeaders;
import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.LoopConnection;
import org.jspecify.annotations.Nullable;

/**
 * The head of a response while it can be changed, how far the response has come, and what
 * the application wants to be told of that.
 *
 * @param <C> the connection of one HTTP version
 */
public abstract class AbstractResponseHead<C extends LoopConnection> extends AbstractRequest<C> {

	private enum State {

		/** Status and fields can be changed. */
		OPEN,

		/** The head is written. */
		COMMITTED,

		/** The response is written in full. */
		COMPLETE,

		/** Given up by either side. */
		ABORTED

	}

	/**
	 * Shared by all that set no field. Never written to, because it is never handed out.
	 */
	private static final ResponseHeaders NO_HEADERS = new ResponseHeaders();

	private State state = State.OPEN;

	private int status = 200;

	private @Nullable ResponseHeaders responseHeaders;

	private @Nullable Throwable abortCause;

	AbstractResponseHead(C connection) {
		super(connection);
	}

	@Override
	public final int status() {
		return status;
	}

	@Override
	public final AbstractResponseHead<C> status(int status) {
		if (status < 200 || status > 999) {
			throw new IllegalArgumentException("Not a final status: " + status);
		}
		if (state == State.OPEN) {
			this.status = status;
		}
		return this;
	}

	@Override
	public final ResponseHeaders responseHeaders() {
		ResponseHeaders headers = responseHeaders;
		if (headers == null) {
			headers = new ResponseHeaders();
			responseHeaders = headers;
		}
		if (state == State.OPEN) {
			progress().borrowed = false;
		}
		return headers;
	}

	@Override
	public final AbstractResponseHead<C> addHeader(String name, String value) {
		if (!inEventLoop()) {
			throw new IllegalStateException("Response fields are added on the event loop");
		}
		if (state == State.OPEN) {
			ResponseHeaders headers = responseHeaders;
			if (headers == null) {
				headers = spareHeaders().borrow();
				responseHeaders = headers;
				progress().borrowed = true;
			}
			headers.add(name, value);
		}
		return this;
	}

	/** Gives the loop its fields back, which nothing needs any more. */
	private void giveBack() {
		ResponseProgress progress = progress();
		if (progress.borrowed) {
			progress.borrowed = false;
			spareHeaders().giveBack(fields());
			responseHeaders = null;
		}
	}

	/** Returns the fields so far, not to be changed. */
	final ResponseHeaders fields() {
		return (responseHeaders != null) ? responseHeaders : NO_HEADERS;
	}

	/** Forgets what the application has set. */
	final void becomeServerError() {
		status = 500;
		giveBack();
		responseHeaders = new ResponseHeaders().add("Connection", "close");
	}

	@Override
	public final void inform(int status, ResponseHeaders headers) {
		if (status <= 101 || status >= 200) {
			throw new IllegalArgumentException("Not an interim status: " + status);
		}
		if (state == State.OPEN) {
			writeInterim(status, headers);
		}
	}

	/** Answers {@code Expect: 100-continue} (RFC 9110 section 10.1.1). */
	final void sendContinue() {
		if (state == State.OPEN) {
			writeContinue();
		}
	}

	/** Status and fields are fixed from now on. */
	final void commit() {
		state = State.COMMITTED;
		giveBack();
	}

	@Override
	public final boolean committed() {
		return state != State.OPEN;
	}

	@Override
	public final boolean ended() {
		return state == State.COMPLETE || state == State.ABORTED;
	}

	/**
	 * Tells whether either side has given the exchange up.
	 * @return whether it has ended, but not well
	 */
	protected final boolean aborted() {
		return state == State.ABORTED;
	}

	/** Returns why the exchange was aborted, or {@code null} if it was not. */
	final @Nullable Throwable abortCause() {
		return abortCause;
	}

	// Callbacks

	@Override
	public final void onWritable(@Nullable Runnable task) {
		if (!ended()) {
			callbacks().onWritable(task);
		}
	}

	@Override
	public final void onShutdown(Runnable task) {
		if (connection().draining() && !ended()) {
			task.run();
		}
		else if (!ended()) {
			callbacks().onShutdown(task);
		}
	}

	@Override
	public final void onAbort(Consumer<Throwable> task) {
		if (abortCause != null) {
			task.accept(abortCause);
		}
		else if (!ended()) {
			callbacks().onAbort(task);
		}
	}

	/** Returns the callbacks of an exchange that has not ended. */
	private ExchangeCallbacks callbacks() {
		ResponseProgress progress = progress();
		ExchangeCallbacks callbacks = progress.callbacks;
		if (callbacks == null) {
			callbacks = new ExchangeCallbacks(this);
			progress.callbacks = callbacks;
		}
		return callbacks;
	}

	/** The client has taken enough for more to be written. */
	public void becameWritable() {
		ExchangeCallbacks callbacks = progress().callbacks;
		if (callbacks != null) {
			callbacks.writable();
		}
	}

	/** The server has begun to shut down. */
	public final void serverDraining() {
		ExchangeCallbacks callbacks = progress().callbacks;
		if (callbacks != null) {
			callbacks.shutdown();
		}
	}

	/**
	 * Ends the exchange without completing the response and tells the application. What
	 * is still to be sent is for the caller to drop.
	 * @param cause why
	 * @return whether it had not ended before
	 */
	public final boolean fail(Throwable cause) {
		if (ended()) {
			return false;
		}
		ExchangeCallbacks callbacks = endProgress(State.ABORTED);
		abortCause = cause;
		pool().dropAhead();
		connection().resources().counters().increment(Counter.REQUESTS_ABORTED);
		aborting(cause);
		try {
			RequestBody<?> body = body();
			if (body != null) {
				body.fail(cause);
			}
		}
		catch (Throwable ex) {
			handlerFailed(ex);
		}
		if (callbacks != null) {
			callbacks.aborted(cause);
		}
		return true;
	}

	/** Ends the exchange well. */
	final void finish() {
		endProgress(State.COMPLETE);
		pool().dropAhead();
		try {
			RequestBody<?> body = body();
			if (body != null) {
				body.responseComplete();
			}
		}
		catch (Throwable ex) {
			handlerFailed(ex);
		}
	}

	/**
	 * Leaves the progress to the next response.
	 * @return whom to tell of the end
	 */
	private @Nullable ExchangeCallbacks endProgress(State end) {
		state = end;
		giveBack();
		ResponseProgress progress = progress();
		ExchangeCallbacks callbacks = progress.callbacks;
		progress.callbacks = null;
		return callbacks;
	}

	/** Ends the exchange because 101 is written and another protocol takes over. */
	protected final void switched() {
		status = 101;
		finish();
	}

	// What a version of HTTP adds

	/**
	 * Returns what is known of the response, for an exchange that has not ended.
	 * @return the response in progress of the connection or stream
	 */
	protected abstract ResponseProgress progress();

	/** Returns the fields that the loop lends. */
	protected abstract SpareHeaders spareHeaders();

	/**
	 * Writes an interim response.
	 * @param status from 102 to 199
	 * @param headers its fields
	 */
	protected abstract void writeInterim(int status, ResponseHeaders headers);

	/** Writes 100, which has no fields. */
	protected abstract void writeContinue();

	/**
	 * Called when the exchange has been aborted, before the application is told.
	 * @param cause why
	 */
	protected void aborting(Throwable cause) {
	}

}
