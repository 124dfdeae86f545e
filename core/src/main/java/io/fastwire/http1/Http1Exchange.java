/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Objects;
import java.util.function.Consumer;

import io.fastwire.http.HttpVersion;
import io.fastwire.http.ResponseHeaders;
import io.fastwire.http.TunnelListener;
import io.fastwire.internal.http.ExchangeCallbacks;
import io.fastwire.internal.http.LengthMismatch;
import io.fastwire.internal.http.ResponseLength;
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
		long promised = ResponseLength.declared(headers);
		if (promised >= 0 && known >= 0 && known < promised && ResponseLength.hasBody(this)) {
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
		encoder.writeTo(writer().reserve(bytes, known));
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
	public void end(ByteBuf body) {
		if (ended()) {
			body.release();
			return;
		}
		send(body, body.readableBytes());
		complete();
	}

	@Override
	public void end(byte[] body, int offset, int length) {
		if (!ended()) {
			send(body, offset, length, length);
			complete();
		}
	}

	@Override
	public void end(String body) {
		if (!ended()) {
			int length = utf8Length(body);
			send(body, length, length);
			complete();
		}
	}

	@Override
	public boolean write(ByteBuf data) {
		if (ended()) {
			data.release();
			return false;
		}
		send(data, -1);
		return writable();
	}

	@Override
	public boolean write(byte[] data, int offset, int length) {
		if (!ended()) {
			send(data, offset, length, -1);
		}
		return writable();
	}

	@Override
	public boolean write(String text) {
		if (!ended()) {
			send(text, utf8Length(text), -1);
		}
		return writable();
	}

	@Override
	public void flushHead() {
		if (state == State.OPEN) {
			commit(-1);
		}
	}

	/**
	 * Takes ownership.
	 * @param known as for {@link #commit}
	 */
	private void send(ByteBuf data, long known) {
		int length = 0;
		try {
			length = admit(data.readableBytes(), known);
		}
		finally {
			if (length == 0) {
				data.release();
			}
		}
		if (length != 0) {
			framing.write(writer(), data.writerIndex(data.readerIndex() + length));
		}
	}

	private void send(byte[] data, int offset, int length, long known) {
		Objects.checkFromIndexSize(offset, length, data.length);
		int admitted = admit(length, known);
		if (admitted != 0) {
			framing.write(writer(), data, offset, admitted);
		}
	}

	/** Sends text whose length in bytes is known. */
	private void send(String text, int length, long known) {
		int admitted = admit(length, known);
		if (admitted == length && length != 0) {
			framing.write(writer(), text, length);
		}
		else if (admitted != 0) {
			ByteBuf data = pool().encode(text);
			framing.write(writer(), data.writerIndex(data.readerIndex() + admitted));
		}
	}

	/**
	 * Commits, and decides how much of a piece of the body is sent.
	 * @param known as for {@link #commit}
	 * @return how many of the bytes
	 */
	private int admit(int length, long known) {
		if (state == State.OPEN) {
			commit(known);
		}
		if (transferring) {
			throw new IllegalStateException("A file is being sent");
		}
		int admitted = length;
		if (framing == ResponseFraming.LENGTH && length > declared - written) {
			LengthMismatch.surplus(this);
			admitted = (int) (declared - written);
		}
		if (framing == ResponseFraming.NONE) {
			return 0;
		}
		written += admitted;
		return admitted;
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
		framing.begin(writer(), length);
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
		if (failure == null && !ended()) {
			framing.finish(writer());
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
		pool().dropAhead();
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
		pool().dropAhead();
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

}
