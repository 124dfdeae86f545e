/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import io.fastwire.cache.CacheStatistics;
import io.fastwire.cache.ResponseCache;
import org.jspecify.annotations.Nullable;

/**
 * The cache of a server.
 *
 * @param hits requests answered by a fresh response
 * @param stale requests answered by a stale one, as it allows
 * @param misses requests that went to the application
 * @param bypasses requests that a cache may not answer
 * @param collapsed requests that waited for the answer to another one
 * @param revalidations stale responses that the application said are still good
 * @param stores responses stored
 * @param refusals responses to misses that could not be stored
 * @param evictions responses that had to make room
 * @param invalidations responses removed because of an unsafe request, or purged
 * @param entries responses stored now
 * @param bytesUsed their size in bytes
 */
public record CacheDescriptor(long hits, long stale, long misses, long bypasses, long collapsed, long revalidations,
		long stores, long refusals, long evictions, long invalidations, long entries, long bytesUsed) {

	static @Nullable CacheDescriptor of(@Nullable ResponseCache cache) {
		if (cache == null) {
			return null;
		}
		CacheStatistics counts = cache.statistics();
		return new CacheDescriptor(counts.hits(), counts.stale(), counts.misses(), counts.bypasses(),
				counts.collapsed(), counts.revalidations(), counts.stores(), counts.refusals(), counts.evictions(),
				counts.invalidations(), counts.entries(), counts.bytes());
	}

}
