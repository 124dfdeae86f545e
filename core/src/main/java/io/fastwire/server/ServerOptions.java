/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.net.InetSocketAddress;
import java.time.Duration;

import io.fastwire.accesslog.AccessLogOptions;
import io.fastwire.buffer.WritePool;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.http2.Http2Options;
import io.fastwire.tls.TlsContexts;
import org.jspecify.annotations.Nullable;

/**
 * How a server listens and what it accepts. Immutable.
 */
public final class ServerOptions {

	/** All defaults: port 8080 on every address. */
	public static final ServerOptions DEFAULTS = builder().build();

	private final InetSocketAddress address;

	private final Transport transport;

	private final int eventLoops;

	private final int backlog;

	private final int poolBytes;

	private final ConnectionOptions connections;

	private final HttpLimits limits;

	private final HttpTimeouts timeouts;

	private final @Nullable String serverHeader;

	private final @Nullable AccessLogOptions accessLog;

	private final @Nullable Http2Options http2;

	private final @Nullable TlsContexts tls;

	private final Duration tlsHandshakeTimeout;

	private ServerOptions(Builder builder) {
		this.address = builder.address;
		this.transport = builder.transport;
		this.eventLoops = builder.eventLoops;
		this.backlog = builder.backlog;
		this.poolBytes = builder.poolBytes;
		this.connections = builder.connections;
		this.limits = builder.limits;
		this.timeouts = builder.timeouts;
		this.serverHeader = builder.serverHeader;
		this.accessLog = builder.accessLog;
		this.http2 = builder.http2;
		this.tls = builder.tls;
		this.tlsHandshakeTimeout = builder.tlsHandshakeTimeout;
	}

	/**
	 * Starts from the defaults.
	 * @return a new builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	/**
	 * Starts from these values.
	 * @return a new builder
	 */
	public Builder toBuilder() {
		return new Builder(this);
	}

	/**
	 * Returns where the server listens.
	 * @return an address, maybe with port 0 for a free one
	 */
	public InetSocketAddress address() {
		return address;
	}

	/**
	 * Returns the wanted transport.
	 * @return the transport, or {@link Transport#AUTO}
	 */
	public Transport transport() {
		return transport;
	}

	/**
	 * Returns the number of event loops.
	 * @return 1 or more
	 */
	public int eventLoops() {
		return eventLoops;
	}

	/**
	 * Returns how many connections the kernel queues before they are accepted.
	 * @return the backlog
	 */
	public int backlog() {
		return backlog;
	}

	/**
	 * Returns the size of the write pool of each event loop.
	 * @return bytes
	 */
	public int poolBytes() {
		return poolBytes;
	}

	/**
	 * Returns which connections are accepted.
	 * @return the options
	 */
	public ConnectionOptions connections() {
		return connections;
	}

	/**
	 * Returns how much is accepted.
	 * @return the limits
	 */
	public HttpLimits limits() {
		return limits;
	}

	/**
	 * Returns how long things may take.
	 * @return the timeouts
	 */
	public HttpTimeouts timeouts() {
		return timeouts;
	}

	/**
	 * Returns the value of the Server response field.
	 * @return the value, or {@code null} for no field
	 */
	public @Nullable String serverHeader() {
		return serverHeader;
	}

	/**
	 * Returns what is said about each request, and where.
	 * @return the options, or {@code null} for no access log
	 */
	public @Nullable AccessLogOptions accessLog() {
		return accessLog;
	}

	/**
	 * Returns what is special to HTTP/2.
	 * @return the options, or {@code null} if only HTTP/1.1 is spoken
	 */
	public @Nullable Http2Options http2() {
		return http2;
	}

	/**
	 * Returns what connections are encrypted with.
	 * @return the contexts, or {@code null} for clear text
	 */
	public @Nullable TlsContexts tls() {
		return tls;
	}

	/**
	 * Returns how long a TLS handshake may take.
	 * @return a positive duration
	 */
	public Duration tlsHandshakeTimeout() {
		return tlsHandshakeTimeout;
	}

	/**
	 * Collects values; each starts at its default.
	 */
	public static final class Builder {

		private InetSocketAddress address = new InetSocketAddress(8080);

		private Transport transport = Transport.AUTO;

		private int eventLoops = Runtime.getRuntime().availableProcessors();

		private int backlog = 1024;

		private int poolBytes = WritePool.DEFAULT_CAPACITY;

		private ConnectionOptions connections = ConnectionOptions.DEFAULTS;

		private HttpLimits limits = HttpLimits.DEFAULTS;

		private HttpTimeouts timeouts = HttpTimeouts.DEFAULTS;

		private @Nullable String serverHeader;

		private @Nullable AccessLogOptions accessLog;

		private @Nullable Http2Options http2;

		private @Nullable TlsContexts tls;

		private Duration tlsHandshakeTimeout = Duration.ofSeconds(10);

		private Builder() {
		}

		private Builder(ServerOptions from) {
			this.address = from.address;
			this.transport = from.transport;
			this.eventLoops = from.eventLoops;
			this.backlog = from.backlog;
			this.poolBytes = from.poolBytes;
			this.connections = from.connections;
			this.limits = from.limits;
			this.timeouts = from.timeouts;
			this.serverHeader = from.serverHeader;
			this.accessLog = from.accessLog;
			this.http2 = from.http2;
			this.tls = from.tls;
			this.tlsHandshakeTimeout = from.tlsHandshakeTimeout;
		}

		/**
		 * Sets where the server listens.
		 * @param address an address, maybe with port 0 for a free one
		 * @return this
		 */
		public Builder address(InetSocketAddress address) {
			this.address = address;
			return this;
		}

		/**
		 * Sets the transport.
		 * @param transport the transport, or {@link Transport#AUTO}
		 * @return this
		 */
		public Builder transport(Transport transport) {
			this.transport = transport;
			return this;
		}

		/**
		 * Sets the number of event loops, each a thread.
		 * @param eventLoops 1 or more; by default one for each processor
		 * @return this
		 */
		public Builder eventLoops(int eventLoops) {
			this.eventLoops = positive("eventLoops", eventLoops);
			return this;
		}

		/**
		 * Sets how many connections the kernel queues before they are accepted.
		 * @param backlog 1 or more
		 * @return this
		 */
		public Builder backlog(int backlog) {
			this.backlog = positive("backlog", backlog);
			return this;
		}

		/**
		 * Sets the size of the write pool of each event loop: the memory that output is
		 * written into before it leaves. What does not fit comes from Netty's allocator.
		 * @param poolBytes 1 or more
		 * @return this
		 */
		public Builder poolBytes(int poolBytes) {
			this.poolBytes = positive("poolBytes", poolBytes);
			return this;
		}

		/**
		 * Sets which connections are accepted.
		 * @param connections the options
		 * @return this
		 */
		public Builder connections(ConnectionOptions connections) {
			this.connections = connections;
			return this;
		}

		/**
		 * Sets how much is accepted.
		 * @param limits the limits
		 * @return this
		 */
		public Builder limits(HttpLimits limits) {
			this.limits = limits;
			return this;
		}

		/**
		 * Sets how long things may take.
		 * @param timeouts the timeouts
		 * @return this
		 */
		public Builder timeouts(HttpTimeouts timeouts) {
			this.timeouts = timeouts;
			return this;
		}

		/**
		 * Sets the value of the Server response field.
		 * @param serverHeader the value, or {@code null} for no field
		 * @return this
		 * @throws IllegalArgumentException if it is more than printable ASCII
		 */
		public Builder serverHeader(@Nullable String serverHeader) {
			if (serverHeader != null && !serverHeader.matches("[!-~]([ -~]*[!-~])?")) {
				throw new IllegalArgumentException(
						"serverHeader must be printable ASCII but is '" + serverHeader + "'");
			}
			this.serverHeader = serverHeader;
			return this;
		}

		/**
		 * Sets what is said about each request, and where.
		 * @param accessLog the options, or {@code null} for no access log
		 * @return this
		 */
		public Builder accessLog(@Nullable AccessLogOptions accessLog) {
			this.accessLog = accessLog;
			return this;
		}

		/**
		 * Sets whether HTTP/2 is spoken too (RFC 9113): in clear text with clients that
		 * begin so, and on TLS with those that agree to it, for which the contexts must
		 * offer {@code h2}. Limits and timeouts mean the same as for HTTP/1.1.
		 * @param http2 the options, or {@code null} for HTTP/1.1 only
		 * @return this
		 */
		public Builder http2(@Nullable Http2Options http2) {
			this.http2 = http2;
			return this;
		}

		/**
		 * Sets what connections are encrypted with. The server closes none of the
		 * contexts.
		 * @param tls the contexts, or {@code null} for clear text
		 * @return this
		 */
		public Builder tls(@Nullable TlsContexts tls) {
			this.tls = tls;
			return this;
		}

		/**
		 * Sets how long a TLS handshake may take, from the accepted connection on; it is
		 * closed then.
		 * @param tlsHandshakeTimeout a positive duration, checked by a sweep as those of
		 * {@link HttpTimeouts} are
		 * @return this
		 */
		public Builder tlsHandshakeTimeout(Duration tlsHandshakeTimeout) {
			if (tlsHandshakeTimeout.isNegative() || tlsHandshakeTimeout.isZero()) {
				throw new IllegalArgumentException(
						"tlsHandshakeTimeout must be positive but is " + tlsHandshakeTimeout);
			}
			this.tlsHandshakeTimeout = tlsHandshakeTimeout;
			return this;
		}

		/**
		 * Makes the values final.
		 * @return immutable options
		 */
		public ServerOptions build() {
			return new ServerOptions(this);
		}

	}

	static int positive(String name, int value) {
		if (value < 1) {
			throw new IllegalArgumentException(name + " must be positive but is " + value);
		}
		return value;
	}

}
