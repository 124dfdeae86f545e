/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * When the servers count as unhealthy.
 */
@ConfigurationProperties("management.health.fastwire")
final class FastwireHealthProperties {

	/**
	 * How long an event loop has to be stuck, or accepting connections has to fail, until
	 * that shows in the health of the application.
	 */
	private Duration threshold = Duration.ofSeconds(10);

	public Duration getThreshold() {
		return threshold;
	}

	public void setThreshold(Duration threshold) {
		this.threshold = threshold;
	}

}
