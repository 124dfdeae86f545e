/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.util.List;
import java.util.function.ToLongFunction;

import io.fastwire.accesslog.AccessLog;
import io.fastwire.buffer.PoolStatistics;
import io.fastwire.http.Rejection;
import io.fastwire.http2.Http2Flood;
import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.LoopCounters;
import io.fastwire.internal.io.LoopResources;
import io.fastwire.proxy.ProxyFailure;
import io.fastwire.proxy.ProxyHandshake;
import io.fastwire.tls.TlsFailure;
import io.fastwire.tls.TlsHandshake;
import io.fastwire.websocket.WebSocketStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Counts of one server since it was started, summed over its event loops. Readable from
 * any thread; values are recent, not a consistent snapshot.
 */
public final class ServerStatistics {

	/** Counters of a server that has not been started. */
	static final ServerStatistics NONE = new ServerStatistics(List.of(), new AcceptFailures(), null);

	private final List<LoopResources> loops;

	private final AcceptFailures acceptFailures;

	private final WebSocketStatistics webSocket;

	private final @Nullable AccessLog accessLog;

	ServerStatistics(List<LoopResources> loops, AcceptFailures acceptFailures, @Nullable AccessLog accessLog) {
		this.acceptFailures = acceptFailures;
		this.accessLog = accessLog;
		this.loops = loops;
		this.webSocket = WebSocketStatistics.of(loops);
	}

	/**
	 * Returns the counts of WebSocket sessions.
	 * @return a live view
	 */
	public WebSocketStatistics webSocket() {
		return webSocket;
	}

	/**
	 * Returns how many connections are open now.
	 * @return 0 or more
	 */
	public long connectionsActive() {
		long closed = sum(Counter.CONNECTIONS_CLOSED);
		return Math.max(0, sum(Counter.CONNECTIONS_OPENED) - closed);
	}

	/**
	 * Returns how many connections were accepted.
	 * @return a count that only grows
	 */
	public long connectionsAccepted() {
		return sum(Counter.CONNECTIONS_OPENED);
	}

	/**
	 * Returns how many connections were closed as soon as they were accepted.
	 * @param reason why
	 * @return a count that only grows
	 */
	public long connectionsRefused(ConnectionRefusal reason) {
		return sum(counter(reason));
	}

	static Counter counter(ConnectionRefusal reason) {
		return switch (reason) {
			case TOTAL -> Counter.CONNECTIONS_REFUSED_TOTAL;
			case ADDRESS -> Counter.CONNECTIONS_REFUSED_ADDRESS;
		};
	}

	/**
	 * Returns how often no connection could be accepted, most likely because descriptors
	 * had run out.
	 * @return a count that only grows
	 */
	public long acceptFailures() {
		return sum(Counter.ACCEPT_FAILURES);
	}

	/**
	 * Returns for how long no connection could be accepted, or only some in between.
	 * @return nanoseconds since the first of the failures, 0 if the last one was more
	 * than a second ago
	 */
	public long acceptFailingNanos() {
		return acceptFailures.lasting(System.nanoTime());
	}

	/**
	 * Returns how many connections did not come out of the PROXY protocol.
	 * @param reason why not
	 * @return a count that only grows
	 */
	public long proxyFailures(ProxyFailure reason) {
		return sum(ProxyHandshake.counter(reason));
	}

	/**
	 * Returns how many lines of the access log were written.
	 * @return a count that only grows, 0 if there is no access log
	 */
	public long accessLogWritten() {
		return (accessLog != null) ? accessLog.written() : 0;
	}

	/**
	 * Returns how many requests are missing from the access log, because it could not be
	 * written as fast as they came.
	 * @return a count that only grows, 0 if there is no access log
	 */
	public long accessLogDropped() {
		return (accessLog != null) ? accessLog.dropped() : 0;
	}

	/**
	 * Returns how many requests are in progress now.
	 * @return 0 or more
	 */
	public long requestsActive() {
		long ended = sum(Counter.REQUESTS_COMPLETED) + sum(Counter.REQUESTS_ABORTED);
		return Math.max(0, sum(Counter.REQUESTS_STARTED) - ended);
	}

	/**
	 * Returns how many valid requests came in.
	 * @return a count that only grows
	 */
	public long requests() {
		return sum(Counter.REQUESTS_STARTED);
	}

	/**
	 * Returns how many requests ended without a complete response.
	 * @return a count that only grows
	 */
	public long requestsAborted() {
		return sum(Counter.REQUESTS_ABORTED);
	}

	/**
	 * Returns how many connections speak, or spoke, HTTP/2.
	 * @return a count that only grows
	 */
	public long http2Connections() {
		return sum(Counter.HTTP2_CONNECTIONS);
	}

	/**
	 * Returns how many HTTP/2 connections were ended for an error of the client, floods
	 * included.
	 * @return a count that only grows
	 */
	public long http2ConnectionErrors() {
		return sum(Counter.HTTP2_CONNECTION_ERRORS);
	}

	/**
	 * Returns how many HTTP/2 connections were ended for a flood.
	 * @param flood of what
	 * @return a count that only grows
	 */
	public long http2Floods(Http2Flood flood) {
		return sum(flood.counter());
	}

	/**
	 * Returns how many HTTP/2 streams the client reset.
	 * @return a count that only grows
	 */
	public long http2ResetsByClient() {
		return sum(Counter.HTTP2_STREAMS_RESET_BY_CLIENT);
	}

	/**
	 * Returns how many HTTP/2 streams this server reset.
	 * @return a count that only grows
	 */
	public long http2ResetsByServer() {
		return sum(Counter.HTTP2_STREAMS_RESET_BY_SERVER);
	}

	/**
	 * Returns how many requests had the header section of the one before on their
	 * connection.
	 * @return a count that only grows
	 */
	public long repeatHeads() {
		return sum(Counter.REPEAT_HEADS);
	}

	/**
	 * Returns how often something was found in a cache.
	 * @param cache the cache
	 * @return a count that only grows
	 */
	public long headerCacheHits(HeaderCache cache) {
		return sum(cache.hits());
	}

	/**
	 * Returns how often something was not found in a cache, or was too long for it.
	 * @param cache the cache
	 * @return a count that only grows
	 */
	public long headerCacheMisses(HeaderCache cache) {
		return sum(cache.misses());
	}

	/**
	 * Returns how often something was put into a cache in place of something else.
	 * @param cache the cache
	 * @return a count that only grows
	 */
	public long headerCacheReplacements(HeaderCache cache) {
		return sum(cache.replacements());
	}

	/**
	 * Returns how many messages were refused for a reason.
	 * @param reason the reason
	 * @return a count that only grows
	 */
	public long rejections(Rejection reason) {
		long sum = 0;
		for (LoopResources loop : loops) {
			sum += loop.counters().readRejected(reason.ordinal());
		}
		return sum;
	}

	/**
	 * Returns how many TLS handshakes succeeded.
	 * @return a count that only grows
	 */
	public long tlsHandshakes() {
		return sum(Counter.TLS_HANDSHAKES);
	}

	/**
	 * Returns how many connections did not come out of the TLS handshake.
	 * @param reason why not
	 * @return a count that only grows
	 */
	public long tlsFailures(TlsFailure reason) {
		return sum(TlsHandshake.counter(reason));
	}

	/**
	 * Returns how many bytes were read from sockets, after decryption.
	 * @return a count that only grows
	 */
	public long bytesReceived() {
		return sum(Counter.BYTES_RECEIVED);
	}

	/**
	 * Returns how many bytes were handed to sockets, before encryption.
	 * @return a count that only grows
	 */
	public long bytesSent() {
		return sum(Counter.BYTES_SENT);
	}

	/**
	 * Returns how many buffers came from the write pools.
	 * @return a count that only grows
	 */
	public long poolHits() {
		return sumPools(PoolStatistics::hits);
	}

	/**
	 * Returns how many buffers did not fit into a write pool and came from the allocator.
	 * @return a count that only grows
	 */
	public long poolMallocFallbacks() {
		return sumPools(PoolStatistics::mallocFallbacks);
	}

	/**
	 * Returns how many texts were measured before they were encoded, because their worst
	 * case did not fit into a write pool.
	 * @return a count that only grows
	 */
	public long poolMeasureFirst() {
		return sumPools(PoolStatistics::measureFirst);
	}

	/**
	 * Returns how much of the write pools is in use.
	 * @return a number of bytes
	 */
	public long poolBytesUsed() {
		return sumPools(PoolStatistics::bytesUsed);
	}

	/**
	 * Returns the size of the write pools.
	 * @return a number of bytes
	 */
	public long poolBytesCapacity() {
		return sumPools(PoolStatistics::bytesCapacity);
	}

	/**
	 * Returns which part of all buffers came from the write pools.
	 * @return from 0 to 1, and 1 as long as none was asked for
	 */
	public double poolHitRatio() {
		long hits = poolHits();
		long all = hits + poolMallocFallbacks();
		return (all != 0) ? (double) hits / all : 1;
	}

	/**
	 * Returns the number of event loops.
	 * @return 0 if the server is not running
	 */
	public int eventLoops() {
		return loops.size();
	}

	/**
	 * Returns how many connections of an event loop are open now.
	 * @param loop from 0 to {@code eventLoops() - 1}
	 * @return 0 or more
	 */
	public long connectionsActive(int loop) {
		LoopCounters counters = loops.get(loop).counters();
		long closed = counters.read(Counter.CONNECTIONS_CLOSED);
		return Math.max(0, counters.read(Counter.CONNECTIONS_OPENED) - closed);
	}

	/**
	 * Returns how many valid requests came in on an event loop.
	 * @param loop from 0 to {@code eventLoops() - 1}
	 * @return a count that only grows
	 */
	public long requests(int loop) {
		return loops.get(loop).counters().read(Counter.REQUESTS_STARTED);
	}

	/**
	 * Returns the figures of the write pool of an event loop.
	 * @param loop from 0 to {@code eventLoops() - 1}
	 * @return a live view
	 */
	public PoolStatistics pool(int loop) {
		return loops.get(loop).pool().statistics();
	}

	/**
	 * Returns how many tasks wait for an event loop, timers not among them.
	 * @param loop from 0 to {@code eventLoops() - 1}
	 * @return 0 or more
	 */
	public int pendingTasks(int loop) {
		return loops.get(loop).pendingTasks();
	}

	/**
	 * Returns how many times an event loop was watched for delay: four times a second
	 * while it has connections.
	 * @param loop from 0 to {@code eventLoops() - 1}
	 * @return a count that only grows
	 */
	public long delaySamples(int loop) {
		return loops.get(loop).counters().read(Counter.DELAY_SAMPLES);
	}

	/**
	 * Returns how late an event loop was at these times, summed up. What arrived then had
	 * to wait as long.
	 * @param loop from 0 to {@code eventLoops() - 1}
	 * @return a sum of nanoseconds that only grows
	 */
	public long delayNanos(int loop) {
		return loops.get(loop).counters().read(Counter.DELAY_NANOS);
	}

	/**
	 * Returns how late an event loop is now. That it was late counts as a delay once it
	 * goes on; this tells of one that does not.
	 * @param loop from 0 to {@code eventLoops() - 1}
	 * @return nanoseconds, 0 if it is not late or has no connections
	 */
	public long stalledNanos(int loop) {
		return loops.get(loop).sweeper().overdueNanos();
	}

	private long sumPools(ToLongFunction<PoolStatistics> figure) {
		long sum = 0;
		for (LoopResources loop : loops) {
			sum += figure.applyAsLong(loop.pool().statistics());
		}
		return sum;
	}

	private long sum(Counter counter) {
		long sum = 0;
		for (LoopResources loop : loops) {
			sum += loop.counters().read(counter);
		}
		return sum;
	}

}
