/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

import io.fastwire.http.HttpVersion;
import io.fastwire.http.ResponseHeaders;
import io.fastwire.http.TunnelListener;
import io.fastwire.internal.io.CorkedWriter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOption;
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

	private boolean shuttingDown;

	private @Nullable Throwable abortCause;

	private @Nullable Runnable onWritable;

	private @Nullable Runnable onShutdown;

	private @Nullable Consumer<Throwable> onAbort;

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
			ResponseHeadEncoder encoder = encoder();
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
		ResponseHeadEncoder encoder = encoder();
		int bytes = encoder.encode(status, headers, length, persistence(persistent), connection().date());
		encoder.writeTo(writer().reserve(bytes + (int) Math.min(Math.max(known, 0), CorkedWriter.COPY_LIMIT)));
		state = State.COMMITTED;
		framing = chosen;
		declared = (chosen == ResponseFraming.LENGTH) ? length : -1;
		keepAlive = persistent;
	}

	/**
	 * Nothing is written yet, so that a response that is too short can become an error.
	 */
	private void failShort(long known, long promised) {
		LOGGER.log(Level.ERROR, "The response to " + method() + " " + target().path() + " has " + known
				+ " bytes but its Content-Length says " + promised);
		status = 500;
		responseHeaders = new ResponseHeaders().add("Connection", "close");
		commit(0);
		framing = ResponseFraming.NONE;
	}

	private Persistence persistence(boolean persistent) {
		if (!persistent) {
			return Persistence.CLOSE;
		}
		return (version() == HttpVersion.HTTP_1_0) ? Persistence.KEEP_ALIVE_HTTP_1_0 : Persistence.KEEP_ALIVE;
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
		if (framing == ResponseFraming.LENGTH && body.length == declared - written) {
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
		end(body.getBytes(StandardCharsets.UTF_8));
	}

	@Override
	public void end(ByteBuf body) {
		if (ended()) {
			body.release();
			return;
		}
		if (state == State.OPEN && !commitOrRelease(body, body.readableBytes())) {
			return;
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
		if (state == State.OPEN && !commitOrRelease(data, -1)) {
			return false;
		}
		send(data);
		return writable();
	}

	/** Commits; if that fails, the data is released before the exception goes on. */
	private boolean commitOrRelease(ByteBuf data, long known) {
		try {
			commit(known);
			return true;
		}
		catch (IllegalArgumentException ex) {
			data.release();
			throw ex;
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
		int length = data.readableBytes();
		if (framing == ResponseFraming.LENGTH && length > declared - written) {
			warnSurplus();
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

	private void warnSurplus() {
		LOGGER.log(Level.WARNING, "The response to " + method() + " " + target().path()
				+ " has more bytes than its Content-Length says; the surplus is dropped");
	}

	@Override
	public void sendFile(FileChannel file, long position, long count, Consumer<@Nullable Throwable> done) {
		if (!ended() && state == State.OPEN) {
			commit(-1);
		}
		if (ended()) {
			done.accept((abortCause != null) ? abortCause : new IllegalStateException("The response has ended"));
			return;
		}
		long length = (framing == ResponseFraming.LENGTH) ? Math.min(count, declared - written) : count;
		if (length == 0 || framing == ResponseFraming.NONE) {
			done.accept(null);
			return;
		}
		written += length;
		if (framing == ResponseFraming.CHUNKED) {
			ResponseFraming.writeChunkSize(writer(), length);
		}
		connection().sendFile(new OpenFileRegion(file, position, length), done);
		if (framing == ResponseFraming.CHUNKED) {
			ResponseFraming.writeCrlf(writer());
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
		if (framing == ResponseFraming.LENGTH && written < declared) {
			LOGGER.log(Level.ERROR, "The response to " + method() + " " + target().path() + " ended after " + written
					+ " of " + declared + " bytes; the connection is closed");
			abort(new IllegalStateException("Response shorter than its Content-Length"));
			return;
		}
		if (framing == ResponseFraming.CHUNKED) {
			ResponseFraming.writeLastChunk(writer());
		}
		state = State.COMPLETE;
		forgetCallbacks();
		if (body() != null) {
			body().discard();
		}
		connection().responseComplete(this, keepAlive);
	}

	// Callbacks

	@Override
	public void onWritable(@Nullable Runnable task) {
		if (!ended()) {
			onWritable = task;
		}
	}

	@Override
	public void onShutdown(Runnable task) {
		if (shuttingDown && !ended()) {
			task.run();
		}
		else {
			onShutdown = task;
		}
	}

	@Override
	public void onAbort(Consumer<Throwable> task) {
		if (state == State.ABORTED && abortCause != null) {
			task.accept(abortCause);
		}
		else if (state != State.COMPLETE) {
			onAbort = task;
		}
	}

	void becameWritable() {
		Runnable task = onWritable;
		if (task != null) {
			task.run();
		}
	}

	void serverDraining() {
		shuttingDown = true;
		Runnable task = onShutdown;
		if (task != null && !ended()) {
			onShutdown = null;
			task.run();
		}
	}

	private void forgetCallbacks() {
		onWritable = null;
		onAbort = null;
		onShutdown = null;
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
		else if (framing == ResponseFraming.UNTIL_CLOSE) {
			// or the client would take the end of the connection for the end of the body
			connection().channel().config().setOption(ChannelOption.SO_LINGER, 0);
		}
		boolean unfinished = fail(cause);
		if (unfinished) {
			connection().cutOff(this);
		}
	}

	/** The handler, or a listener of it, threw an exception. */
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
		Consumer<Throwable> task = onAbort;
		forgetCallbacks();
		connection().requestAborted();
		if (body() != null) {
			body().fail(cause);
		}
		if (task != null) {
			task.accept(cause);
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
		ResponseHeadEncoder encoder = encoder();
		int bytes = encoder.encode(101, headers, ResponseHeadEncoder.UNFRAMED, Persistence.UPGRADE,
				connection().date());
		encoder.writeTo(writer().reserve(bytes));
		status = 101;
		state = State.COMPLETE;
		forgetCallbacks();
		if (body() != null) {
			body().discard();
		}
		connection().startTunnel(listener);
	}

	private CorkedWriter writer() {
		return connection().writer();
	}

	private ResponseHeadEncoder encoder() {
		return connection().loop().encoder();
	}

}
