/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.concurrent.CancellationException;

import io.fastwire.http.BodyListener;
import io.fastwire.http.Headers;
import io.fastwire.internal.http.BodyQueue;
import io.fastwire.internal.http.BodyRate;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request (RFC 9112 section 6): takes it off the wire as it comes and
 * hands it on as it is asked for. Loop only.
 */
final class RequestBody {

	/*
	 * Bytes come before anybody asks for them. They wait in a queue, and when that is
	 * over its limit the connection stops reading.
	 *
	 * The listener is called from one place at a time: what it does from within a call,
	 * such as asking for more or ending the exchange, takes effect when it has returned
	 * (`delivering`). Its last call is onComplete or onFailure, unless the application
	 * itself has discarded the body, after which it hears nothing more.
	 */

	private final Http1Connection connection;

	private final Http1Limits limits;

	private final @Nullable ChunkDecoder decoder;

	private final BodyQueue queue = new BodyQueue();

	private final BodyRate rate = new BodyRate();

	private final long declaredLength;

	/** Bytes still to come; only without a decoder. */
	private long remaining;

	private long demand;

	private long drainedBytes;

	private @Nullable BodyListener listener;

	private @Nullable Throwable failure;

	private boolean continueExpected;

	private boolean discarding;

	/** The response was complete before all of this was delivered. */
	private boolean lost;

	private boolean paused;

	private boolean delivering;

	/** The last byte has come off the wire. */
	private boolean complete;

	/** The listener was told how the body ended, or is never to be. */
	private boolean finished;

	RequestBody(Http1Connection connection, RequestHead head) {
		this.connection = connection;
		this.limits = connection.loop().protocol().limits();
		this.decoder = (head.bodyFraming() == BodyFraming.CHUNKED) ? new ChunkDecoder(limits) : null;
		this.declaredLength = head.contentLength();
		this.remaining = declaredLength;
		this.continueExpected = head.expectContinue();
	}

	// The wire

	/** Tells that the client does not wait for a 100: bytes of the body are here. */
	void begun() {
		continueExpected = false;
		updateRate();
	}

	/**
	 * Takes what belongs to the body.
	 * @param in stays the caller's; what belongs to the body is consumed
	 */
	void feed(ByteBuf in) {
		rate.arrived(in.readableBytes());
		if (continueExpected) {
			begun();
		}
		if (decoder != null) {
			feedChunked(in, decoder);
		}
		else {
			feedLength(in);
		}
	}

	private void feedLength(ByteBuf in) {
		int length = (int) Math.min(remaining, in.readableBytes());
		remaining -= length;
		complete = remaining == 0;
		if (length > 0) {
			deliver(in, length);
		}
		finish();
	}

	private void feedChunked(ByteBuf in, ChunkDecoder decoder) {
		while (connection.reads(this)) {
			switch (decoder.decode(in)) {
				case ChunkDecoder.DATA -> deliver(in, decoder.dataLength());
				case ChunkDecoder.DONE -> {
					complete = true;
					finish();
					return;
				}
				case ChunkDecoder.REJECTED -> {
					connection.reject(decoder.rejection());
					return;
				}
				default -> {
					return;
				}
			}
		}
	}

	private void deliver(ByteBuf in, int length) {
		if (discarding) {
			in.skipBytes(length);
			drained(length);
		}
		else if (demand > 0 && queue.isEmpty() && listener != null && !delivering) {
			deliver(listener, in.readRetainedSlice(length));
			finish();
		}
		else {
			enqueue(in, length);
		}
	}

	private void deliver(BodyListener listener, ByteBuf piece) {
		if (demand != Long.MAX_VALUE) {
			demand--;
		}
		delivering = true;
		try {
			listener.onData(piece);
		}
		finally {
			delivering = false;
			updateRate();
		}
	}

	private void enqueue(ByteBuf in, int length) {
		queue.add(in, length, in.capacity());
		if (queue.bytes() >= limits.maxBufferedBytes()) {
			pause(true);
		}
	}

	private void pause(boolean pause) {
		if (paused != pause) {
			paused = pause;
			updateRate();
			connection.pauseReading(pause);
		}
	}

	/**
	 * The response is complete and nobody reads the rest, of which not too much is taken.
	 */
	private void drained(int length) {
		if (connection.responseEnded()) {
			drainedBytes += length;
			if (drainedBytes > limits.maxDrainBytes()) {
				connection.giveUpBody();
			}
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
			connection.sendContinue();
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
		if (queue.bytes() < limits.maxBufferedBytes()) {
			pause(false);
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
			listener.onComplete((decoder != null) ? decoder.trailers() : Headers.empty());
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
		queue.release();
		updateRate();
		pause(false);
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

	// Questions of the connection

	/** Whether every byte has come off the wire. */
	boolean complete() {
		return complete;
	}

	/**
	 * Whether the rest can be drained so that the connection can be used again (RFC 9112
	 * section 9.3): the client is sending it, and it is not too long.
	 */
	boolean drainable() {
		return complete || (!continueExpected && (decoder != null || remaining <= limits.maxDrainBytes()));
	}

	private long now() {
		return connection.resources().sweeper().now();
	}

	/** Tells the rate whether it is the client whom the body waits for. */
	private void updateRate() {
		boolean waiting = !paused && !continueExpected && (demand > 0 || discarding);
		rate.waiting(waiting, now());
	}

	/**
	 * Judges whether enough has come while it was waited for.
	 * @param window how long it must have been waited for, in sweeps
	 * @param minimum bytes that must come in that time
	 * @return after how many sweeps to ask again, or 0 if the client is too slow
	 */
	int untilTooSlow(int window, long minimum) {
		long now = now();
		long left = window - rate.waited(now);
		if (left > 0) {
			return (int) left;
		}
		return (rate.restart(now) >= minimum) ? window : 0;
	}

	/** The length of the whole body in bytes, or -1 if it is not known in advance. */
	long declaredLength() {
		return declaredLength;
	}

}
