/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Consumer;

import io.fastwire.http.RejectedBodyException;
import io.fastwire.http.Rejection;
import io.fastwire.http.ResponseHeaders;
import io.fastwire.internal.http.ExchangeCallbacks;
import io.fastwire.internal.http.LengthMismatch;
import io.fastwire.internal.http.ResponseLength;
import io.fastwire.internal.io.Counter;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import org.jspecify.annotations.Nullable;

/**
 * One stream (RFC 9113 section 5): a request and its response, of which this class is the
 * response half. Loop only, but for what {@link io.fastwire.http.Exchange} allows.
 */
final class Http2Exchange extends Http2ResponseHead {

	/*
	 * Two ends. For the application the exchange ends when it has given all of the
	 * response. The stream lives on until the windows have let that out and the request
	 * body has come in full or been given up; settle() looks whether that is so, and is
	 * called whenever one of these changes.
	 */

	private final StreamOutput output;

	private final @Nullable Http2Body body;

	/** No body is sent, whatever the application writes. */
	private boolean bodiless;

	/** Bytes that the Content-Length field promises, or -1. */
	private long declared = -1;

	private long written;

	/** A file is on its way, which the end of the response waits for. */
	private @Nullable FileSource source;

	private boolean endWanted;

	private @Nullable Throwable abortCause;

	private @Nullable ExchangeCallbacks callbacks;

	/**
	 * Creates the exchange of a stream.
	 * @param ends whether there is no request body
	 */
	Http2Exchange(int id, Http2Connection connection, RequestHead head, boolean ends) {
		super(id, connection, head);
		this.output = new StreamOutput(id, connection, this);
		this.body = ends ? null : new Http2Body(this, connection, head.contentLength(), head.expectContinue());
	}

	@Override
	@Nullable Http2Body body() {
		return body;
	}

	StreamOutput output() {
		return output;
	}

	// The head

	/**
	 * Writes the head.
	 * @param known the length of the body in bytes, or -1 if that is not known
	 * @param last whether the application gives nothing after that body
	 * @throws IllegalArgumentException if the application set a field that must not be
	 * sent; nothing is written then
	 */
	private void commit(long known, boolean last) {
		ResponseHeaders headers = fields();
		int status = status();
		long promised = ResponseLength.declared(headers);
		boolean hasBody = ResponseLength.hasBody(this);
		if (promised >= 0 && known >= 0 && known < promised && hasBody) {
			failShort(known, promised);
			return;
		}
		long length = hasBody ? Math.max(promised, known) : ResponseLength.bodiless(status, promised, known);
		if (hasBody && promised >= 0) {
			length = promised;
		}
		boolean ends = last && (!hasBody || length == 0);
		boolean sent = connection().heads().response(this, status, headers, length, ends);
		state(State.COMMITTED);
		bodiless = !hasBody;
		declared = hasBody ? length : -1;
		if (!sent) {
			connection().reset(this, Http2Error.INTERNAL_ERROR);
			fail(new IOException("The client does not take response heads of this size"));
			connection().floods().reset();
		}
		else if (ends) {
			output.endedByHead();
		}
	}

	/**
	 * Nothing is written yet, so that a response that is too short can become an error.
	 */
	private void failShort(long known, long promised) {
		LengthMismatch.knownTooShort(this, known, promised);
		status(500);
		clearFields();
		commit(0, true);
		bodiless = true;
	}

	// The body

	@Override
	public void end() {
		if (ended()) {
			return;
		}
		if (isOpen()) {
			commit(0, true);
		}
		complete();
	}

	@Override
	public void end(ByteBuf body) {
		if (ended()) {
			body.release();
			return;
		}
		send(body, body.readableBytes(), true);
		complete();
	}

	@Override
	public void end(byte[] body, int offset, int length) {
		if (!ended()) {
			send(body, offset, length, true);
			complete();
		}
	}

	@Override
	public void end(String body) {
		if (!ended()) {
			send(body, true);
			complete();
		}
	}

	@Override
	public boolean write(ByteBuf data) {
		if (ended()) {
			data.release();
			return false;
		}
		send(data, -1, false);
		return writable();
	}

	@Override
	public boolean write(byte[] data, int offset, int length) {
		if (!ended()) {
			send(data, offset, length, false);
		}
		return writable();
	}

	@Override
	public boolean write(String text) {
		if (!ended()) {
			send(text, false);
		}
		return writable();
	}

	@Override
	public void flushHead() {
		if (isOpen()) {
			commit(-1, false);
		}
	}

	/** Takes ownership. */
	private void send(ByteBuf data, long known, boolean last) {
		int length = 0;
		try {
			length = admit(data.readableBytes(), known, last);
		}
		finally {
			if (length == 0) {
				data.release();
			}
		}
		if (length != 0) {
			output.write(data.writerIndex(data.readerIndex() + length), isLast(last));
		}
	}

	private void send(byte[] data, int offset, int length, boolean last) {
		Objects.checkFromIndexSize(offset, length, data.length);
		int admitted = admit(length, last ? length : -1, last);
		if (admitted != 0) {
			output.write(data, offset, admitted, isLast(last));
		}
	}

	private void send(String text, boolean last) {
		int length = utf8Length(text);
		int admitted = admit(length, last ? length : -1, last);
		if (admitted == 0 || (admitted == length && output.write(text, length, isLast(last)))) {
			return;
		}
		ByteBuf data = pool().encode(text);
		output.write(data.writerIndex(data.readerIndex() + admitted), isLast(last));
	}

	/** A response that is too short must not look complete. */
	private boolean isLast(boolean last) {
		return last && (declared < 0 || written == declared);
	}

	/**
	 * Commits, and decides how much of a piece of the body is sent.
	 * @return how many of the bytes
	 */
	private int admit(int length, long known, boolean last) {
		if (isOpen()) {
			commit(known, last);
		}
		if (source != null) {
			throw new IllegalStateException("A file is being sent");
		}
		int admitted = length;
		if (bodiless || ended()) {
			return 0;
		}
		if (declared >= 0 && length > declared - written) {
			LengthMismatch.surplus(this);
			admitted = (int) (declared - written);
		}
		written += admitted;
		return admitted;
	}

	@Override
	public void sendFile(FileChannel file, long position, long count, Consumer<@Nullable Throwable> done) {
		if (source != null) {
			throw new IllegalStateException("A file is being sent");
		}
		flushHead();
		if (ended()) {
			done.accept((abortCause != null) ? abortCause : new IllegalStateException("The response has ended"));
			return;
		}
		long length = (declared >= 0) ? Math.min(count, declared - written) : count;
		if (length <= 0 || bodiless) {
			done.accept(null);
			return;
		}
		try {
			FileSource started = new FileSource(file, position, length, new FileSource.Target(output, allocator()),
					(failure) -> transferred(failure, done));
			source = started;
			written += length;
			started.read();
		}
		catch (IOException ex) {
			transferred(ex, done);
		}
	}

	private void transferred(@Nullable Throwable failure, Consumer<@Nullable Throwable> done) {
		source = null;
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
		return !ended() && !output.full();
	}

	@Override
	public long pendingBytes() {
		return ended() ? 0 : output.queuedBytes() + connection().writer().pendingBytes();
	}

	@Override
	public long writeOffset() {
		return written;
	}

	private void complete() {
		if (ended()) {
			return;
		}
		if (source != null) {
			endWanted = true;
			return;
		}
		if (declared >= 0 && written < declared && !bodiless) {
			LengthMismatch.endedTooShort(this, written, declared);
			abort(new IllegalStateException("Response shorter than its Content-Length"));
			return;
		}
		state(State.COMPLETE);
		callbacks = null;
		pool().dropAhead();
		connection().resources().counters().increment(Counter.REQUESTS_COMPLETED);
		output.end();
		if (body != null) {
			body.responseComplete();
		}
		settle();
	}

	/** Ends the stream if nothing is left to come or go. */
	void settle() {
		if (!ended() || !output.ended() || !connection().isOpen(this)) {
			return;
		}
		if (body == null || body.complete()) {
			connection().closed(this);
		}
		else if (isAborted() || !body.drainable()) {
			connection().reset(this, Http2Error.NO_ERROR);
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
		if (source != null) {
			source.read();
		}
		else if (callbacks != null) {
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
		if (isOpen()) {
			answer(500, "");
			fail(cause);
			settle();
		}
		else {
			connection().reset(this, Http2Error.INTERNAL_ERROR);
			fail(cause);
		}
	}

	/**
	 * Refuses what came behind the head. A response that is complete is not cut off by
	 * that: what waits of it leaves first.
	 */
	void reject(Rejection rejection) {
		connection().rejected(rejection);
		if (ended() && body != null) {
			body.giveUp();
		}
		else if (isOpen()) {
			answer(rejection.status(), ErrorText.of(rejection));
		}
		else {
			connection().reset(this, Http2Error.CANCEL);
		}
		fail(new RejectedBodyException(rejection));
		settle();
		connection().floods().reset();
	}

	/** Gives an answer of the server's own. */
	private void answer(int status, String text) {
		byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
		boolean empty = bytes.length == 0 || method().equals("HEAD");
		boolean sent = connection().heads()
			.response(this, status, empty ? NO_HEADERS : ErrorText.FIELDS, bytes.length, empty);
		state(State.COMMITTED);
		if (!sent) {
			connection().reset(this, Http2Error.INTERNAL_ERROR);
			connection().floods().reset();
		}
		else if (empty) {
			output.endedByHead();
		}
		else {
			output.write(bytes, 0, bytes.length, true);
		}
	}

	/**
	 * Ends the exchange without completing the response and tells the application. What
	 * the stream still has to send is for the caller to drop.
	 */
	void fail(Throwable cause) {
		if (ended()) {
			return;
		}
		state(State.ABORTED);
		abortCause = cause;
		pool().dropAhead();
		connection().resources().counters().increment(Counter.REQUESTS_ABORTED);
		FileSource source = this.source;
		if (source != null) {
			source.fail(cause);
		}
		try {
			if (body != null) {
				body.fail(cause);
			}
		}
		catch (Throwable ex) {
			handlerFailed(ex);
		}
		ExchangeCallbacks callbacks = this.callbacks;
		if (callbacks != null) {
			callbacks.aborted(cause);
		}
	}

}
