/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What the HTTP versions share behind the contract of {@link io.fastwire.http}: an
 * exchange with its request body, as far as no wire format is in it, the syntax of hosts
 * and targets, and the lengths of responses.
 * <p>
 * A version adds how heads, pieces of bodies and their ends look on the wire, and how it
 * makes a client wait. Not for use outside Fastwire.
 */
@NullMarked
package io.fastwire.internal.http;

import org.jspecify.annotations.NullMarked;
