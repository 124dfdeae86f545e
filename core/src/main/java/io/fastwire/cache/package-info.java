/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * A shared cache of responses (RFC 9111) in front of a handler.
 * <p>
 * A {@link io.fastwire.cache.CachingHandler} answers from a
 * {@link io.fastwire.cache.ResponseCache} what it may, and records what the handler
 * behind it answers otherwise. It stands on the contract of {@code http} alone, so it
 * knows no wire format. What may be stored is said by the response itself; the rules that
 * go beyond the RFC are all on the side of storing less.
 */
@NullMarked
package io.fastwire.cache;

import org.jspecify.annotations.NullMarked;
