/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;

/**
 * Memory that is out when a buffer is to become large. It does not tell by an
 * {@code OutOfMemoryError}, which JUnit would take for its own.
 */
public final class ScarceMemory extends AbstractByteBufAllocator {

	private final int limit;

	/**
	 * Creates an allocator.
	 * @param limit how many bytes no buffer may have
	 */
	public ScarceMemory(int limit) {
		super(false);
		this.limit = limit;
	}

	private void check(int capacity) {
		if (capacity >= limit) {
			throw new IllegalStateException("out of memory, planted");
		}
	}

	@Override
	protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
		return newHeapBuffer(initialCapacity, maxCapacity);
	}

	@Override
	protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
		check(initialCapacity);
		return toLeakAwareBuffer(new UnpooledHeapByteBuf(this, initialCapacity, maxCapacity) {

			@Override
			public ByteBuf capacity(int newCapacity) {
				check(newCapacity);
				return super.capacity(newCapacity);
			}

		});
	}

	@Override
	public boolean isDirectBufferPooled() {
		return false;
	}

}
