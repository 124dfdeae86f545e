/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.buffer.contenders;

import io.fastwire.buffer.WritePool;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.concurrent.ImmediateEventExecutor;

/**
 * Where a small buffer may come from.
 */
public enum BufferSource {

	/** A buffer on the heap, left to the garbage collector. */
	HEAP {
		@Override
		public ByteBuf allocate(int capacity) {
			return UnpooledByteBufAllocator.DEFAULT.heapBuffer(capacity, capacity);
		}
	},

	/** The write pool. */
	POOL {
		private final WritePool pool = new WritePool(ImmediateEventExecutor.INSTANCE, UnpooledByteBufAllocator.DEFAULT,
				WritePool.DEFAULT_CAPACITY);

		@Override
		public ByteBuf allocate(int capacity) {
			return pool.allocate(capacity);
		}
	},

	/** A direct buffer of its own. */
	DIRECT {
		@Override
		public ByteBuf allocate(int capacity) {
			return UnpooledByteBufAllocator.DEFAULT.directBuffer(capacity, capacity);
		}
	},

	/** Netty's pooled allocator, direct. */
	NETTY_POOLED {
		@Override
		public ByteBuf allocate(int capacity) {
			return PooledByteBufAllocator.DEFAULT.directBuffer(capacity, capacity);
		}
	};

	/**
	 * Allocates a buffer.
	 * @param capacity in bytes
	 * @return to be released
	 */
	public abstract ByteBuf allocate(int capacity);

}
