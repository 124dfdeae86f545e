/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.nio.ByteBuffer;
import java.util.List;

import io.fastwire.http.Exchange;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.util.Assert;

/**
 * Makes the buffers that a response body is written into. May be used from any thread,
 * also after the exchange has ended.
 */
final class ResponseBufferFactory implements DataBufferFactory {

	private static final int DEFAULT_CAPACITY = 256;

	private final Exchange exchange;

	ResponseBufferFactory(Exchange exchange) {
		this.exchange = exchange;
	}

	@Override
	@Deprecated
	public ResponseBuffer allocateBuffer() {
		return allocateBuffer(DEFAULT_CAPACITY);
	}

	@Override
	public ResponseBuffer allocateBuffer(int initialCapacity) {
		Assert.isTrue(initialCapacity >= 0, "The capacity must not be negative");
		return new ResponseBuffer(this, initialCapacity);
	}

	@Override
	public DataBuffer wrap(ByteBuffer bytes) {
		return bytes.hasArray()
				? new ResponseBuffer(this, bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining())
				: DefaultDataBufferFactory.sharedInstance.wrap(bytes);
	}

	@Override
	public ResponseBuffer wrap(byte[] bytes) {
		return new ResponseBuffer(this, bytes, 0, bytes.length);
	}

	@Override
	public DataBuffer join(List<? extends DataBuffer> buffers) {
		Assert.notEmpty(buffers, "There must be a buffer to join");
		if (buffers.size() == 1) {
			return buffers.get(0);
		}
		int length = 0;
		for (DataBuffer buffer : buffers) {
			length = Math.addExact(length, buffer.readableByteCount());
		}
		ResponseBuffer joined = allocateBuffer(length).write(buffers.toArray(DataBuffer[]::new));
		buffers.forEach(DataBufferUtils::release);
		return joined;
	}

	@Override
	public boolean isDirect() {
		return false;
	}

	/**
	 * Returns the length of text in UTF-8, if it can be had without turning the text into
	 * bytes here.
	 * @return a number of bytes, or -1
	 */
	int utf8Length(String text) {
		return exchange.inEventLoop() ? exchange.utf8Length(text) : -1;
	}

}
