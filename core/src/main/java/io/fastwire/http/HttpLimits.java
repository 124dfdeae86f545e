/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

/**
 * How much of what a client sends is accepted. Immutable. Sizes are in bytes.
 */
public final class HttpLimits {

	/** All defaults. */
	public static final HttpLimits DEFAULTS = builder().build();

	private final int maxRequestLineBytes;

	private final int maxHeadBytes;

	private final int maxHeaderFields;

	private final long maxBodyBytes;

	private final int maxChunkExtensionBytes;

	private final int maxBufferedBytes;

	private final int maxDrainBytes;

	private final int maxRequests;

	private final boolean lenientQuery;

	private HttpLimits(Builder builder) {
		this.maxRequestLineBytes = builder.maxRequestLineBytes;
		this.maxHeadBytes = builder.maxHeadBytes;
		this.maxHeaderFields = builder.maxHeaderFields;
		this.maxBodyBytes = builder.maxBodyBytes;
		this.maxChunkExtensionBytes = builder.maxChunkExtensionBytes;
		this.maxBufferedBytes = builder.maxBufferedBytes;
		this.maxDrainBytes = builder.maxDrainBytes;
		this.maxRequests = builder.maxRequests;
		this.lenientQuery = builder.lenientQuery;
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
	 * Returns the largest request line, above which the answer is 414.
	 * @return bytes, without the line ending
	 */
	public int maxRequestLineBytes() {
		return maxRequestLineBytes;
	}

	/**
	 * Returns the largest request head, request line included, above which the answer is
	 * 431.
	 * @return bytes
	 */
	public int maxHeadBytes() {
		return maxHeadBytes;
	}

	/**
	 * Returns the largest number of field lines, above which the answer is 431.
	 * @return lines
	 */
	public int maxHeaderFields() {
		return maxHeaderFields;
	}

	/**
	 * Returns the largest request body, above which the answer is 413.
	 * @return bytes
	 */
	public long maxBodyBytes() {
		return maxBodyBytes;
	}

	/**
	 * Returns the largest chunk-size line with its extensions (RFC 9112 section 7.1.1),
	 * which HTTP/2 does not have.
	 * @return bytes
	 */
	public int maxChunkExtensionBytes() {
		return maxChunkExtensionBytes;
	}

	/**
	 * Returns how much of a body nobody asked for, or of pipelined requests, is held
	 * before reading stops; with HTTP/2 the window of a stream (RFC 9113 section 5.2).
	 * @return bytes; one read of HTTP/1.1 may overshoot it
	 */
	public int maxBufferedBytes() {
		return maxBufferedBytes;
	}

	/**
	 * Returns how much of a body that nobody will read is drained to keep the connection.
	 * @return bytes; beyond that the response says {@code Connection: close}, or the
	 * stream is reset
	 */
	public int maxDrainBytes() {
		return maxDrainBytes;
	}

	/**
	 * Returns how many requests an HTTP/1.1 connection may have. The response to the last
	 * one says {@code Connection: close}.
	 * @return 1 or more; {@link Integer#MAX_VALUE} unless it was set
	 */
	public int maxRequests() {
		return maxRequests;
	}

	/**
	 * Tells whether {@code [ ] | { }} are let through in queries, where RFC 3986 section
	 * 3.4 forbids them but real clients send them.
	 * @return {@code true} unless it was set
	 */
	public boolean lenientQuery() {
		return lenientQuery;
	}

	/**
	 * Collects values; each starts at its default.
	 */
	public static final class Builder {

		private int maxRequestLineBytes = 8192;

		private int maxHeadBytes = 8192;

		private int maxHeaderFields = 500;

		private long maxBodyBytes = Long.MAX_VALUE;

		private int maxChunkExtensionBytes = 1024;

		private int maxBufferedBytes = 65536;

		private int maxDrainBytes = 2 * 1024 * 1024;

		private int maxRequests = Integer.MAX_VALUE;

		private boolean lenientQuery = true;

		private Builder() {
		}

		private Builder(HttpLimits from) {
			this.maxRequestLineBytes = from.maxRequestLineBytes;
			this.maxHeadBytes = from.maxHeadBytes;
			this.maxHeaderFields = from.maxHeaderFields;
			this.maxBodyBytes = from.maxBodyBytes;
			this.maxChunkExtensionBytes = from.maxChunkExtensionBytes;
			this.maxBufferedBytes = from.maxBufferedBytes;
			this.maxDrainBytes = from.maxDrainBytes;
			this.maxRequests = from.maxRequests;
			this.lenientQuery = from.lenientQuery;
		}

		/**
		 * Sets the largest request line, above which the answer is 414.
		 * @param maxRequestLineBytes bytes, without the line ending
		 * @return this
		 */
		public Builder maxRequestLineBytes(int maxRequestLineBytes) {
			this.maxRequestLineBytes = check("maxRequestLineBytes", maxRequestLineBytes);
			return this;
		}

		/**
		 * Sets the largest request head, request line included, above which the answer is
		 * 431.
		 * @param maxHeadBytes bytes
		 * @return this
		 */
		public Builder maxHeadBytes(int maxHeadBytes) {
			this.maxHeadBytes = check("maxHeadBytes", maxHeadBytes);
			return this;
		}

		/**
		 * Sets the largest number of field lines, above which the answer is 431.
		 * @param maxHeaderFields lines
		 * @return this
		 */
		public Builder maxHeaderFields(int maxHeaderFields) {
			this.maxHeaderFields = check("maxHeaderFields", maxHeaderFields);
			return this;
		}

		/**
		 * Sets the largest request body, above which the answer is 413.
		 * @param maxBodyBytes bytes
		 * @return this
		 */
		public Builder maxBodyBytes(long maxBodyBytes) {
			this.maxBodyBytes = check("maxBodyBytes", maxBodyBytes);
			return this;
		}

		/**
		 * Sets the largest chunk-size line with its extensions (RFC 9112 section 7.1.1).
		 * @param maxChunkExtensionBytes bytes
		 * @return this
		 */
		public Builder maxChunkExtensionBytes(int maxChunkExtensionBytes) {
			this.maxChunkExtensionBytes = check("maxChunkExtensionBytes", maxChunkExtensionBytes);
			return this;
		}

		/**
		 * Sets how much of a body nobody asked for, or of pipelined requests, is held
		 * before reading stops.
		 * @param maxBufferedBytes bytes; one read may overshoot it
		 * @return this
		 */
		public Builder maxBufferedBytes(int maxBufferedBytes) {
			this.maxBufferedBytes = check("maxBufferedBytes", maxBufferedBytes);
			return this;
		}

		/**
		 * Sets how much of a body that nobody will read is drained to keep the
		 * connection.
		 * @param maxDrainBytes bytes; beyond that the response says
		 * {@code Connection: close}
		 * @return this
		 */
		public Builder maxDrainBytes(int maxDrainBytes) {
			this.maxDrainBytes = check("maxDrainBytes", maxDrainBytes);
			return this;
		}

		/**
		 * Sets how many requests an HTTP/1.1 connection may have.
		 * @param maxRequests 1 or more
		 * @return this
		 */
		public Builder maxRequests(int maxRequests) {
			this.maxRequests = check("maxRequests", maxRequests);
			return this;
		}

		/**
		 * Sets whether {@code [ ] | { }} are let through in queries; otherwise the answer
		 * is 400.
		 * @param lenientQuery whether to let them through
		 * @return this
		 */
		public Builder lenientQuery(boolean lenientQuery) {
			this.lenientQuery = lenientQuery;
			return this;
		}

		/**
		 * Makes the values final.
		 * @return immutable values
		 */
		public HttpLimits build() {
			return new HttpLimits(this);
		}

	}

	private static int check(String name, int value) {
		return (int) check(name, (long) value);
	}

	private static long check(String name, long value) {
		if (value < 1) {
			throw new IllegalArgumentException(name + " must be positive but is " + value);
		}
		return value;
	}

}
