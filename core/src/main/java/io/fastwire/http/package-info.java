/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * HTTP semantics (RFC 9110) without a wire format: what an application sees of one
 * request and its response, and the limits that a server sets to them.
 * <p>
 * The centre is {@link io.fastwire.http.Exchange}: one request with its response, owned
 * by one event loop. An application supplies a {@link io.fastwire.http.RequestHandler},
 * or routes that lead to several. Wire formats ({@code http1}, {@code http2}) implement
 * the exchange; nothing here knows a socket or a channel. Types handed to the application
 * are immutable unless they say otherwise, so that they may outlive the exchange.
 */
@NullMarked
package io.fastwire.http;

import org.jspecify.annotations.NullMarked;
