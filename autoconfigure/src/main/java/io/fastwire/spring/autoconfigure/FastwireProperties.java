/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.time.Duration;

import io.fastwire.server.Transport;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the web server that {@code server.*} does not have.
 */
@ConfigurationProperties("fastwire")
final class FastwireProperties {

	/**
	 * Whether to serve a reactive application by Fastwire instead of its other web
	 * server.
	 */
	private boolean enabled = true;

	/**
	 * How bytes get to and from the kernel. One that does not work here makes startup
	 * fail.
	 */
	private Transport transport = Transport.AUTO;

	/**
	 * Number of event loops, each a thread, of the main server. Defaults to the number of
	 * processors. A management server on a port of its own always has one.
	 */
	private @Nullable Integer eventLoops;

	/**
	 * Number of connections that the kernel queues before they are accepted.
	 */
	private int backlog = 1024;

	/**
	 * Whether the buffer factory of responses is Spring's NettyDataBufferFactory, for
	 * libraries that cast it. Costs some of the speed. Defaults to whether Spring Cloud
	 * Gateway is there.
	 */
	private @Nullable Boolean nettyDataBuffers;

	@NestedConfigurationProperty
	private final Pool pool = new Pool();

	@NestedConfigurationProperty
	private final Tls tls = new Tls();

	@NestedConfigurationProperty
	private final FastwireHttpProperties http = new FastwireHttpProperties();

	@NestedConfigurationProperty
	private final FastwireWebSocketProperties websocket = new FastwireWebSocketProperties();

	@NestedConfigurationProperty
	private final FastwireCacheProperties cache = new FastwireCacheProperties();

	public boolean isEnabled() {
		return enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Transport getTransport() {
		return transport;
	}

	public void setTransport(Transport transport) {
		this.transport = transport;
	}

	public @Nullable Integer getEventLoops() {
		return eventLoops;
	}

	public void setEventLoops(@Nullable Integer eventLoops) {
		this.eventLoops = eventLoops;
	}

	public int getBacklog() {
		return backlog;
	}

	public void setBacklog(int backlog) {
		this.backlog = backlog;
	}

	public @Nullable Boolean getNettyDataBuffers() {
		return nettyDataBuffers;
	}

	public void setNettyDataBuffers(@Nullable Boolean nettyDataBuffers) {
		this.nettyDataBuffers = nettyDataBuffers;
	}

	public Pool getPool() {
		return pool;
	}

	public Tls getTls() {
		return tls;
	}

	public FastwireHttpProperties getHttp() {
		return http;
	}

	public FastwireWebSocketProperties getWebsocket() {
		return websocket;
	}

	public FastwireCacheProperties getCache() {
		return cache;
	}

	/**
	 * Settings of TLS that 'server.ssl' does not have.
	 */
	static final class Tls {

		/**
		 * Time from the accepted connection to the end of the TLS handshake, above which
		 * the connection is closed.
		 */
		private Duration handshakeTimeout = Duration.ofSeconds(10);

		public Duration getHandshakeTimeout() {
			return handshakeTimeout;
		}

		public void setHandshakeTimeout(Duration handshakeTimeout) {
			this.handshakeTimeout = handshakeTimeout;
		}

	}

	/**
	 * Settings of the memory that output is written into before it leaves.
	 */
	static final class Pool {

		/**
		 * Size of the write pool of each event loop. What does not fit comes from Netty's
		 * allocator.
		 */
		private DataSize size = DataSize.ofKilobytes(128);

		public DataSize getSize() {
			return size;
		}

		public void setSize(DataSize size) {
			this.size = size;
		}

	}

}
