/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The memory that responses, frames and events are written into on their way out: one
 * {@link io.fastwire.buffer.WritePool} for each event loop, and the
 * {@link io.fastwire.buffer.Utf8Writer} that turns text into bytes inside it.
 * <p>
 * A pool hands out regions of one direct slab and takes them back when their last
 * reference is released. What does not fit comes from Netty's allocator instead, and is
 * counted. Pool and writer belong to their loop and are used on it alone; a region is a
 * {@link io.netty.buffer.ByteBuf} with Netty's rules of ownership and may be released
 * anywhere; {@link io.fastwire.buffer.PoolStatistics} is read from any thread. Nothing
 * here knows a protocol.
 */
@NullMarked
package io.fastwire.buffer;

import org.jspecify.annotations.NullMarked;
