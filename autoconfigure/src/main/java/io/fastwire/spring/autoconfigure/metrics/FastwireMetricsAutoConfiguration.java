/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure.metrics;

import io.fastwire.spring.FastwireReactiveWebServerFactory;
import io.fastwire.spring.autoconfigure.FastwireReactiveWebServerAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;

/**
 * Publishes meters of Fastwire where there is a registry.
 */
@AutoConfiguration(after = FastwireReactiveWebServerAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnBean({ MeterRegistry.class, FastwireReactiveWebServerFactory.class })
public final class FastwireMetricsAutoConfiguration {

	@Bean
	RunningServersMeters fastwireRunningServersMeters(MeterRegistry registry) {
		return new RunningServersMeters(registry);
	}

}
