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

import io.fastwire.cache.ResponseCache;
import io.fastwire.http.Rejection;
import io.fastwire.proxy.ProxyFailure;
import io.fastwire.server.ConnectionRefusal;
import io.fastwire.http2.Http2Flood;
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
import io.micrometer.core.instrument.TimeGauge;

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
		publishConnections();
		gauge("fastwire.requests.active", "Requests in progress", ServerStatistics::requestsActive);
		counter("fastwire.requests", "Valid requests received", ServerStatistics::requests);
		counter("fastwire.requests.aborted", "Requests that ended without a complete response",
				ServerStatistics::requestsAborted);
		counter("fastwire.bytes.received", "Bytes read from sockets", ServerStatistics::bytesReceived);
		counter("fastwire.bytes.sent", "Bytes handed to sockets", ServerStatistics::bytesSent);
		for (Rejection reason : Rejection.values()) {
			counter("fastwire.rejections", "Messages refused before the application saw them",
					tags.and("reason", reason.reason()), (statistics) -> statistics.rejections(reason));
		}
		publishAccessLog();
		transport();
		publishTls();
		publishHttp2();
		publishPool();
		WebSocketMeters.publish(this);
		publishHeaders();
		ResponseCache cache = server.getCache();
		if (cache != null) {
			published.addAll(CacheMeters.publish(registry, cache, tags));
		}
		for (int loop = 0; loop < server.getStatistics().eventLoops(); loop++) {
			publishEventLoop(loop);
		}
	}

	private void publishConnections() {
		for (ConnectionRefusal reason : ConnectionRefusal.values()) {
			counter("fastwire.connections.refused", "Connections closed at once because there were too many",
					tags.and("reason", reason.reason()), (statistics) -> statistics.connectionsRefused(reason));
		}
		counter("fastwire.connections.accept.failures", "Times at which no connection could be accepted",
				ServerStatistics::acceptFailures);
		for (ProxyFailure reason : ProxyFailure.values()) {
			counter("fastwire.proxy.failures", "Connections without the PROXY header they had to have",
					tags.and("reason", reason.reason()), (statistics) -> statistics.proxyFailures(reason));
		}
	}

	private void publishAccessLog() {
		counter("fastwire.access.log.written", "Lines of the access log", ServerStatistics::accessLogWritten);
		counter("fastwire.access.log.dropped", "Requests missing from the access log",
				ServerStatistics::accessLogDropped);
	}

	private void publishTls() {
		counter("fastwire.tls.handshakes", "TLS handshakes that succeeded", ServerStatistics::tlsHandshakes);
		for (TlsFailure reason : TlsFailure.values()) {
			counter("fastwire.tls.failures", "Connections that did not come out of the TLS handshake",
					tags.and("reason", reason.reason()), (statistics) -> statistics.tlsFailures(reason));
		}
	}

	private void publishHttp2() {
		counter("fastwire.http2.connections", "Connections that speak HTTP/2", ServerStatistics::http2Connections);
		counter("fastwire.http2.connection.errors", "HTTP/2 connections ended for an error of the client",
				ServerStatistics::http2ConnectionErrors);
		for (Http2Flood reason : Http2Flood.values()) {
			counter("fastwire.http2.floods", "HTTP/2 connections ended for a flood",
					tags.and("reason", reason.reason()), (statistics) -> statistics.http2Floods(reason));
		}
		counter("fastwire.http2.streams.reset", "HTTP/2 streams that ended by a reset", tags.and("by", "client"),
				ServerStatistics::http2ResetsByClient);
		counter("fastwire.http2.streams.reset", "HTTP/2 streams that ended by a reset", tags.and("by", "server"),
				ServerStatistics::http2ResetsByServer);
	}

	private void publishPool() {
		gauge("fastwire.pool.hits", "Buffers that came from the write pools", ServerStatistics::poolHits);
		gauge("fastwire.pool.malloc.fallbacks", "Buffers that did not fit and came from the allocator",
				ServerStatistics::poolMallocFallbacks);
		gauge("fastwire.pool.measure.first", "Texts measured before they were encoded",
				ServerStatistics::poolMeasureFirst);
		gauge("fastwire.pool.bytes.used", "Bytes of the write pools in use", ServerStatistics::poolBytesUsed);
		gauge("fastwire.pool.bytes.capacity", "Size of the write pools in bytes", ServerStatistics::poolBytesCapacity);
		gauge("fastwire.pool.hit.ratio", "Part of all buffers that came from the write pools",
				ServerStatistics::poolHitRatio);
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
		ToDoubleFunction<FastwireWebServer> samples = reading(ofLoop(loop, ServerStatistics::delaySamples));
		published.add(FunctionTimer
			.builder("fastwire.eventloop.delay", server, (running) -> (long) samples.applyAsDouble(running),
					reading(ofLoop(loop, ServerStatistics::delayNanos)), TimeUnit.NANOSECONDS)
			.description("How late an event loop was, sampled while it had connections")
			.tags(tags)
			.register(registry));
		published.add(TimeGauge
			.builder("fastwire.eventloop.stalled", server, TimeUnit.NANOSECONDS,
					reading(ofLoop(loop, ServerStatistics::stalledNanos)))
			.description("How late an event loop is now")
			.tags(tags)
			.register(registry));
	}

	/** A server that has been stopped has no loops, and 0 to say about them. */
	private static ToDoubleFunction<ServerStatistics> ofLoop(int loop,
			ToLongBiFunction<ServerStatistics, Integer> value) {
		return (statistics) -> (loop < statistics.eventLoops()) ? value.applyAsLong(statistics, loop) : 0;
	}

	void gauge(String name, String description, ToDoubleFunction<ServerStatistics> value) {
		gauge(name, description, tags, value);
	}

	private void gauge(String name, String description, Tags tags, ToDoubleFunction<ServerStatistics> value) {
		published
			.add(Gauge.builder(name, server, reading(value)).description(description).tags(tags).register(registry));
	}

	void counter(String name, String description, ToDoubleFunction<ServerStatistics> value) {
		counter(name, description, tags, value);
	}

	void counter(String name, String description, Tags tags, ToDoubleFunction<ServerStatistics> value) {
		published.add(FunctionCounter.builder(name, server, reading(value))
			.description(description)
			.tags(tags)
			.register(registry));
	}

	/** Returns what tells the server apart. */
	Tags tags() {
		return tags;
	}

	private void transport() {
		String transport = String.valueOf(server.getTransport()).toLowerCase(Locale.ROOT);
		published.add(Gauge.builder("fastwire.transport", () -> 1)
			.description("Always 1; its tag tells the transport in use")
			.tags(tags.and("transport", transport))
			.register(registry));
	}

	private static ToDoubleFunction<FastwireWebServer> reading(ToDoubleFunction<ServerStatistics> value) {
		return (server) -> value.applyAsDouble(server.getStatistics());
	}

	/** Removes them all. */
	void remove() {
		published.forEach(registry::remove);
		published.clear();
	}

}
