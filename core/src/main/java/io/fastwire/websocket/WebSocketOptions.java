/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What the sessions of a route may do. Immutable. Times are checked by a sweep of the
 * event loop four times a second, so they strike up to half a second late.
 */
public final class WebSocketOptions {

	/** An origin that stands for all of them. */
	public static final String ANY_ORIGIN = "*";

	/** All defaults. */
	public static final WebSocketOptions DEFAULTS = builder().build();

	private final int maxMessageBytes;

	private final int maxFragments;

	private final long maxPendingBytes;

	private final OverflowPolicy overflowPolicy;

	private final Duration idleTimeout;

	private final Duration pingInterval;

	private final Duration maxLifetime;

	private final Duration closeTimeout;

	private final CompressionMode compression;

	private final int compressionThreshold;

	private final List<String> subProtocols;

	private final Set<String> allowedOrigins;

	private WebSocketOptions(Builder builder) {
		this.maxMessageBytes = builder.maxMessageBytes;
		this.maxFragments = builder.maxFragments;
		this.maxPendingBytes = builder.maxPendingBytes;
		this.overflowPolicy = builder.overflowPolicy;
		this.idleTimeout = builder.idleTimeout;
		this.pingInterval = builder.pingInterval;
		this.maxLifetime = builder.maxLifetime;
		this.closeTimeout = builder.closeTimeout;
		this.compression = builder.compression;
		this.compressionThreshold = builder.compressionThreshold;
		this.subProtocols = builder.subProtocols;
		this.allowedOrigins = builder.allowedOrigins;
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
	 * Returns the largest message, after inflating, above which the session is closed
	 * with 1009.
	 * @return bytes, 1 or more
	 */
	public int maxMessageBytes() {
		return maxMessageBytes;
	}

	/**
	 * Returns of how many frames a message may consist, above which the session is closed
	 * with 1008: empty ones would pass any limit on bytes.
	 * @return a count, 1 or more
	 */
	public int maxFragments() {
		return maxFragments;
	}

	/**
	 * Returns how much may wait to be sent, in all layers. A message that is sent while
	 * the session is {@linkplain WebSocketSession#writable() writable} is accepted
	 * whatever its length.
	 * @return bytes, 1 or more
	 */
	public long maxPendingBytes() {
		return maxPendingBytes;
	}

	/**
	 * Returns what happens to a message that would pass {@link #maxPendingBytes()}.
	 * @return the policy
	 */
	public OverflowPolicy overflowPolicy() {
		return overflowPolicy;
	}

	/**
	 * Returns how long nothing at all may come from the peer, above which the connection
	 * is cut.
	 * @return a time longer than {@link #pingInterval()}, or zero for no limit
	 */
	public Duration idleTimeout() {
		return idleTimeout;
	}

	/**
	 * Returns how often a ping is sent. It keeps proxies from closing silent connections,
	 * and its pong shows that the peer lives.
	 * @return a time, or zero for no pings
	 */
	public Duration pingInterval() {
		return pingInterval;
	}

	/**
	 * Returns the age at which the session is closed with 1001.
	 * @return a time, or zero for no limit
	 */
	public Duration maxLifetime() {
		return maxLifetime;
	}

	/**
	 * Returns how long the peer may take to answer a close frame, after which the
	 * connection is cut.
	 * @return a positive time
	 */
	public Duration closeTimeout() {
		return closeTimeout;
	}

	/**
	 * Returns whether messages are compressed if the client offers it.
	 * @return the mode
	 */
	public CompressionMode compression() {
		return compression;
	}

	/**
	 * Returns from which size on messages are compressed.
	 * @return bytes, 1 or more
	 */
	public int compressionThreshold() {
		return compressionThreshold;
	}

	/**
	 * Returns the sub-protocols that a {@link WebSocketUpgrade} chooses from: the first
	 * one in the client's order that is in here.
	 * @return names, case-sensitive; by default none
	 */
	public List<String> subProtocols() {
		return subProtocols;
	}

	/**
	 * Returns from which web pages browsers may connect, beside pages of the host that is
	 * connected to, which always may. Others get 403. Clients that are no browsers send
	 * no origin and are not held up.
	 * @return origins such as {@code https://a.example}, or {@link #ANY_ORIGIN}; empty by
	 * default
	 */
	public Set<String> allowedOrigins() {
		return allowedOrigins;
	}

	/**
	 * Tells whether a page may connect, by {@link #allowedOrigins()}.
	 * @param origin of the page, or {@code null} if the client is no browser
	 * @param host the host and port that the client asked for
	 * @return whether it may
	 */
	public boolean allowsOrigin(@Nullable String origin, @Nullable String host) {
		return Origins.allowed(origin, host, allowedOrigins);
	}

	/**
	 * Collects values; each starts at its default.
	 */
	public static final class Builder {

		private int maxMessageBytes = 64 * 1024;

		private int maxFragments = 100_000;

		private long maxPendingBytes = 1024 * 1024;

		private OverflowPolicy overflowPolicy = OverflowPolicy.CLOSE;

		private Duration idleTimeout = Duration.ofSeconds(75);

		private Duration pingInterval = Duration.ofSeconds(30);

		private Duration maxLifetime = Duration.ZERO;

		private Duration closeTimeout = Duration.ofSeconds(5);

		private CompressionMode compression = CompressionMode.OFF;

		private int compressionThreshold = 64;

		private List<String> subProtocols = List.of();

		private Set<String> allowedOrigins = Set.of();

		private Builder() {
		}

		private Builder(WebSocketOptions from) {
			this.maxMessageBytes = from.maxMessageBytes;
			this.maxFragments = from.maxFragments;
			this.maxPendingBytes = from.maxPendingBytes;
			this.overflowPolicy = from.overflowPolicy;
			this.idleTimeout = from.idleTimeout;
			this.pingInterval = from.pingInterval;
			this.maxLifetime = from.maxLifetime;
			this.closeTimeout = from.closeTimeout;
			this.compression = from.compression;
			this.compressionThreshold = from.compressionThreshold;
			this.subProtocols = from.subProtocols;
			this.allowedOrigins = from.allowedOrigins;
		}

		/**
		 * Sets the largest message, after inflating, above which the session is closed
		 * with 1009.
		 * @param maxMessageBytes bytes, 1 or more
		 * @return this
		 */
		public Builder maxMessageBytes(int maxMessageBytes) {
			this.maxMessageBytes = positive("maxMessageBytes", maxMessageBytes);
			return this;
		}

		/**
		 * Sets of how many frames a message may consist.
		 * @param maxFragments a count, 1 or more
		 * @return this
		 */
		public Builder maxFragments(int maxFragments) {
			this.maxFragments = positive("maxFragments", maxFragments);
			return this;
		}

		/**
		 * Sets how much may wait to be sent, in all layers.
		 * @param maxPendingBytes bytes, 1 or more
		 * @return this
		 */
		public Builder maxPendingBytes(long maxPendingBytes) {
			this.maxPendingBytes = positive("maxPendingBytes", maxPendingBytes);
			return this;
		}

		/**
		 * Sets what happens to a message that would pass that bound.
		 * @param overflowPolicy the policy
		 * @return this
		 */
		public Builder overflowPolicy(OverflowPolicy overflowPolicy) {
			this.overflowPolicy = overflowPolicy;
			return this;
		}

		/**
		 * Sets how long nothing at all may come from the peer.
		 * @param idleTimeout a time longer than {@link #pingInterval()}, or zero for no
		 * limit
		 * @return this
		 */
		public Builder idleTimeout(Duration idleTimeout) {
			this.idleTimeout = time("idleTimeout", idleTimeout);
			return this;
		}

		/**
		 * Sets how often a ping is sent.
		 * @param pingInterval a time, or zero for no pings
		 * @return this
		 */
		public Builder pingInterval(Duration pingInterval) {
			this.pingInterval = time("pingInterval", pingInterval);
			return this;
		}

		/**
		 * Sets the age at which the session is closed with 1001.
		 * @param maxLifetime a time, or zero for no limit
		 * @return this
		 */
		public Builder maxLifetime(Duration maxLifetime) {
			this.maxLifetime = time("maxLifetime", maxLifetime);
			return this;
		}

		/**
		 * Sets how long the peer may take to answer a close frame.
		 * @param closeTimeout a positive time
		 * @return this
		 */
		public Builder closeTimeout(Duration closeTimeout) {
			this.closeTimeout = positiveTime("closeTimeout", closeTimeout);
			return this;
		}

		/**
		 * Sets whether messages are compressed if the client offers it.
		 * @param compression the mode
		 * @return this
		 */
		public Builder compression(CompressionMode compression) {
			this.compression = compression;
			return this;
		}

		/**
		 * Sets from which size on messages are compressed.
		 * @param compressionThreshold bytes, 1 or more
		 * @return this
		 */
		public Builder compressionThreshold(int compressionThreshold) {
			this.compressionThreshold = positive("compressionThreshold", compressionThreshold);
			return this;
		}

		/**
		 * Sets the sub-protocols to choose from.
		 * @param subProtocols names (RFC 9110 section 5.6.2: tokens)
		 * @return this
		 */
		public Builder subProtocols(String... subProtocols) {
			for (String name : subProtocols) {
				if (!Tokens.isToken(name)) {
					throw new IllegalArgumentException("subProtocols must be tokens but there is '" + name + "'");
				}
			}
			this.subProtocols = List.of(subProtocols);
			return this;
		}

		/**
		 * Sets from which web pages of other hosts browsers may connect too.
		 * @param allowedOrigins origins such as {@code https://a.example}, or
		 * {@link #ANY_ORIGIN}
		 * @return this
		 */
		public Builder allowedOrigins(String... allowedOrigins) {
			for (String origin : allowedOrigins) {
				if (!origin.equals(ANY_ORIGIN) && !Origins.isOrigin(origin)) {
					throw new IllegalArgumentException(
							"allowedOrigins must look like https://a.example but there is '" + origin + "'");
				}
			}
			this.allowedOrigins = Set.of(allowedOrigins);
			return this;
		}

		/**
		 * Makes the values final.
		 * @return immutable values
		 * @throws IllegalArgumentException if the peer has no time to answer a ping
		 */
		public WebSocketOptions build() {
			if (!idleTimeout.isZero() && pingInterval.compareTo(idleTimeout) >= 0) {
				throw new IllegalArgumentException("pingInterval must be shorter than idleTimeout, but is "
						+ pingInterval + " and " + idleTimeout);
			}
			return new WebSocketOptions(this);
		}

	}

	private static int positive(String name, int value) {
		return (int) positive(name, (long) value);
	}

	private static long positive(String name, long value) {
		if (value < 1) {
			throw new IllegalArgumentException(name + " must be positive but is " + value);
		}
		return value;
	}

	private static Duration time(String name, Duration value) {
		if (value.isNegative()) {
			throw new IllegalArgumentException(name + " must not be negative but is " + value);
		}
		return value;
	}

	private static Duration positiveTime(String name, Duration value) {
		if (value.isZero()) {
			throw new IllegalArgumentException(name + " must be positive but is " + value);
		}
		return time(name, value);
	}

}
