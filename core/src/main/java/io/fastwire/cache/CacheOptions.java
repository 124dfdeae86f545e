/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.time.Duration;

/**
 * How much a cache holds. Immutable.
 *
 * @param maxEntries the largest number of responses
 * @param maxBytes the largest size of all responses together, in bytes, fields and keys
 * included
 * @param maxBodyBytes the largest body of a response that is stored, in bytes; one that
 * would not fit into {@code maxBytes} is not stored either
 * @param collapseTimeout how long a request waits for the answer to another one for the
 * same target before it goes to the handler itself
 */
public record CacheOptions(int maxEntries, long maxBytes, int maxBodyBytes, Duration collapseTimeout) {

	/** All defaults: 10 000 responses, 32 MB, bodies up to 1 MB, 5 s. */
	public static final CacheOptions DEFAULTS = new CacheOptions(10_000, 32 << 20, 1 << 20, Duration.ofSeconds(5));

	/**
	 * Creates options.
	 * @throws IllegalArgumentException if a number or duration is not positive
	 */
	public CacheOptions {
		requirePositive("maxEntries", maxEntries);
		requirePositive("maxBytes", maxBytes);
		requirePositive("maxBodyBytes", maxBodyBytes);
		if (collapseTimeout.isNegative() || collapseTimeout.isZero()) {
			throw new IllegalArgumentException("collapseTimeout must be positive but is " + collapseTimeout);
		}
	}

	private static void requirePositive(String name, long value) {
		if (value <= 0) {
			throw new IllegalArgumentException(name + " must be positive but is " + value);
		}
	}

	/**
	 * Returns these options with another number of responses.
	 * @param maxEntries the largest number
	 * @return other options
	 */
	public CacheOptions withMaxEntries(int maxEntries) {
		return new CacheOptions(maxEntries, maxBytes, maxBodyBytes, collapseTimeout);
	}

	/**
	 * Returns these options with another size.
	 * @param maxBytes the largest size of all responses
	 * @return other options
	 */
	public CacheOptions withMaxBytes(long maxBytes) {
		return new CacheOptions(maxEntries, maxBytes, maxBodyBytes, collapseTimeout);
	}

	/**
	 * Returns these options with another size of bodies.
	 * @param maxBodyBytes the largest size of a body
	 * @return other options
	 */
	public CacheOptions withMaxBodyBytes(int maxBodyBytes) {
		return new CacheOptions(maxEntries, maxBytes, maxBodyBytes, collapseTimeout);
	}

	/**
	 * Returns these options with another time to wait.
	 * @param collapseTimeout how long a request waits for another
	 * @return other options
	 */
	public CacheOptions withCollapseTimeout(Duration collapseTimeout) {
		return new CacheOptions(maxEntries, maxBytes, maxBodyBytes, collapseTimeout);
	}

}
