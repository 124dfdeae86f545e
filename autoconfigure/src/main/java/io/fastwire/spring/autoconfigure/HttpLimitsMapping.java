/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.time.Duration;
import java.util.function.Consumer;

import io.fastwire.http.HttpLimits;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.http2.Http2Options;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/**
 * Turns properties into the limits and timeouts of HTTP. Where Reactor Netty has a
 * property for the same thing, it is the fallback, so that a limit someone set does not
 * vanish when the server is swapped.
 */
final class HttpLimitsMapping {

	/** Longer than any server runs. */
	private static final Duration UNLIMITED = Duration.ofDays(36_500);

	private static final String NETTY_LINE = "server.netty.max-initial-line-length";

	private static final String NETTY_CONNECTION = "server.netty.connection-timeout";

	private static final String NETTY_REQUESTS = "server.netty.max-keep-alive-requests";

	private static final String NETTY_IDLE = "server.netty.idle-timeout";

	private HttpLimitsMapping() {
	}

	static HttpLimits limits(ServerProperties server, FastwireHttpProperties http, Environment environment) {
		HttpLimits.Builder limits = HttpLimits.builder().lenientQuery(http.isLenientQuery());
		sizeOfHead(limits, server.getMaxHttpRequestHeaderSize());
		if (http.getMaxRequestLineSize() == null) {
			PropertyBinding.apply(NETTY_LINE, PropertyBinding.read(environment, NETTY_LINE, DataSize.class),
					(size) -> sizeOfLine(limits, server.getMaxHttpRequestHeaderSize(), size));
		}
		PropertyBinding.apply("fastwire.http.max-request-line-size", http.getMaxRequestLineSize(),
				(size) -> limits.maxRequestLineBytes(PropertyBinding.bytes(size)));
		apply("fastwire.http.max-keep-alive-requests", http.getMaxKeepAliveRequests(), NETTY_REQUESTS,
				nettyRequests(environment), limits::maxRequests);
		PropertyBinding.apply("fastwire.http.max-header-fields", http.getMaxHeaderFields(), limits::maxHeaderFields);
		PropertyBinding.apply("fastwire.http.max-body-size", http.getMaxBodySize(),
				(size) -> limits.maxBodyBytes(size.toBytes()));
		PropertyBinding.apply("fastwire.http.max-chunk-extension-size", http.getMaxChunkExtensionSize(),
				(size) -> limits.maxChunkExtensionBytes(PropertyBinding.bytes(size)));
		PropertyBinding.apply("fastwire.http.max-buffered-size", http.getMaxBufferedSize(),
				(size) -> limits.maxBufferedBytes(PropertyBinding.bytes(size)));
		PropertyBinding.apply("fastwire.http.max-drain-size", http.getMaxDrainSize(),
				(size) -> limits.maxDrainBytes(PropertyBinding.bytes(size)));
		return limits.build();
	}

	/** The line is part of the head: alone it may be as long as the head may be. */
	private static void sizeOfHead(HttpLimits.Builder limits, DataSize head) {
		PropertyBinding.apply("server.max-http-request-header-size", head, (size) -> {
			limits.maxHeadBytes(PropertyBinding.bytes(size));
			limits.maxRequestLineBytes(PropertyBinding.bytes(size));
		});
	}

	/** For Reactor Netty the line is no part of the head: both may have their size. */
	private static void sizeOfLine(HttpLimits.Builder limits, DataSize head, DataSize line) {
		limits.maxRequestLineBytes(PropertyBinding.bytes(line));
		limits.maxHeadBytes(PropertyBinding.bytes(DataSize.ofBytes(head.toBytes() + line.toBytes())));
	}

	/** For Reactor Netty -1 means no limit. */
	private static @Nullable Integer nettyRequests(Environment environment) {
		Integer requests = PropertyBinding.read(environment, NETTY_REQUESTS, Integer.class);
		return (requests == null || requests == -1) ? null : requests;
	}

	/** For Reactor Netty 0 means no limit. */
	private static @Nullable Duration nettyTimeout(Environment environment, String property) {
		Duration timeout = PropertyBinding.read(environment, property, Duration.class);
		return (timeout == null || timeout.compareTo(Duration.ZERO) > 0) ? timeout : UNLIMITED;
	}

	/**
	 * Hands on the value of a property, or of the one that it falls back to.
	 * @param own the value of the property, or {@code null} if it is not set
	 */
	private static <T> void apply(String property, @Nullable T own, String fallback, @Nullable T other,
			Consumer<? super T> target) {
		if (own != null) {
			PropertyBinding.apply(property, own, target);
		}
		else {
			PropertyBinding.apply(fallback, other, target);
		}
	}

	static Http2Options http2(FastwireHttp2Properties http2) {
		Http2Options.Builder options = Http2Options.builder();
		PropertyBinding.apply("fastwire.http2.max-concurrent-streams", http2.getMaxConcurrentStreams(),
				options::maxConcurrentStreams);
		PropertyBinding.apply("fastwire.http2.max-resets", http2.getMaxResets(), options::maxResets);
		PropertyBinding.apply("fastwire.http2.max-control-frames", http2.getMaxControlFrames(),
				options::maxControlFrames);
		return options.build();
	}

	static HttpTimeouts timeouts(FastwireHttpProperties http, Environment environment) {
		HttpTimeouts.Builder timeouts = HttpTimeouts.builder();
		PropertyBinding.apply("fastwire.http.head-timeout", http.getHeadTimeout(), timeouts::head);
		apply("fastwire.http.first-request-timeout", http.getFirstRequestTimeout(), NETTY_CONNECTION,
				nettyTimeout(environment, NETTY_CONNECTION), timeouts::firstRequest);
		apply("fastwire.http.idle-timeout", http.getIdleTimeout(), NETTY_IDLE, nettyTimeout(environment, NETTY_IDLE),
				timeouts::idle);
		PropertyBinding.apply("fastwire.http.body-window", http.getBodyWindow(), timeouts::bodyWindow);
		PropertyBinding.apply("fastwire.http.body-size-per-window", http.getBodySizePerWindow(),
				(size) -> timeouts.bodyBytesPerWindow(size.toBytes()));
		PropertyBinding.apply("fastwire.http.write-timeout", http.getWriteTimeout(), timeouts::write);
		PropertyBinding.apply("fastwire.http.linger-timeout", http.getLingerTimeout(), timeouts::linger);
		PropertyBinding.apply("fastwire.http.half-close-timeout", http.getHalfCloseTimeout(), timeouts::halfClose);
		return timeouts.build();
	}

}
