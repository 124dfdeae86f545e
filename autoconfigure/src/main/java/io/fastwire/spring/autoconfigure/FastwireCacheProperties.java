/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.time.Duration;

import io.fastwire.cache.CacheOptions;

import org.springframework.util.unit.DataSize;

/**
 * Whether and how much of what WebFlux answers is kept.
 */
final class FastwireCacheProperties {

	/**
	 * Whether responses of WebFlux that say so in Cache-Control are stored, and answer
	 * later requests.
	 */
	private boolean enabled;

	/**
	 * Maximum number of responses that are stored.
	 */
	private int maxEntries = 10000;

	/**
	 * Maximum size of all responses that are stored, fields and targets included.
	 */
	private DataSize maxSize = DataSize.ofMegabytes(32);

	/**
	 * Maximum size of the body of a response to be stored.
	 */
	private DataSize maxBodySize = DataSize.ofMegabytes(1);

	/**
	 * Time that a request waits for the answer to another one for the same target, before
	 * it goes to the application itself.
	 */
	private Duration collapseTimeout = Duration.ofSeconds(5);

	public boolean isEnabled() {
		return enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public int getMaxEntries() {
		return maxEntries;
	}

	public void setMaxEntries(int maxEntries) {
		this.maxEntries = maxEntries;
	}

	public DataSize getMaxSize() {
		return maxSize;
	}

	public void setMaxSize(DataSize maxSize) {
		this.maxSize = maxSize;
	}

	public DataSize getMaxBodySize() {
		return maxBodySize;
	}

	public void setMaxBodySize(DataSize maxBodySize) {
		this.maxBodySize = maxBodySize;
	}

	public Duration getCollapseTimeout() {
		return collapseTimeout;
	}

	public void setCollapseTimeout(Duration collapseTimeout) {
		this.collapseTimeout = collapseTimeout;
	}

	/** Checks all values now, while a failure can still name their property. */
	CacheOptions options() {
		CacheOptions[] options = { CacheOptions.DEFAULTS };
		PropertyBinding.apply("fastwire.cache.max-entries", maxEntries,
				(entries) -> options[0] = options[0].withMaxEntries(entries));
		PropertyBinding.apply("fastwire.cache.max-size", maxSize,
				(size) -> options[0] = options[0].withMaxBytes(size.toBytes()));
		PropertyBinding.apply("fastwire.cache.max-body-size", maxBodySize,
				(size) -> options[0] = options[0].withMaxBodyBytes(PropertyBinding.bytes(size)));
		PropertyBinding.apply("fastwire.cache.collapse-timeout", collapseTimeout,
				(time) -> options[0] = options[0].withCollapseTimeout(time));
		return options[0];
	}

}
