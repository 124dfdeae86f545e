/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * HTTP/1.1 and 1.0 on the wire (RFC 9112), for servers.
 * <p>
 * Bytes come in through {@link io.fastwire.http1.Http1Connection}, which owns one socket
 * and everything on it and never leaves its event loop. The parsers and encoders know
 * neither channel nor loop: they take bytes, answer consumed, need more or rejected, and
 * throw nothing. Framing is decided before the application sees a request, and whatever
 * is ambiguous is refused. Only the connection and what the connections of a loop share
 * are public.
 */
@NullMarked
package io.fastwire.http1;

import org.jspecify.annotations.NullMarked;
