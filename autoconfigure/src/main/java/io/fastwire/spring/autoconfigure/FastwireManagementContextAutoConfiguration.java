/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.FastwireReactiveWebServerFactory;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.autoconfigure.web.server.ConditionalOnManagementPort;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextFactory;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.server.reactive.ReactiveWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/**
 * Serves a management port that differs from the main one by Fastwire too.
 */
@AutoConfiguration(after = FastwireReactiveWebServerAutoConfiguration.class)
@ConditionalOnClass(ManagementContextFactory.class)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnManagementPort(ManagementPortType.DIFFERENT)
@ConditionalOnBean(FastwireReactiveWebServerFactory.class)
public final class FastwireManagementContextAutoConfiguration {

	/*
	 * Each server of Spring Boot contributes a bean named reactiveWebChildContextFactory.
	 * Ours has a name of its own, because overriding beans is off by default, and is
	 * primary, because exactly one is used. ManagementContextFactory is public but
	 * documented as internal: a test pins it for each Boot line.
	 */
	@Bean
	@Primary
	ManagementContextFactory fastwireReactiveWebChildContextFactory() {
		return new ManagementContextFactory(WebApplicationType.REACTIVE, ReactiveWebServerFactory.class,
				FastwireReactiveWebServerAutoConfiguration.class, FastwireWebSocketAutoConfiguration.class);
	}

}
