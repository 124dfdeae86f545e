/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Ways to write a string as UTF-8 into a buffer, behind one interface.
 */
@NullMarked
package io.fastwire.benchmarks.buffer.contenders;

import org.jspecify.annotations.NullMarked;
