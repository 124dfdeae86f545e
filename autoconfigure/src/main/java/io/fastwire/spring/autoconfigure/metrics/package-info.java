/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Meters of running servers. They read counters that the event loops keep anyway, when a
 * registry asks, so that a request pays nothing for them.
 */
@NullMarked
package io.fastwire.spring.autoconfigure.metrics;

import org.jspecify.annotations.NullMarked;
