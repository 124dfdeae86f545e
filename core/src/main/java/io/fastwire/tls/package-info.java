/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * TLS up to the end of the handshake: which certificate a client gets, how long it may
 * take, and what is said about those who fail.
 * <p>
 * The records are the business of Netty's {@code SslHandler}, which stays in front of the
 * connection. {@link io.fastwire.tls.Alpn} says what is offered.
 * {@link io.fastwire.tls.TlsContexts} chooses by server name and can be changed while the
 * server runs. A {@link io.fastwire.tls.TlsHandshake} holds the place of the protocol
 * until it is clear which one is to be spoken; protocols know nothing of it.
 */
@NullMarked
package io.fastwire.tls;

import org.jspecify.annotations.NullMarked;
