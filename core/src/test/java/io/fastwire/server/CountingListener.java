/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.util.concurrent.atomic.AtomicLong;

import io.fastwire.http.Exchange;
import io.fastwire.testsupport.BodySkipper;
import io.netty.buffer.ByteBuf;

/** Counts the bytes of a body and says when it is complete. */
class CountingListener extends BodySkipper {

	private final AtomicLong received;

	CountingListener(Exchange exchange, AtomicLong received, Runnable complete) {
		super((trailers) -> complete.run(), exchange::abort);
		this.received = received;
	}

	@Override
	public void onData(ByteBuf chunk) {
		received.addAndGet(chunk.readableBytes());
		super.onData(chunk);
	}

}
