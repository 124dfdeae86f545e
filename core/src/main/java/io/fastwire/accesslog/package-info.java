/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The access log: a line for each request, whatever it came by.
 * <p>
 * An {@link io.fastwire.accesslog.AccessLog} stands in front of all other handlers and
 * only notes facts on the event loop; a thread of its own makes lines of them and writes
 * them. If that thread cannot follow, lines are dropped and counted.
 */
@NullMarked
package io.fastwire.accesslog;

import org.jspecify.annotations.NullMarked;
