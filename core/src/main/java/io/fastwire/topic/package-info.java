/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Publish and subscribe: {@link io.fastwire.topic.Topics} takes a message for a named
 * topic from any thread and hands it to every subscriber of a matching pattern, on the
 * event loop of each.
 * <p>
 * A publish never waits for a subscriber. It costs one queue entry for each event loop
 * that has somebody interested, and each loop then serves its own subscribers. What a
 * subscriber cannot take at once waits within a hard bound of bytes; beyond it, the
 * {@link io.fastwire.topic.SlowConsumerPolicy} of the topic decides. A receiver, be it a
 * WebSocket session or an event stream, implements {@link io.fastwire.topic.TopicSink}
 * and is encoded for by a {@link io.fastwire.topic.WireForm}; nothing here knows a wire
 * format.
 */
@NullMarked
package io.fastwire.topic;

import org.jspecify.annotations.NullMarked;
