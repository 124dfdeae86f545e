/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Load generators. {@link io.fastwire.benchmarks.clients.LoadClients} is a process that
 * takes commands, one a line, and lives as long as the comparison, so that it is compiled
 * when it counts. All run in one thread and do as little as they can, so that they can
 * keep a server busy.
 */
@NullMarked
package io.fastwire.benchmarks.clients;

import org.jspecify.annotations.NullMarked;
