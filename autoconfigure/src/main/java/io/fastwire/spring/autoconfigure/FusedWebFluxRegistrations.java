/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.dispatch.FusedRequestMappingHandlerMapping;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.core.env.Environment;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/**
 * Has Spring Boot configure a mapping with fewer operators in the place of Spring
 * Framework's.
 */
final class FusedWebFluxRegistrations implements WebFluxRegistrations {

	private final Environment environment;

	FusedWebFluxRegistrations(Environment environment) {
		this.environment = environment;
	}

	/**
	 * Leaves Spring's in place if its logger is to tell of the mappings: a logger has the
	 * name of its class, and an application looks for that of Spring's.
	 */
	@Override
	public @Nullable RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
		boolean told = LogFactory.getLog(RequestMappingHandlerMapping.class).isDebugEnabled();
		return (told || !FusedDispatch.isOn(environment)) ? null : new FusedRequestMappingHandlerMapping();
	}

}
