/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Spring on Fastwire: the adapter from the core's {@link io.fastwire.http.Exchange} to
 * WebFlux, and the web server that Spring Boot starts.
 * <p>
 * The adapter adds no thread and no queue of its own to a simple request: the handler is
 * called on the event loop of the connection, and a response that is known as a whole
 * leaves as status, fields and body in one write.
 */
@NullMarked
package io.fastwire.spring;

import org.jspecify.annotations.NullMarked;
