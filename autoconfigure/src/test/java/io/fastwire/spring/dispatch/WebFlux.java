/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.config.DelegatingWebFluxConfiguration;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/** Two configurations of WebFlux. */
final class WebFlux {

	private WebFlux() {
	}

	/** Has the mapping of Spring Framework. */
	@Configuration(proxyBeanMethods = false)
	@EnableWebFlux
	static class SpringMapping {

	}

	/** Has ours, in its place. */
	@Configuration(proxyBeanMethods = false)
	static class OwnMapping extends DelegatingWebFluxConfiguration {

		@Override
		protected RequestMappingHandlerMapping createRequestMappingHandlerMapping() {
			return new FusedRequestMappingHandlerMapping();
		}

	}

}
