/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What the wire protocols share around a Netty channel: per-loop state, corked writes,
 * deadlines and counters.
 * <p>
 * Everything here belongs to one event loop and is used on it alone; only counters are
 * read from outside. {@link io.fastwire.internal.io.LoopResources} is the root that a
 * connection is given. No type knows HTTP or WebSocket. Not for use outside Fastwire.
 */
@NullMarked
package io.fastwire.internal.io;

import org.jspecify.annotations.NullMarked;
