/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * HTTP/2 on the wire (RFC 9113), for servers.
 * <p>
 * Netty's optional {@code netty-codec-http2} reads frames and codes header fields (RFC
 * 7541). The rest is ours: streams and their states, flow control, the rules for requests
 * and the bounds on what a client may make the server do. A stream is an
 * {@link io.fastwire.http.Exchange}, so an application cannot tell the versions apart.
 * {@link io.fastwire.http2.Http2Options} loads without the codec;
 * {@link io.fastwire.http2.Http2Loop} does not.
 */
@NullMarked
package io.fastwire.http2;

import org.jspecify.annotations.NullMarked;
