/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Settings of the access log.
 */
final class FastwireAccessLogProperties {

	/**
	 * Whether to log a line for each request of the main server.
	 */
	private boolean enabled = false;

	/**
	 * What a line says: 'common', 'combined', 'json', or a pattern such as '%h %t "%r" %s
	 * %b %D'.
	 */
	private String pattern = "common";

	/**
	 * Name of the logger that lines go to, at level INFO.
	 */
	private String logger = "io.fastwire.access";

	/**
	 * Query parameters whose values are hidden: names, or a star and how names end.
	 * Defaults to those that hold secrets more often than not. Empty to log everything.
	 */
	private @Nullable List<String> maskedParameters;

	/**
	 * Number of requests that may wait to be written. Those beyond it are dropped and
	 * counted.
	 */
	private int queueCapacity = 16384;

	public boolean isEnabled() {
		return enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public String getPattern() {
		return pattern;
	}

	public void setPattern(String pattern) {
		this.pattern = pattern;
	}

	public String getLogger() {
		return logger;
	}

	public void setLogger(String logger) {
		this.logger = logger;
	}

	public @Nullable List<String> getMaskedParameters() {
		return maskedParameters;
	}

	public void setMaskedParameters(@Nullable List<String> maskedParameters) {
		this.maskedParameters = maskedParameters;
	}

	public int getQueueCapacity() {
		return queueCapacity;
	}

	public void setQueueCapacity(int queueCapacity) {
		this.queueCapacity = queueCapacity;
	}

}
