/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The end-to-end comparison: servers in processes of their own, under the same load in
 * one run.
 * <p>
 * {@link io.fastwire.benchmarks.load.Comparison} is the command. A scenario says what is
 * asked, a contender who is asked, and a trial how: it starts a process for each
 * contender and a second one from a copy of the class path, loads them in turns, and
 * reports the median of per-round ratios, next to how far the two processes of the same
 * contender part, which is the noise. {@link io.fastwire.benchmarks.load.Smoke} proves
 * that all of it works.
 */
@NullMarked
package io.fastwire.benchmarks.load;

import org.jspecify.annotations.NullMarked;
