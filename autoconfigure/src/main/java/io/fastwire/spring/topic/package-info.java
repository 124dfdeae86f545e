/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Publishing to topics from Spring: {@link io.fastwire.spring.topic.PublishTo} on a
 * method of a bean, or {@link io.fastwire.spring.topic.TopicPublisher} in code. Both work
 * outside of web requests.
 * <p>
 * A {@link io.fastwire.spring.topic.PublishToBeanPostProcessor} finds the annotations,
 * checks them when the bean is created, and puts an interceptor in front of the method,
 * behind all others. What it sees is what the method itself has returned, in the
 * transaction that the method has run in.
 */
@NullMarked
package io.fastwire.spring.topic;

import org.jspecify.annotations.NullMarked;
