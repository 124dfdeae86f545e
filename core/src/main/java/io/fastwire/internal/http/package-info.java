/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What the HTTP versions share behind the contract of {@link io.fastwire.http}: the
 * syntax of hosts and targets, bodies that wait to be asked for, and the lengths of
 * responses.
 * <p>
 * No type here knows a wire format, a channel or a connection. Not for use outside
 * Fastwire.
 */
@NullMarked
package io.fastwire.internal.http;

import org.jspecify.annotations.NullMarked;
