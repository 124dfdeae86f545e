/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.util.Arrays;
import java.util.function.Consumer;

import io.netty.buffer.ByteBuf;

/**
 * Collects a whole request body in memory, up to a limit.
 */
public final class BodyCollector implements BodyListener {

	private static final int MIN_CAPACITY = 256;

	/** A client may announce much and send little. */
	private static final int MAX_INITIAL_CAPACITY = 64 * 1024;

	private final Exchange exchange;

	private final int maxBytes;

	private final Consumer<byte[]> whole;

	private byte[] bytes;

	private int length;

	private BodyCollector(Exchange exchange, int maxBytes, Consumer<byte[]> whole) {
		this.exchange = exchange;
		this.maxBytes = maxBytes;
		this.whole = whole;
		this.bytes = new byte[initialCapacity(exchange.contentLength(), maxBytes)];
	}

	private static int initialCapacity(long announced, int maxBytes) {
		long wanted = Math.min(Math.max(announced, MIN_CAPACITY), MAX_INITIAL_CAPACITY);
		return (int) Math.min(wanted, maxBytes);
	}

	/**
	 * Collects the body of a request. A body that is larger than the limit is answered
	 * 413 as soon as that is known; one that does not arrive in full aborts the exchange.
	 * In both cases nothing is handed over.
	 * @param exchange the request
	 * @param maxBytes the largest body to accept, in bytes
	 * @param whole takes the body on the event loop; empty if there is none
	 */
	public static void collect(Exchange exchange, int maxBytes, Consumer<byte[]> whole) {
		if (exchange.contentLength() > maxBytes) {
			exchange.status(413).end();
			return;
		}
		exchange.receive(new BodyCollector(exchange, maxBytes, whole));
		exchange.request(Long.MAX_VALUE);
	}

	@Override
	public void onData(ByteBuf chunk) {
		int more = chunk.readableBytes();
		if (more > maxBytes - length) {
			chunk.release();
			exchange.discardBody();
			exchange.status(413).end();
			return;
		}
		if (more > bytes.length - length) {
			bytes = Arrays.copyOf(bytes, Math.min(maxBytes, Math.max(bytes.length * 2, length + more)));
		}
		chunk.readBytes(bytes, length, more);
		chunk.release();
		length += more;
	}

	@Override
	public void onComplete(Headers trailers) {
		whole.accept((length == bytes.length) ? bytes : Arrays.copyOf(bytes, length));
	}

	@Override
	public void onFailure(Throwable cause) {
		exchange.abort(cause);
	}

}
