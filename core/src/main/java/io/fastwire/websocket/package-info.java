/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * WebSocket (RFC 6455) with permessage-deflate (RFC 7692), on a connection that left HTTP
 * by an upgrade.
 * <p>
 * {@link io.fastwire.websocket.WebSocketRoute} answers handshakes and
 * {@link io.fastwire.websocket.WebSocketSession} is what an application sends through; a
 * {@link io.fastwire.websocket.WebSocketListener} is told what comes in. Nothing here
 * knows an HTTP version or a channel: bytes come and go by
 * {@link io.fastwire.http.Tunnel}.
 */
@NullMarked
package io.fastwire.websocket;

import org.jspecify.annotations.NullMarked;
