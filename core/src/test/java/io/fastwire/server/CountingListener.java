/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.util.concurrent.atomic.AtomicLong;

import io.fastwire.http.BodyListener;
import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.netty.buffer.ByteBuf;

/** Counts the bytes of a body and says when it is complete. */
final class CountingListener implements BodyListener {

	private final Exchange exchange;

	private final AtomicLong received;

	private final Runnable complete;

	CountingListener(Exchange exchange, AtomicLong received, Runnable complete) {
		this.exchange = exchange;
		this.received = received;
		this.complete = complete;
	}

	@Override
	public void onData(ByteBuf chunk) {
		received.addAndGet(chunk.readableBytes());
		chunk.release();
	}

	@Override
	public void onComplete(Headers trailers) {
		complete.run();
	}

	@Override
	public void onFailure(Throwable cause) {
		exchange.abort(cause);
	}

}
