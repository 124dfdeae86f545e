/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What proxies in front of a server tell about its clients on the level of connections:
 * the PROXY protocol, versions 1 and 2, and whose word is taken for it.
 * <p>
 * A {@link io.fastwire.proxy.ProxyHandshake} holds the place of the protocol until the
 * header has come; from then on the connection looks as if the client had made it. TLS
 * and HTTP come later and know nothing of it.
 */
@NullMarked
package io.fastwire.proxy;

import org.jspecify.annotations.NullMarked;
