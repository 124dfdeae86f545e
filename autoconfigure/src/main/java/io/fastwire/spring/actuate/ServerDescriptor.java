/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import io.fastwire.buffer.PoolStatistics;
import io.fastwire.http.Rejection;
import io.fastwire.http2.Http2Flood;
import io.fastwire.proxy.ProxyFailure;
import io.fastwire.server.ConnectionRefusal;
import io.fastwire.server.HeaderCache;
import io.fastwire.server.ServerStatistics;
import io.fastwire.spring.FastwireWebServer;
import io.fastwire.tls.TlsFailure;
import org.jspecify.annotations.Nullable;

/**
 * One running server. Counts are since its start and recent; two of them need not belong
 * to the same moment.
 *
 * @param transport {@code io_uring}, {@code epoll}, {@code kqueue} or {@code nio}
 * @param scheme {@code http}, or {@code https} if it speaks TLS
 * @param port the port that it listens on
 * @param uptimeMillis how long it has been listening, in milliseconds
 * @param connections its connections
 * @param requests its requests
 * @param bytes what went over its sockets
 * @param rejections how many messages were refused, by reason; reasons that occurred
 * @param proxyFailures how many connections had no valid PROXY header, by reason; reasons
 * that occurred
 * @param tls its handshakes, {@code null} if it speaks clear text
 * @param http2 its HTTP/2 connections, {@code null} if it does not speak HTTP/2
 * @param pool the write pools of all event loops together
 * @param headers what caches of header sections found
 * @param webSocket its WebSocket sessions
 * @param eventLoops its event loops
 * @param cache its cache of responses, {@code null} if it has none
 * @param accessLog its access log, {@code null} if it has none
 */
public record ServerDescriptor(String transport, String scheme, int port, long uptimeMillis, Connections connections,
		Requests requests, Bytes bytes, Map<String, Long> rejections, Map<String, Long> proxyFailures,
		@Nullable Tls tls, @Nullable Http2 http2, Pool pool, Headers headers, WebSocketDescriptor webSocket,
		List<EventLoop> eventLoops, @Nullable CacheDescriptor cache, @Nullable AccessLog accessLog) {

	static ServerDescriptor of(FastwireWebServer server) {
		ServerStatistics statistics = server.getStatistics();
		return new ServerDescriptor(String.valueOf(server.getTransport()).toLowerCase(Locale.ROOT),
				server.isSecure() ? "https" : "http", server.getPort(), server.getUptime().toMillis(),
				Connections.of(statistics),
				new Requests(statistics.requestsActive(), statistics.requests(), statistics.requestsAborted()),
				new Bytes(statistics.bytesReceived(), statistics.bytesSent()), rejections(statistics),
				proxyFailures(statistics), server.isSecure() ? Tls.of(statistics) : null,
				server.isHttp2() ? Http2.of(statistics) : null, Pool.of(statistics), Headers.of(statistics),
				WebSocketDescriptor.of(statistics.webSocket()), eventLoops(statistics),
				CacheDescriptor.of(server.getCache()), server.isAccessLogged() ? AccessLog.of(statistics) : null);
	}

	private static Map<String, Long> rejections(ServerStatistics statistics) {
		Map<String, Long> rejections = new TreeMap<>();
		for (Rejection reason : Rejection.values()) {
			rejections.put(reason.reason(), statistics.rejections(reason));
		}
		return occurred(rejections);
	}

	private static Map<String, Long> proxyFailures(ServerStatistics statistics) {
		Map<String, Long> failures = new TreeMap<>();
		for (ProxyFailure reason : ProxyFailure.values()) {
			failures.put(reason.reason(), statistics.proxyFailures(reason));
		}
		return occurred(failures);
	}

	private static List<EventLoop> eventLoops(ServerStatistics statistics) {
		List<EventLoop> loops = new ArrayList<>();
		for (int loop = 0; loop < statistics.eventLoops(); loop++) {
			loops.add(new EventLoop(loop, statistics.connectionsActive(loop), statistics.requests(loop),
					statistics.pendingTasks(loop), statistics.delaySamples(loop), statistics.delayNanos(loop),
					TimeUnit.NANOSECONDS.toMillis(statistics.stalledNanos(loop)), Pool.of(statistics.pool(loop))));
		}
		return loops;
	}

	static Map<String, Long> occurred(Map<String, Long> counts) {
		counts.values().removeIf((count) -> count == 0);
		return counts;
	}

	/**
	 * The connections of a server.
	 *
	 * @param active open now
	 * @param accepted since the start
	 * @param refused reset as soon as they were accepted, by reason; reasons that
	 * occurred
	 * @param acceptFailures times at which none could be accepted
	 */
	public record Connections(long active, long accepted, Map<String, Long> refused, long acceptFailures) {

		static Connections of(ServerStatistics statistics) {
			Map<String, Long> refused = new TreeMap<>();
			for (ConnectionRefusal reason : ConnectionRefusal.values()) {
				refused.put(reason.reason(), statistics.connectionsRefused(reason));
			}
			return new Connections(statistics.connectionsActive(), statistics.connectionsAccepted(), occurred(refused),
					statistics.acceptFailures());
		}

	}

	/**
	 * The requests of a server.
	 *
	 * @param active in progress now
	 * @param received valid ones since the start
	 * @param aborted of these, how many ended without a complete response
	 */
	public record Requests(long active, long received, long aborted) {
	}

	/**
	 * What went over the sockets of a server, without encryption.
	 *
	 * @param received bytes that were read
	 * @param sent bytes that were written
	 */
	public record Bytes(long received, long sent) {
	}

	/**
	 * The TLS handshakes of a server.
	 *
	 * @param handshakes how many succeeded
	 * @param failures how many did not, by reason; reasons that occurred
	 */
	public record Tls(long handshakes, Map<String, Long> failures) {

		static Tls of(ServerStatistics statistics) {
			Map<String, Long> failures = new TreeMap<>();
			for (TlsFailure reason : TlsFailure.values()) {
				failures.put(reason.reason(), statistics.tlsFailures(reason));
			}
			return new Tls(statistics.tlsHandshakes(), occurred(failures));
		}

	}

	/**
	 * The HTTP/2 connections of a server.
	 *
	 * @param connections connections that speak or spoke HTTP/2
	 * @param connectionErrors of these, how many ended for an error of the client
	 * @param floods of those, how many were floods, by reason; reasons that occurred
	 * @param resetsByClient streams that the client reset
	 * @param resetsByServer streams that the server reset
	 */
	public record Http2(long connections, long connectionErrors, Map<String, Long> floods, long resetsByClient,
			long resetsByServer) {

		static Http2 of(ServerStatistics statistics) {
			Map<String, Long> floods = new TreeMap<>();
			for (Http2Flood reason : Http2Flood.values()) {
				floods.put(reason.reason(), statistics.http2Floods(reason));
			}
			return new Http2(statistics.http2Connections(), statistics.http2ConnectionErrors(), occurred(floods),
					statistics.http2ResetsByClient(), statistics.http2ResetsByServer());
		}

	}

	/**
	 * The access log of a server.
	 *
	 * @param written lines that were written
	 * @param dropped requests that it could not be written for as fast as they came
	 */
	public record AccessLog(long written, long dropped) {

		static AccessLog of(ServerStatistics statistics) {
			return new AccessLog(statistics.accessLogWritten(), statistics.accessLogDropped());
		}

	}

	/**
	 * The memory that output is written into.
	 *
	 * @param hits buffers that came from a pool
	 * @param mallocFallbacks buffers that did not fit and came from the allocator
	 * @param hitRatio hits among both, from 0 to 1
	 * @param measureFirst texts that were measured before they were encoded
	 * @param bytesUsed bytes in use now
	 * @param bytesCapacity size in bytes
	 */
	public record Pool(long hits, long mallocFallbacks, double hitRatio, long measureFirst, long bytesUsed,
			long bytesCapacity) {

		static Pool of(ServerStatistics statistics) {
			return new Pool(statistics.poolHits(), statistics.poolMallocFallbacks(), statistics.poolHitRatio(),
					statistics.poolMeasureFirst(), statistics.poolBytesUsed(), statistics.poolBytesCapacity());
		}

		static Pool of(PoolStatistics pool) {
			return new Pool(pool.hits(), pool.mallocFallbacks(), pool.hitRatio(), pool.measureFirst(), pool.bytesUsed(),
					pool.bytesCapacity());
		}

	}

	/**
	 * What was spared of header sections.
	 *
	 * @param repeatHits requests with the header section of the one before
	 * @param requestNames the caches of names of request fields
	 * @param responseFields the caches of encoded response fields
	 */
	public record Headers(long repeatHits, Cache requestNames, Cache responseFields) {

		static Headers of(ServerStatistics statistics) {
			return new Headers(statistics.repeatHeads(), Cache.of(statistics, HeaderCache.REQUEST_NAMES),
					Cache.of(statistics, HeaderCache.RESPONSE_FIELDS));
		}

	}

	/**
	 * A cache of parts of header sections, over all event loops.
	 *
	 * @param hits parts that it had
	 * @param misses parts that it had not
	 * @param replacements entries that others took the place of
	 */
	public record Cache(long hits, long misses, long replacements) {

		static Cache of(ServerStatistics statistics, HeaderCache cache) {
			return new Cache(statistics.headerCacheHits(cache), statistics.headerCacheMisses(cache),
					statistics.headerCacheReplacements(cache));
		}

	}

	/**
	 * One event loop of a server.
	 *
	 * @param index from 0
	 * @param connections open now
	 * @param requests valid ones since the start
	 * @param pendingTasks tasks that wait for it now
	 * @param delaySamples how many times it was watched for delay
	 * @param delayNanos how late it was at these times, summed up, in nanoseconds
	 * @param stalledMillis how late it is now, in milliseconds
	 * @param pool its write pool
	 */
	public record EventLoop(int index, long connections, long requests, int pendingTasks, long delaySamples,
			long delayNanos, long stalledMillis, Pool pool) {
	}

}
