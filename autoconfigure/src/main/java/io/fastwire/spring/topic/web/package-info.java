/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The client side of topics: WebSocket endpoints, event streams and a client module,
 * behind the filters of WebFlux. A
 * {@link io.fastwire.spring.topic.web.TopicHandlerMapping} finds the requests,
 * {@link io.fastwire.spring.topic.web.TopicEndpoint} answers them. From there on messages
 * go from {@link io.fastwire.topic.Topics} straight to the session or exchange of core,
 * with no Reactor type between.
 */
@NullMarked
package io.fastwire.spring.topic.web;

import org.jspecify.annotations.NullMarked;
