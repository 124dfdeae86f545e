/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import java.util.concurrent.CancellationException;

import io.fastwire.http.BodyListener;
import io.fastwire.http.Headers;
import io.fastwire.http.HttpLimits;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request: takes bytes as they come and hands them on as they are asked
 * for. How bytes of the body are told from others, and how the client is kept from
 * sending more, is for each version of HTTP. Loop only.
 *
 * @param <E> the exchange of one HTTP version
 */
public abstract class RequestBody<E extends AbstractExchange<?>> {

	/*
	 * Bytes come before anybody asks for them, and wait in a queue. A slow handler slows
	 * its own client down: HTTP/1.1 stops reading the connection when the queue is full,
	 * HTTP/2 gives the window of the stream back as the application takes the bytes.
	 *
	 * What comes as many small pieces at once is joined in the queue although it was
	 * asked for: each piece is an object or two for whoever collects the body.
	 *
	 * The listener is called from one place at a time: what it does from within a call,
	 * such as asking for more or ending the exchange, takes effect when it has returned
	 * (`delivering`). Its last call is onComplete or onFailure, unless the application
	 * itself has discarded the body, after which it hears nothing more.
	 */

	private final E exchange;

	private final BodyQueue queue = new BodyQueue();

	private final BodyRate rate = new BodyRate();

	private final HttpLimits limits;

	private final long declaredLength;

	private long demand;

	private long drainedBytes;

	private @Nullable BodyListener listener;

	private @Nullable Throwable failure;

	private Headers trailers = Headers.empty();

	private boolean continueExpected;

	private boolean discarding;

	/** The response was complete before all of this was delivered. */
	private boolean lost;

	private boolean full;

	private boolean delivering;

	/** The last byte has come. */
	private boolean complete;

	/** The listener was told how the body ended, or is never to be. */
	private boolean finished;

	/**
	 * Creates a body.
	 * @param exchange that it belongs to
	 * @param declaredLength bytes, or -1 if that is not known in advance
	 * @param continueExpected whether the client waits for a 100 before it sends it
	 * @param limits how much of it is accepted
	 */
	protected RequestBody(E exchange, long declaredLength, boolean continueExpected, HttpLimits limits) {
		this.exchange = exchange;
		this.declaredLength = declaredLength;
		this.continueExpected = continueExpected;
		this.limits = limits;
	}

	/**
	 * Returns the exchange.
	 * @return the exchange that this belongs to
	 */
	protected final E exchange() {
		return exchange;
	}

	/**
	 * Returns how much of the body is accepted.
	 * @return the limits of the server
	 */
	protected final HttpLimits limits() {
		return limits;
	}

	// The wire

	/** Tells that the client does not wait for a 100: bytes of the body are here. */
	public final void begun() {
		if (continueExpected) {
			continueExpected = false;
			updateRate();
		}
	}

	/**
	 * Counts bytes for the rate at which the body comes.
	 * @param bytes how many came
	 */
	protected final void arrived(int bytes) {
		rate.arrived(bytes);
	}

	/**
	 * Takes bytes of the body.
	 * @param in stays the caller's
	 * @param length how many bytes of it
	 * @param held bytes of memory that a slice of it would pin
	 */
	protected final void receive(ByteBuf in, int length, int held) {
		BodyListener listener = this.listener;
		if (discarding) {
			in.skipBytes(length);
			taken(length);
			if (exchange.ended()) {
				drainedBytes += length;
				drained(drainedBytes);
			}
		}
		else if (demand > 0 && queue.isEmpty() && listener != null && !delivering) {
			deliver(listener, BodyQueue.piece(in, length, held));
		}
		else {
			queue.add(in, length, held);
			updateFull();
		}
	}

	/**
	 * Takes bytes of the body behind which more may have come, so that small pieces are
	 * joined: they are handed on by {@link #deliver()}.
	 * @param in stays the caller's
	 * @param length how many bytes of it
	 * @param held bytes of memory that a slice of it would pin
	 */
	protected final void collect(ByteBuf in, int length, int held) {
		if (discarding || demand == 0 || listener == null || delivering) {
			receive(in, length, held);
			return;
		}
		queue.add(in, length, held);
		if (queue.bytes() >= limits.maxBufferedBytes()) {
			deliver();
		}
	}

	/**
	 * Tells that the last byte has come.
	 * @param trailers what came behind it
	 */
	protected final void lastReceived(Headers trailers) {
		this.trailers = trailers;
		complete = true;
		updateRate();
	}

	private void deliver(BodyListener listener, ByteBuf piece) {
		if (demand != Long.MAX_VALUE) {
			demand--;
		}
		taken(piece.readableBytes());
		delivering = true;
		try {
			listener.onData(piece);
		}
		finally {
			delivering = false;
			updateRate();
		}
	}

	/** The client is not to send what there is no room for. */
	private void updateFull() {
		boolean now = queue.bytes() >= limits.maxBufferedBytes();
		if (full != now) {
			full = now;
			updateRate();
			full(now);
		}
	}

	// The application

	/**
	 * Begins to hand the body on.
	 * @param listener takes it
	 * @throws IllegalStateException if called twice
	 */
	final void receive(BodyListener listener) {
		if (this.listener != null) {
			throw new IllegalStateException("The request body is already being received");
		}
		this.listener = listener;
		finish();
	}

	final void request(long chunks) {
		if (chunks <= 0) {
			throw new IllegalArgumentException("Not a number of chunks to ask for: " + chunks);
		}
		demand = (demand + chunks < 0) ? Long.MAX_VALUE : demand + chunks;
		if (continueExpected) {
			continueExpected = false;
			exchange.sendContinue();
		}
		updateRate();
		deliver();
	}

	/** Hands on what is here, as far as it was asked for. */
	protected final void deliver() {
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
		updateFull();
		finish();
	}

	/** Tells the listener the end, once all pieces are delivered or given up. */
	protected final void finish() {
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
	final void discard() {
		finished = true;
		drop();
	}

	/**
	 * The response is complete. Who still receives the body then is told that no more of
	 * it comes.
	 */
	final void responseComplete() {
		lost = !complete || !queue.isEmpty();
		drop();
		finish();
	}

	private void drop() {
		discarding = true;
		int dropped = queue.bytes();
		queue.release();
		taken(dropped);
		updateRate();
		updateFull();
	}

	/** Ends the body without its rest. */
	final void fail(Throwable cause) {
		if (failure == null) {
			failure = cause;
		}
		discarding = true;
		queue.release();
		finish();
	}

	// Questions of the connection

	/**
	 * Tells whether all of the body is here.
	 * @return whether every byte has come
	 */
	public final boolean complete() {
		return complete;
	}

	/**
	 * Tells whether the client waits for a 100.
	 * @return whether it will send nothing before that
	 */
	protected final boolean continueExpected() {
		return continueExpected;
	}

	/**
	 * Tells how much came that nobody reads, because the response is complete.
	 * @return bytes
	 */
	protected final long drainedBytes() {
		return drainedBytes;
	}

	/**
	 * Tells whether the exchange was aborted before all of the body had come.
	 * @return whether nobody waits for the rest
	 */
	protected final boolean failed() {
		return failure != null;
	}

	/** Tells the rate whether it is the client whom the body waits for. */
	private void updateRate() {
		boolean waiting = !complete && !full && !continueExpected && (demand > 0 || discarding);
		rate.waiting(waiting, now());
	}

	/**
	 * Judges whether enough has come while it was waited for.
	 * @param window how long it must have been waited for, in sweeps
	 * @param minimum bytes that must come in that time
	 * @return after how many sweeps to ask again, or 0 if the client is too slow
	 */
	public int untilTooSlow(int window, long minimum) {
		long now = now();
		long left = window - rate.waited(now);
		if (complete || left > 0) {
			return (int) Math.max(1, left);
		}
		return (rate.restart(now) >= minimum) ? window : 0;
	}

	private long now() {
		return exchange.connection().resources().sweeper().now();
	}

	/**
	 * Returns the length of the whole body.
	 * @return bytes, or -1 if that is not known in advance
	 */
	protected final long declaredLength() {
		return declaredLength;
	}

	// What a version of HTTP adds

	/**
	 * The application has taken some of what came, or it was dropped.
	 * @param bytes how many
	 */
	protected void taken(int bytes) {
	}

	/**
	 * The queue has become full, or is not full any more.
	 * @param full whether it is
	 */
	protected void full(boolean full) {
	}

	/**
	 * More came that nobody reads, because the response is complete. Not too much of that
	 * is taken.
	 * @param total bytes so far
	 */
	protected abstract void drained(long total);

}
