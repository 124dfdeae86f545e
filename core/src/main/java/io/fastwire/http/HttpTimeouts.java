/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How long a client may take. Immutable. Each event loop looks at its connections four
 * times a second, so a timeout strikes up to 250 ms later than it says.
 */
public final class HttpTimeouts {

	/** All defaults. */
	public static final HttpTimeouts DEFAULTS = builder().build();

	private final Duration firstRequest;

	private final Duration head;

	private final Duration idle;

	private final Duration bodyWindow;

	private final long bodyBytesPerWindow;

	private final Duration write;

	private final Duration linger;

	private final Duration halfClose;

	private HttpTimeouts(Builder builder) {
		this.firstRequest = (builder.firstRequest != null) ? builder.firstRequest : builder.idle;
		this.head = builder.head;
		this.idle = builder.idle;
		this.bodyWindow = builder.bodyWindow;
		this.bodyBytesPerWindow = builder.bodyBytesPerWindow;
		this.write = builder.write;
		this.linger = builder.linger;
		this.halfClose = builder.halfClose;
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
	 * Returns how long a new connection may be silent before its first request. With TLS
	 * it counts from the end of the handshake.
	 * @return a positive duration; that of {@link #idle()} unless it was set
	 */
	public Duration firstRequest() {
		return firstRequest;
	}

	/**
	 * Returns the time from the first byte of a request to the end of its head, above
	 * which the answer is 408.
	 * @return a positive duration
	 */
	public Duration head() {
		return head;
	}

	/**
	 * Returns how long a connection may be silent between requests.
	 * @return a positive duration; above the 60 s that load balancers use
	 */
	public Duration idle() {
		return idle;
	}

	/**
	 * Returns the time in which at least {@link #bodyBytesPerWindow()} of a body must
	 * arrive, above which the answer is 408.
	 * @return a positive duration; time in which the application asks for nothing does
	 * not count
	 */
	public Duration bodyWindow() {
		return bodyWindow;
	}

	/**
	 * Returns how much of a body must arrive in each {@link #bodyWindow()}.
	 * @return bytes
	 */
	public long bodyBytesPerWindow() {
		return bodyBytesPerWindow;
	}

	/**
	 * Returns how long pending bytes may wait for a client that reads nothing.
	 * @return a positive duration
	 */
	public Duration write() {
		return write;
	}

	/**
	 * Returns how long input is drained after a response that closes the connection
	 * early, so that the client can read it (RFC 9112 section 9.6).
	 * @return a positive duration
	 */
	public Duration linger() {
		return linger;
	}

	/**
	 * Returns how long a response may still take after the client has sent FIN.
	 * @return a positive duration; after it the exchange is aborted
	 */
	public Duration halfClose() {
		return halfClose;
	}

	/**
	 * Collects values; each starts at its default.
	 */
	public static final class Builder {

		private @Nullable Duration firstRequest;

		private Duration head = Duration.ofSeconds(10);

		private Duration idle = Duration.ofSeconds(75);

		private Duration bodyWindow = Duration.ofSeconds(10);

		private long bodyBytesPerWindow = 2400;

		private Duration write = Duration.ofSeconds(30);

		private Duration linger = Duration.ofSeconds(5);

		private Duration halfClose = Duration.ofMillis(500);

		private Builder() {
		}

		private Builder(HttpTimeouts from) {
			this.firstRequest = from.firstRequest.equals(from.idle) ? null : from.firstRequest;
			this.head = from.head;
			this.idle = from.idle;
			this.bodyWindow = from.bodyWindow;
			this.bodyBytesPerWindow = from.bodyBytesPerWindow;
			this.write = from.write;
			this.linger = from.linger;
			this.halfClose = from.halfClose;
		}

		/**
		 * Sets how long a new connection may be silent before its first request.
		 * @param firstRequest a positive duration; by default that of {@link #idle}
		 * @return this
		 */
		public Builder firstRequest(Duration firstRequest) {
			this.firstRequest = check("firstRequest", firstRequest);
			return this;
		}

		/**
		 * Sets the time from the first byte of a request to the end of its head, above
		 * which the answer is 408.
		 * @param head a positive duration
		 * @return this
		 */
		public Builder head(Duration head) {
			this.head = check("head", head);
			return this;
		}

		/**
		 * Sets how long a connection may be silent between requests, and before its first
		 * one unless {@link #firstRequest} says otherwise.
		 * @param idle a positive duration; above the 60 s that load balancers use
		 * @return this
		 */
		public Builder idle(Duration idle) {
			this.idle = check("idle", idle);
			return this;
		}

		/**
		 * Sets the time in which at least {@link #bodyBytesPerWindow()} of a body must
		 * arrive, above which the answer is 408.
		 * @param bodyWindow a positive duration; time in which the application asks for
		 * nothing does not count
		 * @return this
		 */
		public Builder bodyWindow(Duration bodyWindow) {
			this.bodyWindow = check("bodyWindow", bodyWindow);
			return this;
		}

		/**
		 * Sets how much of a body must arrive in each {@link #bodyWindow()}.
		 * @param bodyBytesPerWindow bytes
		 * @return this
		 */
		public Builder bodyBytesPerWindow(long bodyBytesPerWindow) {
			this.bodyBytesPerWindow = check("bodyBytesPerWindow", bodyBytesPerWindow);
			return this;
		}

		/**
		 * Sets how long pending bytes may wait for a client that reads nothing.
		 * @param write a positive duration
		 * @return this
		 */
		public Builder write(Duration write) {
			this.write = check("write", write);
			return this;
		}

		/**
		 * Sets how long input is drained after a response that closes the connection
		 * early, so that the client can read it (RFC 9112 section 9.6).
		 * @param linger a positive duration
		 * @return this
		 */
		public Builder linger(Duration linger) {
			this.linger = check("linger", linger);
			return this;
		}

		/**
		 * Sets how long a response may still take after the client has sent FIN.
		 * @param halfClose a positive duration; after it the exchange is aborted
		 * @return this
		 */
		public Builder halfClose(Duration halfClose) {
			this.halfClose = check("halfClose", halfClose);
			return this;
		}

		/**
		 * Makes the values final.
		 * @return immutable values
		 */
		public HttpTimeouts build() {
			return new HttpTimeouts(this);
		}

	}

	private static Duration check(String name, Duration value) {
		if (value.isNegative() || value.isZero()) {
			throw new IllegalArgumentException(name + " must be positive but is " + value);
		}
		return value;
	}

	private static long check(String name, long value) {
		if (value < 0) {
			throw new IllegalArgumentException(name + " must not be negative but is " + value);
		}
		return value;
	}

}
