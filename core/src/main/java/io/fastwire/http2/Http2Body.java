/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.util.concurrent.CancellationException;

import io.fastwire.http.BodyListener;
import io.fastwire.http.Headers;
import io.fastwire.http.Rejection;
import io.fastwire.internal.http.BodyQueue;
import io.fastwire.internal.http.BodyRate;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request: takes DATA as it comes and hands it on as it is asked for.
 * Loop only.
 */
final class Http2Body {

	/*
	 * What nobody asks for waits in a queue that the window of the stream bounds. The
	 * window opens again as the application takes the bytes, so a slow handler slows its
	 * own client down and nobody else; the connection's window never waits.
	 *
	 * The listener is called from one place at a time: what it does from within a call
	 * takes effect when it has returned (`delivering`). Its last call is onComplete or
	 * onFailure, unless the application itself has discarded the body.
	 */

	private final Http2Exchange exchange;

	private final Http2Connection connection;

	private final Http2Protocol.Bodies limits;

	private final BodyQueue queue = new BodyQueue();

	private final BodyRate rate = new BodyRate();

	/** Bytes, or -1. */
	private final long declaredLength;

	private long received;

	/** Bytes of a frame that is not whole yet, which the rate knows of. */
	private int arrived;

	/** What the client may still send. */
	private int window;

	/** Taken by the application and not given back to the window yet. */
	private int taken;

	private long demand;

	private long drainedBytes;

	private @Nullable BodyListener listener;

	private @Nullable Throwable failure;

	private Headers trailers = Headers.empty();

	private boolean continueExpected;

	private boolean discarding;

	/** Too long or too slow, and the stream ends when the response has left. */
	private boolean givenUp;

	/** The response was complete before all of this was delivered. */
	private boolean lost;

	private boolean delivering;

	/** END_STREAM has come. */
	private boolean complete;

	/** The listener was told how the body ended, or is never to be. */
	private boolean finished;

	Http2Body(Http2Exchange exchange, Http2Connection connection, long declaredLength, boolean continueExpected) {
		this.exchange = exchange;
		this.connection = connection;
		this.limits = connection.protocol().bodies();
		this.declaredLength = declaredLength;
		this.continueExpected = continueExpected;
		this.window = limits.maxBufferedBytes();
		updateRate();
	}

	// The wire

	/**
	 * Takes a DATA frame.
	 * @param data stays the caller's
	 * @param padding bytes that count and mean nothing
	 * @param held bytes of memory that a slice of the data would pin
	 * @return why the stream must end instead, or {@code null}
	 */
	@Nullable StreamError feed(ByteBuf data, int padding, int held, boolean ends) {
		int length = data.readableBytes();
		window -= length + padding;
		received += length;
		if (length + padding > 0 && credit() < 0) {
			return StreamError.FLOW_CONTROL;
		}
		if (givenUp) {
			complete = ends;
			return null;
		}
		if (declaredLength >= 0 && (received > declaredLength || (ends && received < declaredLength))) {
			return StreamError.CONTENT_LENGTH;
		}
		if (received > limits.maxBytes()) {
			exchange.reject(Rejection.BODY_TOO_LARGE);
			return null;
		}
		rate.arrived(Math.max(0, length - arrived));
		arrived = 0;
		continueExpected = false;
		complete = ends;
		take(padding);
		if (length > 0) {
			deliver(data, length, held);
		}
		updateRate();
		finish();
		return null;
	}

	/**
	 * Returns what the client may still send, as far as it knows. Until it has heard of
	 * the window, streams begin with another (RFC 9113 section 6.9.2).
	 */
	int credit() {
		boolean known = connection.settingsAcknowledged() || limits.maxBufferedBytes() >= SendWindows.INITIAL;
		return known ? window : window + SendWindows.INITIAL - limits.maxBufferedBytes();
	}

	/**
	 * Part of a DATA frame is here. The rate is that of bytes, or a large frame on a slow
	 * line would look like none.
	 * @param bytes of the frame so far
	 */
	void arriving(int bytes) {
		rate.arrived(bytes - arrived);
		arrived = bytes;
	}

	/**
	 * Takes the trailer section, which ends the body.
	 * @return why the stream must end instead, or {@code null}
	 */
	@Nullable StreamError end(Headers trailers) {
		if (declaredLength >= 0 && received < declaredLength) {
			return StreamError.CONTENT_LENGTH;
		}
		this.trailers = trailers;
		complete = true;
		updateRate();
		finish();
		return null;
	}

	private void deliver(ByteBuf data, int length, int held) {
		BodyListener listener = this.listener;
		if (discarding) {
			take(length);
			drained(length);
		}
		else if (demand > 0 && queue.isEmpty() && listener != null && !delivering) {
			deliver(listener, data.readRetainedSlice(length));
		}
		else {
			queue.add(data, length, held);
		}
	}

	private void deliver(BodyListener listener, ByteBuf piece) {
		if (demand != Long.MAX_VALUE) {
			demand--;
		}
		take(piece.readableBytes());
		delivering = true;
		try {
			listener.onData(piece);
		}
		finally {
			delivering = false;
			updateRate();
		}
	}

	/** Opens the window again, by at least half so that not each frame is answered. */
	private void take(int bytes) {
		taken += bytes;
		if (!complete && taken >= limits.maxBufferedBytes() / 2 && taken > 0 && failure == null && !givenUp) {
			connection.frames().windowUpdate(exchange.id(), taken);
			window += taken;
			taken = 0;
		}
	}

	/**
	 * The response is complete and nobody reads the rest, of which not too much is taken.
	 */
	private void drained(int length) {
		if (exchange.ended()) {
			drainedBytes += length;
			exchange.settle();
		}
	}

	// The application

	void receive(BodyListener listener) {
		if (this.listener != null) {
			throw new IllegalStateException("The request body is already being received");
		}
		this.listener = listener;
		finish();
	}

	void request(long chunks) {
		if (chunks <= 0) {
			throw new IllegalArgumentException("Not a number of chunks to ask for: " + chunks);
		}
		demand = (demand + chunks < 0) ? Long.MAX_VALUE : demand + chunks;
		if (continueExpected) {
			continueExpected = false;
			exchange.sendContinue();
		}
		updateRate();
		drainQueue();
	}

	private void drainQueue() {
		BodyListener listener = this.listener;
		if (delivering || listener == null) {
			return;
		}
		while (demand > 0 && !finished) {
			ByteBuf piece = queue.poll();
			if (piece == null) {
				break;
			}
			deliver(listener, piece);
		}
		finish();
	}

	/** Tells the listener the end, once all pieces are delivered or given up. */
	private void finish() {
		BodyListener listener = this.listener;
		if (finished || delivering || listener == null) {
			return;
		}
		Throwable cause = failure;
		if (cause == null && complete && queue.isEmpty() && !lost) {
			finished = true;
			listener.onComplete(trailers);
		}
		else if (cause != null || lost) {
			finished = true;
			listener.onFailure((cause != null) ? cause
					: new CancellationException("The response was complete before the request body was received"));
		}
	}

	/** Drops what is here and what will come, and tells the listener nothing more. */
	void discard() {
		finished = true;
		drop();
	}

	/**
	 * The response is complete. Who still receives the body then is told that no more of
	 * it comes.
	 */
	void responseComplete() {
		lost = !complete || !queue.isEmpty();
		drop();
		finish();
	}

	private void drop() {
		discarding = true;
		int dropped = queue.bytes();
		queue.release();
		take(dropped);
		updateRate();
	}

	/** Ends the body without its rest. */
	void fail(Throwable cause) {
		if (failure == null) {
			failure = cause;
		}
		discarding = true;
		queue.release();
		finish();
	}

	/**
	 * The rest is not waited for: the response, which is complete, still has to leave.
	 */
	void giveUp() {
		givenUp = true;
	}

	// Questions of the connection

	/** Whether every byte has come. */
	boolean complete() {
		return complete;
	}

	/**
	 * Whether the rest may be waited for although the response is complete: the client is
	 * sending it, and it is not too long. Otherwise the stream is reset.
	 */
	boolean drainable() {
		return !givenUp && !continueExpected && drainedBytes <= limits.maxDrainBytes()
				&& declaredLength - received <= limits.maxDrainBytes();
	}

	/** Tells the rate whether it is the client whom the body waits for. */
	private void updateRate() {
		boolean waiting = !complete && !continueExpected && (demand > 0 || discarding);
		rate.waiting(waiting, connection.now());
	}

	/**
	 * Judges whether enough has come while it was waited for.
	 * @param now the current sweep
	 * @param patience how long it must have been waited for, in sweeps
	 * @return after how many sweeps to ask again, or 0 if the client is too slow
	 */
	long untilTooSlow(long now, int patience) {
		long left = patience - rate.waited(now);
		if (complete || givenUp || left > 0) {
			return Math.max(1, left);
		}
		return (rate.restart(now) >= limits.bytesPerWindow()) ? patience : 0;
	}

	/** The length of the whole body in bytes, or -1 if it is not known in advance. */
	long declaredLength() {
		return declaredLength;
	}

}
