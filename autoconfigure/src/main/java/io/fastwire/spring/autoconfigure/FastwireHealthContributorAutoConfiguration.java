/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.FastwireReactiveWebServerFactory;
import io.fastwire.spring.actuate.FastwireHealthIndicator;
import io.fastwire.spring.actuate.RunningServers;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * The health of the servers, in applications that Fastwire serves.
 */
@AutoConfiguration(
		after = { FastwireEndpointAutoConfiguration.class, FastwireReactiveWebServerAutoConfiguration.class })
@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean({ RunningServers.class, FastwireReactiveWebServerFactory.class })
@ConditionalOnEnabledHealthIndicator("fastwire")
@EnableConfigurationProperties(FastwireHealthProperties.class)
public final class FastwireHealthContributorAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(name = "fastwireHealthIndicator")
	FastwireHealthIndicator fastwireHealthIndicator(RunningServers servers, FastwireHealthProperties properties) {
		PropertyBinding.apply("management.health.fastwire.threshold", properties.getThreshold(), (threshold) -> {
			if (threshold.isNegative() || threshold.isZero()) {
				throw new IllegalArgumentException("The threshold must be positive");
			}
		});
		return new FastwireHealthIndicator(servers, properties.getThreshold());
	}

}
