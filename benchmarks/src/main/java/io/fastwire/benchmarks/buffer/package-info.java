/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Micro-benchmarks of the write pool and its UTF-8 writer. {@code benchmarks/micro.sh}
 * runs them all and keeps the raw results.
 */
@NullMarked
package io.fastwire.benchmarks.buffer;

import org.jspecify.annotations.NullMarked;
