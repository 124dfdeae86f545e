/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Puts a server together: transport, event loops, listening socket, life cycle.
 * <p>
 * {@link io.fastwire.server.Server} is started with
 * {@link io.fastwire.server.ServerOptions} and a handler, and can be used without Spring.
 * This is the only package that knows all others; nothing depends on it. It has no part
 * in a request: once a connection is accepted, its protocol has it.
 */
@NullMarked
package io.fastwire.server;

import org.jspecify.annotations.NullMarked;
