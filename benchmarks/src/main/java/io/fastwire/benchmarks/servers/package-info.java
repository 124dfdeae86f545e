/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The servers under test. All give the same answers, those of
 * {@link io.fastwire.benchmarks.servers.Answers}, each as its users would write them.
 * <p>
 * {@link io.fastwire.benchmarks.servers.ServerMain} starts any of them and tells how much
 * memory it takes.
 */
@NullMarked
package io.fastwire.benchmarks.servers;

import org.jspecify.annotations.NullMarked;
