/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Pure functions over bytes and words: find, compare, convert. They know no protocol
 * object, keep no state, allocate nothing unless their result is an object, and use the
 * JDK only. Ranges are {@code [from, to)}; callers keep them inside the array, and each
 * function says what else it does not check.
 */
@NullMarked
package io.fastwire.internal.bytes;

import org.jspecify.annotations.NullMarked;
