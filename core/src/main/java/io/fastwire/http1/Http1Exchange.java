/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.util.function.Consumer;

import io.fastwire.http.HttpVersion;
import io.fastwire.http.ResponseHeaders;
import io.fastwire.http.TunnelListener;
import io.fastwire.internal.io.CorkedWriter;
import io.fastwire.internal.io.Counter;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response on an HTTP/1.1 connection: this class is the response
 * half. Loop only, but for what {@link io.fastwire.http.Exchange} allows.
 */
final class Http1Exchange extends Http1Request {

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

	private static final Logger LOGGER = System.getLogger(Http1Exchange.class.getName());

	/**
	 * Shared by all that set no field. Never written to, because it is never handed out.
	 */
	private static final ResponseHeaders NO_HEADERS = new ResponseHeaders();

	private State state = State.OPEN;

	private int status = 200;

	private @Nullable ResponseHeaders responseHeaders;

	private ResponseFraming framing = ResponseFraming.NONE;

	/** Bytes that the Content-Length field promises, or -1. */
	private long declared = -1;

	private long written;

	private boolean keepAlive;

	/** A file is on its way, which the end of the response waits for. */
	private boolean transferring;

	private boolean endWanted;

	private @Nullable Throwable abortCause;

	/** {@code null} until the first is set. */
	private @Nullable ExchangeCallbacks callbacks;

	Http1Exchange(Http1Connection connection, RequestHead head) {
		super(connection, head);
	}

	// The head

	@Override
	public int status() {
		return status;
	}

	@Override
	public Http1Exchange status(int status) {
		if (status < 200 || status > 999) {
			throw new IllegalArgumentException("Not a final status: " + status);
		}
		if (state == State.OPEN) {
			this.status = status;
		}
		return this;
	}

	@Override
	public ResponseHeaders responseHeaders() {
		ResponseHeaders headers = responseHeaders;
		if (headers == null) {
			headers = new ResponseHeaders();
			responseHeaders = headers;
		}
		return headers;
	}

	@Override
	public void inform(int status, ResponseHeaders headers) {
		if (status <= 101 || status >= 200) {
			throw new IllegalArgumentException("Not an interim status: " + status);
		}
		if (state == State.OPEN && version() != HttpVersion.HTTP_1_0) {
			ResponseHeadEncoder encoder = connection().loop().encoder();
			encoder.writeTo(writer().reserve(encoder.encodeInterim(status, headers)));
		}
	}

	@Override
	public boolean committed() {
		return state != State.OPEN;
	}

	@Override
	public boolean ended() {
		return state == State.COMPLETE || state == State.ABORTED;
	}

	/** Whether the response has a length that the application set. */
	boolean hasDeclaredLength() {
		return state == State.COMMITTED && declared >= 0;
	}

	/**
	 * Writes the head.
	 * @param known the length of the body in bytes, or -1 if that is not known
	 * @throws IllegalArgumentException if the application set a field that must not be
	 * sent; nothing is written then
	 */
	private void commit(long known) {
		ResponseHeaders headers = (responseHeaders != null) ? responseHeaders : NO_HEADERS;
		long promised = ResponseFraming.declaredLength(headers);
		if (promised >= 0 && known >= 0 && known < promised && ResponseFraming.hasBody(this)) {
			failShort(known, promised);
			return;
		}
		ResponseFraming chosen = ResponseFraming.of(this, promised, known);
		long length = chosen.lengthField(status, promised, known);
		boolean persistent = keepAliveRequested() && !connection().closing() && chosen != ResponseFraming.UNTIL_CLOSE
				&& (body() == null || body().drainable()) && !ResponseFraming.closeWanted(headers);
		ResponseHeadEncoder encoder = connection().loop().encoder();
		int bytes = encoder.encode(status, headers, length, Persistence.of(persistent, version()),
				connection().loop().date());
		encoder.writeTo(writer().reserve(bytes + (int) Math.min(Math.max(known, 0), CorkedWriter.COPY_LIMIT)));
		if (chosen == ResponseFraming.UNTIL_CLOSE) {
			connection().resetOnClose(true);
		}
		state = State.COMMITTED;
		framing = chosen;
		declared = (chosen == ResponseFraming.LENGTH) ? length : -1;
		keepAlive = persistent;
	}

	/**
	 * Nothing is written yet, so that a response that is too short can become an error.
	 */
	private void failShort(long known, long promised) {
		LengthMismatch.knownTooShort(this, known, promised);
		status = 500;
		responseHeaders = new ResponseHeaders().add("Connection", "close");
		commit(0);
		framing = ResponseFraming.NONE;
	}

	// The body

	@Override
	public void end() {
		if (ended()) {
			return;
		}
		if (state == State.OPEN) {
			commit(0);
		}
		complete();
	}

	@Override
	public void end(byte[] body) {
		if (ended()) {
			return;
		}
		if (state == State.OPEN) {
			commit(body.length);
		}
		if (framing == ResponseFraming.LENGTH && body.length == declared - written && !transferring) {
			written += body.length;
			writer().write(body);
		}
		else {
			send(allocator().directBuffer(Math.max(body.length, 1)).writeBytes(body));
		}
		complete();
	}

	@Override
	public void end(String body) {
		end(connection().resources().pool().encode(body));
	}

	@Override
	public void end(ByteBuf body) {
		if (ended()) {
			body.release();
			return;
		}
		if (state == State.OPEN) {
			commitOrRelease(body, body.readableBytes());
		}
		send(body);
		complete();
	}

	@Override
	public boolean write(ByteBuf data) {
		if (ended()) {
			data.release();
			return false;
		}
		if (state == State.OPEN) {
			commitOrRelease(data, -1);
		}
		send(data);
		return writable();
	}

	/** Commits; if that fails, the data is released before the exception goes on. */
	private void commitOrRelease(ByteBuf data, long known) {
		boolean failed = true;
		try {
			commit(known);
			failed = false;
		}
		finally {
			if (failed) {
				data.release();
			}
		}
	}

	@Override
	public void flushHead() {
		if (state == State.OPEN) {
			commit(-1);
		}
	}

	/** Takes ownership. */
	private void send(ByteBuf data) {
		if (transferring) {
			data.release();
			throw new IllegalStateException("A file is being sent");
		}
		int length = data.readableBytes();
		if (framing == ResponseFraming.LENGTH && length > declared - written) {
			LengthMismatch.surplus(this);
			length = (int) (declared - written);
			data.writerIndex(data.readerIndex() + length);
		}
		if (length == 0 || framing == ResponseFraming.NONE) {
			data.release();
			return;
		}
		written += length;
		if (framing == ResponseFraming.CHUNKED) {
			ResponseFraming.writeChunkSize(writer(), length);
			writer().write(data);
			ResponseFraming.writeCrlf(writer());
		}
		else {
			writer().write(data);
		}
	}

	@Override
	public void sendFile(FileChannel file, long position, long count, Consumer<@Nullable Throwable> done) {
		if (transferring) {
			throw new IllegalStateException("A file is being sent");
		}
		if (!ended() && state == State.OPEN) {
			commit(-1);
		}
		if (ended()) {
			done.accept((abortCause != null) ? abortCause : new IllegalStateException("The response has ended"));
			return;
		}
		long length = (framing == ResponseFraming.LENGTH) ? Math.min(count, declared - written) : count;
		if (length <= 0 || framing == ResponseFraming.NONE) {
			done.accept(null);
			return;
		}
		if (framing == ResponseFraming.CHUNKED) {
			ResponseFraming.writeChunkSize(writer(), length);
		}
		written += length;
		transferring = true;
		try {
			FileTransfer.start(connection(), file, position, length, (failure) -> transferred(failure, done));
		}
		catch (IOException ex) {
			transferred(ex, done);
		}
	}

	private void transferred(@Nullable Throwable failure, Consumer<@Nullable Throwable> done) {
		transferring = false;
		if (failure == null && framing == ResponseFraming.CHUNKED && !ended()) {
			ResponseFraming.writeCrlf(writer());
		}
		if (failure != null) {
			abort(failure);
		}
		try {
			done.accept(failure);
		}
		catch (Throwable ex) {
			handlerFailed(ex);
		}
		if (endWanted && !ended()) {
			complete();
		}
	}

	@Override
	public boolean writable() {
		return !ended() && writer().writable();
	}

	@Override
	public long writeOffset() {
		return written;
	}

	private void complete() {
		if (transferring) {
			endWanted = true;
			return;
		}
		if (framing == ResponseFraming.LENGTH && written < declared) {
			LengthMismatch.endedTooShort(this, written, declared);
			abort(new IllegalStateException("Response shorter than its Content-Length"));
			return;
		}
		if (framing == ResponseFraming.CHUNKED) {
			ResponseFraming.writeLastChunk(writer());
		}
		else if (framing == ResponseFraming.UNTIL_CLOSE) {
			connection().resetOnClose(false);
		}
		finish();
		connection().responseComplete(this, keepAlive);
	}

	private void finish() {
		state = State.COMPLETE;
		callbacks = null;
		if (body() != null) {
			body().responseComplete();
		}
	}

	// Callbacks

	@Override
	public void onWritable(@Nullable Runnable task) {
		if (!ended()) {
			callbacks = ExchangeCallbacks.of(callbacks, this).onWritable(task);
		}
	}

	@Override
	public void onShutdown(Runnable task) {
		if (connection().draining() && !ended()) {
			task.run();
		}
		else if (!ended()) {
			callbacks = ExchangeCallbacks.of(callbacks, this).onShutdown(task);
		}
	}

	@Override
	public void onAbort(Consumer<Throwable> task) {
		if (abortCause != null) {
			task.accept(abortCause);
		}
		else if (!ended()) {
			callbacks = ExchangeCallbacks.of(callbacks, this).onAbort(task);
		}
	}

	void becameWritable() {
		if (callbacks != null) {
			callbacks.writable();
		}
	}

	void serverDraining() {
		if (callbacks != null) {
			callbacks.shutdown();
		}
	}

	@Override
	public void execute(Runnable task) {
		connection().execute(() -> {
			try {
				task.run();
			}
			catch (Throwable ex) {
				handlerFailed(ex);
			}
		});
	}

	// The end before the end

	@Override
	public void abort(Throwable cause) {
		if (ended()) {
			return;
		}
		if (state == State.OPEN) {
			ErrorResponse.writeServerError(connection());
		}
		if (fail(cause)) {
			connection().cutOff(this);
		}
	}

	/** Whether the client would take the end of the connection for that of the body. */
	boolean endsWithConnection() {
		return framing == ResponseFraming.UNTIL_CLOSE && state != State.COMPLETE;
	}

	/** The handler, or a callback of it, threw an exception. */
	void handlerFailed(Throwable cause) {
		LOGGER.log(Level.ERROR, "The handler of " + method() + " " + target().path() + " failed", cause);
		abort(cause);
	}

	/**
	 * Ends the exchange without completing the response and tells the application.
	 * @return whether it had not ended before
	 */
	boolean fail(Throwable cause) {
		if (ended()) {
			return false;
		}
		state = State.ABORTED;
		abortCause = cause;
		connection().resources().counters().increment(Counter.REQUESTS_ABORTED);
		try {
			if (body() != null) {
				body().fail(cause);
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

	@Override
	public void upgrade(String protocol, TunnelListener listener) {
		if (!upgradeRequested() || committed() || (body() != null && !body().complete())) {
			throw new IllegalStateException(
					"An upgrade needs a request for it, whose body has been received, and an uncommitted response");
		}
		ResponseHeaders headers = responseHeaders().set("Upgrade", protocol);
		ResponseHeadEncoder encoder = connection().loop().encoder();
		int bytes = encoder.encode(101, headers, ResponseHeadEncoder.UNFRAMED, Persistence.UPGRADE,
				connection().loop().date());
		encoder.writeTo(writer().reserve(bytes));
		status = 101;
		finish();
		connection().startTunnel(listener);
	}

	private CorkedWriter writer() {
		return connection().writer();
	}

}
