/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import io.fastwire.http.Headers;
import io.fastwire.http.Rejection;
import io.fastwire.internal.http.RequestBody;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request, which comes in DATA frames. What nobody asks for is bounded by
 * the window of the stream; the connection's window never waits. Loop only.
 */
final class Http2Body extends RequestBody<Http2Exchange> {

	private final Http2Connection connection;

	private long received;

	/** Bytes of a frame that is not whole yet, which the rate knows of. */
	private int arrived;

	/** What the client may still send. */
	private int window;

	/** Taken by the application and not given back to the window yet. */
	private int taken;

	/** {@link #readComplete()} is to be called. */
	private boolean inRead;

	/** Too long or too slow, and the stream ends when the response has left. */
	private boolean givenUp;

	Http2Body(Http2Exchange exchange, Http2Connection connection, RequestHead head) {
		super(exchange, head.contentLength(), head.expectContinue(), connection.protocol().limits());
		this.connection = connection;
		this.window = limits().maxBufferedBytes();
	}

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
			end(ends);
			return null;
		}
		if (wrongLength(ends)) {
			return StreamError.CONTENT_LENGTH;
		}
		if (received > limits().maxBodyBytes()) {
			exchange().reject(Rejection.BODY_TOO_LARGE);
			return null;
		}
		arrived(Math.max(0, length - arrived));
		arrived = 0;
		begun();
		end(ends);
		taken(padding);
		if (length > 0 && !ends) {
			collect(data, length, held);
		}
		else if (length > 0) {
			receive(data, length, held);
		}
		finish();
		return null;
	}

	/**
	 * Notes that frames of this body are in the read at hand.
	 * @return whether that was not known yet
	 */
	boolean beginRead() {
		boolean first = !inRead;
		inRead = true;
		return first;
	}

	/** Hands on what all frames of a read have brought. */
	void readComplete() {
		inRead = false;
		deliver();
	}

	private void end(boolean ends) {
		if (ends) {
			lastReceived(Headers.empty());
		}
	}

	/** Whether this is not the length that was declared (RFC 9113 section 8.1.1). */
	private boolean wrongLength(boolean ends) {
		long declared = declaredLength();
		return declared >= 0 && (received > declared || (ends && received < declared));
	}

	/**
	 * Returns what the client may still send, as far as it knows. Until it has heard of
	 * the window, streams begin with another (RFC 9113 section 6.9.2).
	 */
	int credit() {
		boolean known = connection.settingsAcknowledged() || limits().maxBufferedBytes() >= SendWindows.INITIAL;
		return known ? window : window + SendWindows.INITIAL - limits().maxBufferedBytes();
	}

	/**
	 * Part of a DATA frame is here. The rate is that of bytes, or a large frame on a slow
	 * line would look like none.
	 * @param bytes of the frame so far
	 */
	void arriving(int bytes) {
		arrived(bytes - arrived);
		arrived = bytes;
	}

	/**
	 * Takes the trailer section, which ends the body.
	 * @return why the stream must end instead, or {@code null}
	 */
	@Nullable StreamError end(Headers trailers) {
		if (wrongLength(true)) {
			return StreamError.CONTENT_LENGTH;
		}
		lastReceived(trailers);
		finish();
		return null;
	}

	/** Opens the window again, by at least half so that not each frame is answered. */
	@Override
	protected void taken(int bytes) {
		taken += bytes;
		if (!complete() && taken >= limits().maxBufferedBytes() / 2 && taken > 0 && !failed() && !givenUp) {
			connection.frames().windowUpdate(exchange().id(), taken);
			window += taken;
			taken = 0;
		}
	}

	@Override
	protected void drained(long total) {
		exchange().settle();
	}

	/**
	 * The rest is not waited for: the response, which is complete, still has to leave.
	 */
	void giveUp() {
		givenUp = true;
	}

	/**
	 * Whether the rest may be waited for although the response is complete: the client is
	 * sending it, and it is not too long. Otherwise the stream is reset.
	 */
	boolean drainable() {
		return !givenUp && !continueExpected() && drainedBytes() <= limits().maxDrainBytes()
				&& declaredLength() - received <= limits().maxDrainBytes();
	}

	@Override
	public int untilTooSlow(int window, long minimum) {
		return givenUp ? window : super.untilTooSlow(window, minimum);
	}

}
