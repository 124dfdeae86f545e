/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.time.Duration;

import io.fastwire.websocket.CompressionMode;
import io.fastwire.websocket.OverflowPolicy;

import org.springframework.util.unit.DataSize;

/**
 * How much may come and wait in a WebSocket session, and how long it may be silent.
 */
final class FastwireWebSocketProperties {

	/**
	 * Maximum size of a message that comes in, after inflating, above which the session
	 * is closed with 1009.
	 */
	private DataSize maxMessageSize = DataSize.ofKilobytes(64);

	/**
	 * Maximum size of what may wait to be sent in a session because its client reads too
	 * slowly. A message that is sent while the client keeps up may be longer.
	 */
	private DataSize maxPendingSize = DataSize.ofMegabytes(1);

	/**
	 * What happens to a message that would pass 'fastwire.websocket.max-pending-size': it
	 * is dropped, or it is dropped and the session closed with 1013.
	 */
	private OverflowPolicy overflowPolicy = OverflowPolicy.CLOSE;

	/**
	 * Time in which something, if only a pong, must come from the client, above which the
	 * connection is cut. Zero for no limit.
	 */
	private Duration idleTimeout = Duration.ofSeconds(75);

	/**
	 * Time between pings, which keep proxies from closing silent connections. Zero for no
	 * pings.
	 */
	private Duration pingInterval = Duration.ofSeconds(30);

	/**
	 * Age at which a session is closed with 1001. Zero for no limit.
	 */
	private Duration maxLifetime = Duration.ZERO;

	/**
	 * Time that a client may take to answer a close frame, and that handlers may take to
	 * end when the server has stopped.
	 */
	private Duration closeTimeout = Duration.ofSeconds(5);

	/**
	 * How messages are compressed (permessage-deflate), if the client offers it: not at
	 * all, each by itself, or with the messages before it as dictionary, which costs
	 * memory for each session.
	 */
	private CompressionMode compression = CompressionMode.OFF;

	/**
	 * Minimum size of a message to be compressed.
	 */
	private DataSize compressionThreshold = DataSize.ofBytes(64);

	public DataSize getMaxMessageSize() {
		return maxMessageSize;
	}

	public void setMaxMessageSize(DataSize maxMessageSize) {
		this.maxMessageSize = maxMessageSize;
	}

	public DataSize getMaxPendingSize() {
		return maxPendingSize;
	}

	public void setMaxPendingSize(DataSize maxPendingSize) {
		this.maxPendingSize = maxPendingSize;
	}

	public OverflowPolicy getOverflowPolicy() {
		return overflowPolicy;
	}

	public void setOverflowPolicy(OverflowPolicy overflowPolicy) {
		this.overflowPolicy = overflowPolicy;
	}

	public Duration getIdleTimeout() {
		return idleTimeout;
	}

	public void setIdleTimeout(Duration idleTimeout) {
		this.idleTimeout = idleTimeout;
	}

	public Duration getPingInterval() {
		return pingInterval;
	}

	public void setPingInterval(Duration pingInterval) {
		this.pingInterval = pingInterval;
	}

	public Duration getMaxLifetime() {
		return maxLifetime;
	}

	public void setMaxLifetime(Duration maxLifetime) {
		this.maxLifetime = maxLifetime;
	}

	public Duration getCloseTimeout() {
		return closeTimeout;
	}

	public void setCloseTimeout(Duration closeTimeout) {
		this.closeTimeout = closeTimeout;
	}

	public CompressionMode getCompression() {
		return compression;
	}

	public void setCompression(CompressionMode compression) {
		this.compression = compression;
	}

	public DataSize getCompressionThreshold() {
		return compressionThreshold;
	}

	public void setCompressionThreshold(DataSize compressionThreshold) {
		this.compressionThreshold = compressionThreshold;
	}

}
