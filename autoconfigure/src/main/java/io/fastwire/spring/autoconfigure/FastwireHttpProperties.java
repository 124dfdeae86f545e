/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

/**
 * How much a client may send, and how long it may take.
 */
final class FastwireHttpProperties {

	/**
	 * Maximum size of a request line, above which the answer is 414. Defaults to
	 * 'server.netty.max-initial-line-length' if that is set, otherwise to the limit of
	 * the whole request head, 'server.max-http-request-header-size'.
	 */
	private @Nullable DataSize maxRequestLineSize;

	/**
	 * Maximum number of request header fields, above which the answer is 431.
	 */
	private int maxHeaderFields = 500;

	/**
	 * Whether to let the characters '[', ']', '|', '{' and '}' through in queries, which
	 * real clients send although RFC 3986 forbids them. Otherwise the answer is 400.
	 */
	private boolean lenientQuery = true;

	/**
	 * Maximum size of a request body, above which the answer is 413. Unlimited by
	 * default.
	 */
	private @Nullable DataSize maxBodySize;

	/**
	 * Maximum size of a chunk-size line with its extensions, above which the answer is
	 * 400.
	 */
	private DataSize maxChunkExtensionSize = DataSize.ofKilobytes(1);

	/**
	 * Size of the unread input of a connection at which reading from it pauses: a body
	 * that the application does not ask for yet, or pipelined requests.
	 */
	private DataSize maxBufferedSize = DataSize.ofKilobytes(64);

	/**
	 * Size up to which a body that the application left unread is skipped to keep the
	 * connection. A longer one closes it.
	 */
	private DataSize maxDrainSize = DataSize.ofMegabytes(2);

	/**
	 * Maximum number of requests of a connection. The answer to the last one closes it.
	 * Defaults to 'server.netty.max-keep-alive-requests' if that is set, otherwise
	 * unlimited.
	 */
	private @Nullable Integer maxKeepAliveRequests;

	/**
	 * Time after which a new connection that has not begun a request is closed. Defaults
	 * to 'server.netty.connection-timeout' if that is set, otherwise to the idle timeout.
	 */
	private @Nullable Duration firstRequestTimeout;

	/**
	 * Time from the first byte of a request to the end of its head, above which the
	 * answer is 408.
	 */
	private Duration headTimeout = Duration.ofSeconds(10);

	/**
	 * Time after which a connection without a request in progress is closed. Defaults to
	 * 'server.netty.idle-timeout' if that is set, otherwise to 75 seconds: longer than
	 * load balancers usually keep one.
	 */
	private @Nullable Duration idleTimeout;

	/**
	 * Time in which at least 'fastwire.http.body-size-per-window' of a request body must
	 * arrive, above which the answer is 408. Time in which the application asks for
	 * nothing does not count.
	 */
	private Duration bodyWindow = Duration.ofSeconds(10);

	/**
	 * Size of the part of a request body that must arrive in each
	 * 'fastwire.http.body-window'. Zero lets a body trickle.
	 */
	private DataSize bodySizePerWindow = DataSize.ofBytes(2400);

	/**
	 * Time that a response may wait for a client that does not read.
	 */
	private Duration writeTimeout = Duration.ofSeconds(30);

	/**
	 * Time for which input is skipped after a response that closes the connection early,
	 * so that the client can read it.
	 */
	private Duration lingerTimeout = Duration.ofSeconds(5);

	/**
	 * Time that a response may still take after the client has closed its side.
	 */
	private Duration halfCloseTimeout = Duration.ofMillis(500);

	public @Nullable DataSize getMaxRequestLineSize() {
		return maxRequestLineSize;
	}

	public void setMaxRequestLineSize(@Nullable DataSize maxRequestLineSize) {
		this.maxRequestLineSize = maxRequestLineSize;
	}

	public boolean isLenientQuery() {
		return lenientQuery;
	}

	public void setLenientQuery(boolean lenientQuery) {
		this.lenientQuery = lenientQuery;
	}

	public int getMaxHeaderFields() {
		return maxHeaderFields;
	}

	public void setMaxHeaderFields(int maxHeaderFields) {
		this.maxHeaderFields = maxHeaderFields;
	}

	public @Nullable DataSize getMaxBodySize() {
		return maxBodySize;
	}

	public void setMaxBodySize(@Nullable DataSize maxBodySize) {
		this.maxBodySize = maxBodySize;
	}

	public DataSize getMaxChunkExtensionSize() {
		return maxChunkExtensionSize;
	}

	public void setMaxChunkExtensionSize(DataSize maxChunkExtensionSize) {
		this.maxChunkExtensionSize = maxChunkExtensionSize;
	}

	public DataSize getMaxBufferedSize() {
		return maxBufferedSize;
	}

	public void setMaxBufferedSize(DataSize maxBufferedSize) {
		this.maxBufferedSize = maxBufferedSize;
	}

	public DataSize getMaxDrainSize() {
		return maxDrainSize;
	}

	public void setMaxDrainSize(DataSize maxDrainSize) {
		this.maxDrainSize = maxDrainSize;
	}

	public @Nullable Integer getMaxKeepAliveRequests() {
		return maxKeepAliveRequests;
	}

	public void setMaxKeepAliveRequests(@Nullable Integer maxKeepAliveRequests) {
		this.maxKeepAliveRequests = maxKeepAliveRequests;
	}

	public @Nullable Duration getFirstRequestTimeout() {
		return firstRequestTimeout;
	}

	public void setFirstRequestTimeout(@Nullable Duration firstRequestTimeout) {
		this.firstRequestTimeout = firstRequestTimeout;
	}

	public Duration getHeadTimeout() {
		return headTimeout;
	}

	public void setHeadTimeout(Duration headTimeout) {
		this.headTimeout = headTimeout;
	}

	public @Nullable Duration getIdleTimeout() {
		return idleTimeout;
	}

	public void setIdleTimeout(@Nullable Duration idleTimeout) {
		this.idleTimeout = idleTimeout;
	}

	public Duration getBodyWindow() {
		return bodyWindow;
	}

	public void setBodyWindow(Duration bodyWindow) {
		this.bodyWindow = bodyWindow;
	}

	public DataSize getBodySizePerWindow() {
		return bodySizePerWindow;
	}

	public void setBodySizePerWindow(DataSize bodySizePerWindow) {
		this.bodySizePerWindow = bodySizePerWindow;
	}

	public Duration getWriteTimeout() {
		return writeTimeout;
	}

	public void setWriteTimeout(Duration writeTimeout) {
		this.writeTimeout = writeTimeout;
	}

	public Duration getLingerTimeout() {
		return lingerTimeout;
	}

	public void setLingerTimeout(Duration lingerTimeout) {
		this.lingerTimeout = lingerTimeout;
	}

	public Duration getHalfCloseTimeout() {
		return halfCloseTimeout;
	}

	public void setHalfCloseTimeout(Duration halfCloseTimeout) {
		this.halfCloseTimeout = halfCloseTimeout;
	}

}
