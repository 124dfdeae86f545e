/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Micro-benchmarks of message heads, in the package of what they measure, which is not
 * public. {@code benchmarks/micro.sh} runs them and keeps the raw results.
 */
@NullMarked
package io.fastwire.http1;

import org.jspecify.annotations.NullMarked;
