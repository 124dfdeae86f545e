/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

/**
 * What a cache has done and holds. Counts are recent; two of them need not belong to the
 * same moment.
 *
 * @param hits requests answered by a fresh response, those answered 304 among them
 * @param stale requests answered by a stale response, as its
 * {@code stale-while-revalidate} or {@code stale-if-error} allows, or the client's
 * {@code max-stale}
 * @param misses requests that a cache may answer and that went to the handler
 * @param bypasses requests that a cache may not answer: with credentials, a Range, or
 * another field that rules it out
 * @param collapsed requests that waited for the answer to another one
 * @param revalidations stale responses that the handler said are still good
 * @param stores responses stored
 * @param refusals responses to misses that could not be stored
 * @param evictions responses that had to make room
 * @param invalidations responses removed because of an unsafe request, or purged
 * @param entries responses that are stored now
 * @param bytes their size in bytes
 */
public record CacheStatistics(long hits, long stale, long misses, long bypasses, long collapsed, long revalidations,
		long stores, long refusals, long evictions, long invalidations, long entries, long bytes) {
}
