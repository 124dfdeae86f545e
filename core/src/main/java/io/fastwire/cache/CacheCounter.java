/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

/** What event loops count, each for itself. */
enum CacheCounter {

	HITS, STALE, MISSES, BYPASSES, COLLAPSED, REVALIDATIONS, REFUSALS;

	static final int COUNT = values().length;

}
