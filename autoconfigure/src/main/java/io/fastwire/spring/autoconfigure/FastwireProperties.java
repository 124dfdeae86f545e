/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.fastwire.proxy.ProxyProtocol;
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

	/**
	 * Whether WebFlux dispatches requests with fewer of Reactor's operators, to the same
	 * effect.
	 */
	private boolean fusedDispatch = true;

	/**
	 * Whether connections begin with a header of the PROXY protocol, by which a load
	 * balancer tells who its client is.
	 */
	private ProxyProtocol proxyProtocol = ProxyProtocol.OFF;

	/**
	 * Proxies that are believed about clients, by the PROXY protocol and by forwarding
	 * fields: addresses and ranges such as '10.0.0.0/8'. All, unless set.
	 */
	private @Nullable List<String> trustedProxies;

	@NestedConfigurationProperty
	private final Connections connections = new Connections();

	@NestedConfigurationProperty
	private final FastwireAccessLogProperties accessLog = new FastwireAccessLogProperties();

	@NestedConfigurationProperty
	private final Pool pool = new Pool();

	@NestedConfigurationProperty
	private final Tls tls = new Tls();

	@NestedConfigurationProperty
	private final FastwireHttpProperties http = new FastwireHttpProperties();

	@NestedConfigurationProperty
	private final FastwireHttp2Properties http2 = new FastwireHttp2Properties();

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

	public boolean isFusedDispatch() {
		return fusedDispatch;
	}

	public void setFusedDispatch(boolean fusedDispatch) {
		this.fusedDispatch = fusedDispatch;
	}

	public ProxyProtocol getProxyProtocol() {
		return proxyProtocol;
	}

	public void setProxyProtocol(ProxyProtocol proxyProtocol) {
		this.proxyProtocol = proxyProtocol;
	}

	public @Nullable List<String> getTrustedProxies() {
		return trustedProxies;
	}

	public void setTrustedProxies(@Nullable List<String> trustedProxies) {
		this.trustedProxies = trustedProxies;
	}

	public Connections getConnections() {
		return connections;
	}

	public FastwireAccessLogProperties getAccessLog() {
		return accessLog;
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

	public FastwireHttp2Properties getHttp2() {
		return http2;
	}

	public FastwireWebSocketProperties getWebsocket() {
		return websocket;
	}

	public FastwireCacheProperties getCache() {
		return cache;
	}

	/**
	 * Which connections are accepted.
	 */
	static final class Connections {

		/**
		 * Maximum number of open connections. Those beyond it are reset. Unlimited by
		 * default.
		 */
		private @Nullable Integer max;

		/**
		 * Maximum number of open connections of one client: of an IPv4 address or of a
		 * /64 network of IPv6. Those beyond it are reset. Unlimited by default.
		 */
		private @Nullable Integer maxPerAddress;

		public @Nullable Integer getMax() {
			return max;
		}

		public void setMax(@Nullable Integer max) {
			this.max = max;
		}

		public @Nullable Integer getMaxPerAddress() {
			return maxPerAddress;
		}

		public void setMaxPerAddress(@Nullable Integer maxPerAddress) {
			this.maxPerAddress = maxPerAddress;
		}

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
