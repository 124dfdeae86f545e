/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What topics cost, without sockets: the loop for each delivery, the publisher for each
 * call.
 */
@NullMarked
package io.fastwire.benchmarks.topic;

import org.jspecify.annotations.NullMarked;
