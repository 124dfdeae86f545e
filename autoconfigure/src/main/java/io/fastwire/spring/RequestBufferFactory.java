/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.List;

import io.netty.buffer.ByteBufAllocator;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;

/**
 * Wraps what was received. Unlike the factory that it extends it also joins what was
 * received with buffers of another kind, such as those of a response.
 */
final class RequestBufferFactory extends NettyDataBufferFactory {

	RequestBufferFactory(ByteBufAllocator allocator) {
		super(allocator);
	}

	@Override
	public DataBuffer join(List<? extends DataBuffer> buffers) {
		if (buffers.size() == 1) {
			return buffers.get(0);
		}
		int bytes = 0;
		boolean received = true;
		for (DataBuffer buffer : buffers) {
			bytes += buffer.readableByteCount();
			received &= buffer instanceof NettyDataBuffer;
		}
		if (received) {
			return super.join(buffers);
		}
		DataBuffer joined = allocateBuffer(bytes);
		joined.write(buffers.toArray(DataBuffer[]::new));
		buffers.forEach(DataBufferUtils::release);
		return joined;
	}

}
