/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.Headers;
import io.fastwire.internal.http.RequestBody;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** The body of one request (RFC 9112 section 6), taken off the wire. Loop only. */
final class Http1Body extends RequestBody<Http1Exchange> {

	private final Http1Connection connection;

	private final @Nullable ChunkDecoder decoder;

	/** Bytes still to come; only without a decoder. */
	private long remaining;

	Http1Body(Http1Exchange exchange, Http1Connection connection, RequestHead head) {
		super(exchange, head.contentLength(), head.expectContinue(), connection.loop().protocol().limits());
		this.connection = connection;
		this.decoder = (head.bodyFraming() == BodyFraming.CHUNKED) ? new ChunkDecoder(limits()) : null;
		this.remaining = head.contentLength();
	}

	/**
	 * Takes what belongs to the body.
	 * @param in stays the caller's; what belongs to the body is consumed
	 */
	void feed(ByteBuf in) {
		arrived(in.readableBytes());
		begun();
		if (decoder != null) {
			feedChunked(in, decoder);
			deliver();
		}
		else {
			feedLength(in);
		}
	}

	private void feedLength(ByteBuf in) {
		int length = (int) Math.min(remaining, in.readableBytes());
		remaining -= length;
		if (remaining == 0) {
			lastReceived(Headers.empty());
		}
		if (length > 0) {
			receive(in, length, in.capacity());
		}
		finish();
	}

	private void feedChunked(ByteBuf in, ChunkDecoder decoder) {
		while (connection.reads(this)) {
			switch (decoder.decode(in)) {
				case ChunkDecoder.DATA -> collect(in, decoder.dataLength(), in.capacity());
				case ChunkDecoder.DONE -> {
					lastReceived(decoder.trailers());
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

	@Override
	protected void full(boolean full) {
		connection.pauseReading(full);
	}

	@Override
	protected void drained(long total) {
		if (total > limits().maxDrainBytes()) {
			connection.giveUpBody();
		}
	}

	/**
	 * Whether the rest can be drained so that the connection can be used again (RFC 9112
	 * section 9.3): the client is sending it, and it is not too long.
	 */
	boolean drainable() {
		return complete() || (!continueExpected() && (decoder != null || remaining <= limits().maxDrainBytes()));
	}

}
