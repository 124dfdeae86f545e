/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The way of a WebFlux request from the server to its handler with fewer operators: each
 * class takes the place of one of Spring Framework's and does the same, but by one
 * subscriber where Spring assembles a chain for each request, or in one list where it
 * fills several. Nothing here knows the server.
 */
@NullMarked
package io.fastwire.spring.dispatch;

import org.jspecify.annotations.NullMarked;
