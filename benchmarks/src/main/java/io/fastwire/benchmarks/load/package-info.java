/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The end-to-end comparison: the same application on several servers, each in a process
 * of its own, under the same load in one run.
 * <p>
 * {@link io.fastwire.benchmarks.load.Comparison} is the command. It starts a process per
 * contender and a second one from a copy of the class path, loads them in turns by
 * {@code wrk}, and reports CPU time per request as the median of per-round ratios, next
 * to how far the two processes of the same contender part, which is the noise. WebSocket
 * echoes are loaded by {@link io.fastwire.benchmarks.load.WebSocketClients} instead.
 */
@NullMarked
package io.fastwire.benchmarks.load;

import org.jspecify.annotations.NullMarked;
