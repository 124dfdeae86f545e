/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.FastwireReactiveWebServerFactory;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.env.Environment;

/**
 * Finds handler methods with fewer operators, where Spring Boot configures WebFlux and
 * Fastwire serves it.
 */
@AutoConfiguration(after = FastwireReactiveWebServerAutoConfiguration.class)
@ConditionalOnClass(WebFluxRegistrations.class)
@ConditionalOnBean(FastwireReactiveWebServerFactory.class)
@ConditionalOnBooleanProperty(name = "fastwire.fused-dispatch", matchIfMissing = true)
public final class FastwireDispatchAutoConfiguration {

	/** Gives way to any other, also to one that comes later. */
	@Bean
	@Fallback
	@ConditionalOnMissingBean(WebFluxRegistrations.class)
	FusedWebFluxRegistrations fastwireWebFluxRegistrations(Environment environment) {
		return new FusedWebFluxRegistrations(environment);
	}

}
