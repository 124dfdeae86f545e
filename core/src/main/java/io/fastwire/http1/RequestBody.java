/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.ArrayDeque;

import io.fastwire.http.BodyListener;
import io.fastwire.http.Headers;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request (RFC 9112 section 6): takes it off the wire as it comes and
 * hands it on as it is asked for. Loop only.
 */
final class RequestBody {

	/*
	 * Bytes come before anybody asks for them. They wait in a queue, and when it is over
	 * its limit the connection stops reading. Queued chunks are slices of read buffers;
	 * one that is small against its buffer is copied, or a client could pin a large
	 * buffer with every byte it sends.
	 */

	/**
	 * A queued slice is kept without a copy if it is at least this part of its buffer.
	 */
	private static final int MIN_SHARE = 4;

	private final Http1Connection connection;

	private final Http1Limits limits;

	private final @Nullable ChunkDecoder decoder;

	private final ArrayDeque<ByteBuf> queue = new ArrayDeque<>(4);

	private final long declaredLength;

	/** Bytes still to come; only without a decoder. */
	private long remaining;

	private long demand;

	private int queuedBytes;

	private long windowBytes;

	private long drainedBytes;

	private @Nullable BodyListener listener;

	private boolean continueExpected;

	private boolean discarding;

	private boolean paused;

	private boolean delivering;

	/** The last byte has come off the wire. */
	private boolean complete;

	/** The listener was told how the body ended. */
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

	/**
	 * Takes what belongs to the body.
	 * @param in stays the caller's; what belongs to the body is consumed
	 * @return whether the body is complete now
	 */
	boolean feed(ByteBuf in) {
		windowBytes += in.readableBytes();
		continueExpected = false;
		return (decoder != null) ? feedChunked(in, decoder) : feedLength(in);
	}

	private boolean feedLength(ByteBuf in) {
		int length = (int) Math.min(remaining, in.readableBytes());
		remaining -= length;
		complete = remaining == 0;
		deliver(in, length);
		if (complete) {
			finish();
		}
		return complete;
	}

	private boolean feedChunked(ByteBuf in, ChunkDecoder decoder) {
		while (!finished) {
			switch (decoder.decode(in)) {
				case ChunkDecoder.DATA -> deliver(in, decoder.dataLength());
				case ChunkDecoder.DONE -> {
					complete = true;
					finish();
					return true;
				}
				case ChunkDecoder.REJECTED -> {
					in.skipBytes(in.readableBytes());
					connection.reject(decoder.rejection());
					return false;
				}
				default -> {
					return false;
				}
			}
		}
		in.skipBytes(in.readableBytes());
		return false;
	}

	private void deliver(ByteBuf in, int length) {
		if (discarding) {
			in.skipBytes(length);
			drained(length);
		}
		else if (demand > 0 && queue.isEmpty() && listener != null && !delivering) {
			consumeDemand();
			listener.onData(in.readRetainedSlice(length));
		}
		else {
			enqueue(in, length);
		}
	}

	private void enqueue(ByteBuf in, int length) {
		boolean share = (long) length * MIN_SHARE >= in.capacity();
		queue.add(share ? in.readRetainedSlice(length) : in.readBytes(length));
		queuedBytes += length;
		if (queuedBytes >= limits.maxBufferedBytes() && !paused) {
			paused = true;
			connection.pauseReading(true);
		}
	}

	/**
	 * The response is complete and nobody reads the rest, of which not too much is taken.
	 */
	private void drained(int length) {
		drainedBytes += length;
		if (drainedBytes > limits.maxDrainBytes() && connection.responseEnded()) {
			connection.giveUpBody();
		}
	}

	// The application

	void receive(BodyListener listener) {
		if (this.listener != null) {
			throw new IllegalStateException("The request body is already being received");
		}
		this.listener = listener;
		if (complete && queue.isEmpty()) {
			finish();
		}
	}

	void request(long chunks) {
		demand = (demand + chunks < 0) ? Long.MAX_VALUE : demand + chunks;
		if (continueExpected) {
			continueExpected = false;
			connection.sendContinue();
		}
		drainQueue();
	}

	private void drainQueue() {
		BodyListener listener = this.listener;
		if (delivering || listener == null) {
			return;
		}
		delivering = true;
		try {
			while (demand > 0 && !finished) {
				ByteBuf chunk = queue.poll();
				if (chunk == null) {
					break;
				}
				queuedBytes -= chunk.readableBytes();
				consumeDemand();
				listener.onData(chunk);
			}
		}
		finally {
			delivering = false;
		}
		if (paused && queuedBytes < limits.maxBufferedBytes()) {
			paused = false;
			connection.pauseReading(false);
		}
		finish();
	}

	private void consumeDemand() {
		if (demand != Long.MAX_VALUE) {
			demand--;
		}
	}

	/** Tells the listener the good end, once all chunks are delivered. */
	private void finish() {
		BodyListener listener = this.listener;
		if (complete && !finished && queue.isEmpty() && !delivering && (listener != null || discarding)) {
			finished = true;
			if (listener != null && !discarding) {
				listener.onComplete((decoder != null) ? decoder.trailers() : Headers.empty());
			}
		}
	}

	/** Drops what is here and what will come. */
	void discard() {
		discarding = true;
		releaseQueue();
		if (paused) {
			paused = false;
			connection.pauseReading(false);
		}
	}

	/** Ends the body without its rest. */
	void fail(Throwable cause) {
		boolean tell = !finished && !discarding;
		finished = true;
		releaseQueue();
		if (tell && listener != null) {
			listener.onFailure(cause);
		}
	}

	private void releaseQueue() {
		for (ByteBuf chunk = queue.poll(); chunk != null; chunk = queue.poll()) {
			chunk.release();
		}
		queuedBytes = 0;
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

	/**
	 * Whether less than the minimum came since the last call although it was waited for.
	 */
	boolean tooSlow(long minimum) {
		boolean waiting = !paused && !continueExpected && (demand > 0 || discarding);
		boolean slow = waiting && windowBytes < minimum;
		windowBytes = 0;
		return slow;
	}

	/** The length of the whole body in bytes, or -1 if it is not known in advance. */
	long declaredLength() {
		return declaredLength;
	}

}
