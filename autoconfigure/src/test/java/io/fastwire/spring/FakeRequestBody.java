/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;

import io.fastwire.http.BodyListener;
import io.fastwire.http.Headers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/** The request body of a {@link FakeExchange}, delivered as demand comes in. */
final class FakeRequestBody {

	private final ByteBufAllocator allocator;

	private final Queue<ByteBuf> arrived = new ArrayDeque<>();

	private @Nullable BodyListener listener;

	private long demand;

	private boolean complete;

	private boolean told;

	private boolean discarded;

	FakeRequestBody(ByteBufAllocator allocator) {
		this.allocator = allocator;
	}

	FakeRequestBody arrive(String text) {
		arrived.add(allocator.buffer().writeBytes(text.getBytes(StandardCharsets.UTF_8)));
		deliver();
		return this;
	}

	FakeRequestBody complete() {
		complete = true;
		deliver();
		return this;
	}

	void fail(Throwable cause) {
		BodyListener listener = this.listener;
		if (listener != null && !told) {
			told = true;
			listener.onFailure(cause);
		}
	}

	long demand() {
		return demand;
	}

	boolean discarded() {
		return discarded;
	}

	boolean received() {
		return listener != null;
	}

	void receive(BodyListener listener) {
		if (this.listener != null) {
			throw new IllegalStateException("Received twice");
		}
		this.listener = listener;
		deliver();
	}

	void request(long chunks) {
		assertThat(chunks).isPositive();
		demand = (demand + chunks < 0) ? Long.MAX_VALUE : demand + chunks;
		deliver();
	}

	void discard() {
		discarded = true;
		told = true;
		drop();
	}

	void drop() {
		arrived.forEach(ByteBuf::release);
		arrived.clear();
	}

	private void deliver() {
		BodyListener listener = this.listener;
		if (listener == null || told) {
			return;
		}
		while (demand > 0 && !arrived.isEmpty()) {
			demand -= (demand == Long.MAX_VALUE) ? 0 : 1;
			listener.onData(arrived.remove());
		}
		if (complete && arrived.isEmpty() && !told) {
			told = true;
			listener.onComplete(Headers.empty());
		}
	}

}
