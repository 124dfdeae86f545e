/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

import io.fastwire.cache.CacheStatistics;
import io.fastwire.cache.ResponseCache;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/** The meters of the cache of one server. */
final class CacheMeters {

	private final MeterRegistry registry;

	private final ResponseCache cache;

	private final Tags tags;

	private final List<Meter> published = new ArrayList<>();

	private CacheMeters(MeterRegistry registry, ResponseCache cache, Tags tags) {
		this.registry = registry;
		this.cache = cache;
		this.tags = tags;
	}

	/**
	 * Publishes all meters of a cache.
	 * @param registry where to
	 * @param cache kept by the caller
	 * @param tags tell the server apart
	 * @return what to remove from the registry in the end
	 */
	static List<Meter> publish(MeterRegistry registry, ResponseCache cache, Tags tags) {
		CacheMeters meters = new CacheMeters(registry, cache, tags);
		meters.publishAll();
		return meters.published;
	}

	private void publishAll() {
		counter("hits", "Requests answered by a fresh response of the cache", CacheStatistics::hits);
		counter("stale", "Requests answered by a stale response of the cache", CacheStatistics::stale);
		counter("misses", "Requests that a cache may answer and the application answered", CacheStatistics::misses);
		counter("bypasses", "Requests that a cache may not answer", CacheStatistics::bypasses);
		counter("collapsed", "Requests that waited for the answer to another", CacheStatistics::collapsed);
		counter("revalidations", "Stale responses that were still good", CacheStatistics::revalidations);
		counter("stores", "Responses stored", CacheStatistics::stores);
		counter("refusals", "Responses to misses that could not be stored", CacheStatistics::refusals);
		counter("evictions", "Responses that had to make room", CacheStatistics::evictions);
		counter("invalidations", "Responses invalidated or purged", CacheStatistics::invalidations);
		gauge("entries", "Responses stored now", CacheStatistics::entries);
		gauge("bytes.used", "Size of the responses stored now", CacheStatistics::bytes);
	}

	private void counter(String name, String description, ToDoubleFunction<CacheStatistics> value) {
		published.add(FunctionCounter.builder("fastwire.cache." + name, cache, reading(value))
			.description(description)
			.tags(tags)
			.register(registry));
	}

	private void gauge(String name, String description, ToDoubleFunction<CacheStatistics> value) {
		published.add(Gauge.builder("fastwire.cache." + name, cache, reading(value))
			.description(description)
			.tags(tags)
			.register(registry));
	}

	private static ToDoubleFunction<ResponseCache> reading(ToDoubleFunction<CacheStatistics> value) {
		return (cache) -> value.applyAsDouble(cache.statistics());
	}

}
