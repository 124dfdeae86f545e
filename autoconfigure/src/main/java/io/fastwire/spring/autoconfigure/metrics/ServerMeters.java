/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;

import io.fastwire.cache.ResponseCache;
import io.fastwire.http.Rejection;
import io.fastwire.server.HeaderCache;
import io.fastwire.server.ServerStatistics;
import io.fastwire.spring.FastwireWebServer;
import io.fastwire.tls.TlsFailure;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/**
 * The meters of one server. Registries refer weakly to what they measure, so whoever
 * publishes keeps this.
 */
final class ServerMeters {

	private final MeterRegistry registry;

	private final FastwireWebServer server;

	private final Tags tags;

	private final List<Meter> published = new ArrayList<>();

	private ServerMeters(MeterRegistry registry, FastwireWebServer server, String role) {
		this.registry = registry;
		this.server = server;
		this.tags = Tags.of("server", role);
	}

	/**
	 * Publishes all meters of a server.
	 * @param registry where to
	 * @param server a running server
	 * @param role tells servers of one application apart
	 * @return what removes them
	 */
	static ServerMeters publish(MeterRegistry registry, FastwireWebServer server, String role) {
		ServerMeters meters = new ServerMeters(registry, server, role);
		meters.publishAll();
		return meters;
	}

	/**
	 * Without base units: Prometheus would append them to names that tell them already.
	 */
	private void publishAll() {
		gauge("fastwire.connections.active", "Open connections", ServerStatistics::connectionsActive);
		counter("fastwire.connections.accepted", "Connections accepted", ServerStatistics::connectionsAccepted);
		gauge("fastwire.requests.active", "Requests in progress", ServerStatistics::requestsActive);
		counter("fastwire.requests", "Valid requests received", ServerStatistics::requests);
		counter("fastwire.requests.aborted", "Requests that ended without a complete response",
				ServerStatistics::requestsAborted);
		counter("fastwire.bytes.received", "Bytes read from sockets", ServerStatistics::bytesReceived);
		counter("fastwire.bytes.sent", "Bytes handed to sockets", ServerStatistics::bytesSent);
		for (Rejection reason : Rejection.values()) {
			rejections(reason);
		}
		transport();
		publishTls();
		publishPool();
		published.addAll(WebSocketMeters.publish(registry, server, tags));
		publishHeaders();
		ResponseCache cache = server.getCache();
		if (cache != null) {
			published.addAll(CacheMeters.publish(registry, cache, tags));
		}
		for (int loop = 0; loop < server.getStatistics().eventLoops(); loop++) {
			publishEventLoop(loop);
		}
	}

	private void publishTls() {
		counter("fastwire.tls.handshakes", "TLS handshakes that succeeded", ServerStatistics::tlsHandshakes);
		for (TlsFailure reason : TlsFailure.values()) {
			published.add(FunctionCounter
				.builder("fastwire.tls.failures", server, reading((statistics) -> statistics.tlsFailures(reason)))
				.description("Connections that did not come out of the TLS handshake")
				.tags(tags.and("reason", reason.reason()))
				.register(registry));
		}
	}

	private void publishPool() {
		gauge("fastwire.pool.hits", "Buffers that came from the write pools", ServerStatistics::poolHits);
		gauge("fastwire.pool.malloc.fallbacks", "Buffers that did not fit and came from the allocator",
				ServerStatistics::poolMallocFallbacks);
		gauge("fastwire.pool.measure.first", "Texts measured before they were encoded",
				ServerStatistics::poolMeasureFirst);
		gauge("fastwire.pool.bytes.used", "Bytes of the write pools in use", ServerStatistics::poolBytesUsed);
		gauge("fastwire.pool.bytes.capacity", "Size of the write pools in bytes", ServerStatistics::poolBytesCapacity);
		published
			.add(Gauge.builder("fastwire.pool.hit.ratio", server, (running) -> running.getStatistics().poolHitRatio())
				.description("Part of all buffers that came from the write pools")
				.tags(tags)
				.register(registry));
	}

	private void publishHeaders() {
		for (HeaderCache cache : HeaderCache.values()) {
			Tags tags = this.tags.and("cache", cache.name().toLowerCase(Locale.ROOT).replace('_', '-'));
			gauge("fastwire.headers.cache.hits", "Parts of header sections found in a cache", tags,
					(statistics) -> statistics.headerCacheHits(cache));
			gauge("fastwire.headers.cache.misses", "Parts of header sections not found in a cache", tags,
					(statistics) -> statistics.headerCacheMisses(cache));
			gauge("fastwire.headers.cache.replacements", "Entries of a cache that others took the place of", tags,
					(statistics) -> statistics.headerCacheReplacements(cache));
		}
		gauge("fastwire.headers.repeat.hits", "Requests with the header section of the one before",
				ServerStatistics::repeatHeads);
	}

	private void publishEventLoop(int loop) {
		Tags tags = this.tags.and("loop", String.valueOf(loop));
		gauge("fastwire.eventloop.pending.tasks", "Tasks that wait for an event loop", tags,
				ofLoop(loop, ServerStatistics::pendingTasks));
		ToLongFunction<ServerStatistics> samples = ofLoop(loop, ServerStatistics::delaySamples);
		published.add(FunctionTimer
			.builder("fastwire.eventloop.delay", server, (running) -> samples.applyAsLong(running.getStatistics()),
					reading(ofLoop(loop, ServerStatistics::delayNanos)), TimeUnit.NANOSECONDS)
			.description("How late an event loop was, sampled while it had connections")
			.tags(tags)
			.register(registry));
	}

	/** A server that has been stopped has no loops, and 0 to say about them. */
	private static ToLongFunction<ServerStatistics> ofLoop(int loop,
			ToLongBiFunction<ServerStatistics, Integer> value) {
		return (statistics) -> (loop < statistics.eventLoops()) ? value.applyAsLong(statistics, loop) : 0;
	}

	private void gauge(String name, String description, ToLongFunction<ServerStatistics> value) {
		gauge(name, description, tags, value);
	}

	private void gauge(String name, String description, Tags tags, ToLongFunction<ServerStatistics> value) {
		published
			.add(Gauge.builder(name, server, reading(value)).description(description).tags(tags).register(registry));
	}

	private void counter(String name, String description, ToLongFunction<ServerStatistics> value) {
		published.add(FunctionCounter.builder(name, server, reading(value))
			.description(description)
			.tags(tags)
			.register(registry));
	}

	private void rejections(Rejection reason) {
		published.add(FunctionCounter
			.builder("fastwire.rejections", server, reading((statistics) -> statistics.rejections(reason)))
			.description("Messages refused before the application saw them")
			.tags(tags.and("reason", reason.reason()))
			.register(registry));
	}

	private void transport() {
		String transport = String.valueOf(server.getTransport()).toLowerCase(Locale.ROOT);
		published.add(Gauge.builder("fastwire.transport", () -> 1)
			.description("Always 1; its tag tells the transport in use")
			.tags(tags.and("transport", transport))
			.register(registry));
	}

	private static ToDoubleFunction<FastwireWebServer> reading(ToLongFunction<ServerStatistics> value) {
		return (server) -> value.applyAsLong(server.getStatistics());
	}

	/** Removes them all. */
	void remove() {
		published.forEach(registry::remove);
		published.clear();
	}

}
