/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.config.DelegatingWebFluxConfiguration;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.reactive.result.method.annotation.ResponseBodyResultHandler;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityResultHandler;

/** Two configurations of WebFlux. */
final class WebFlux {

	private WebFlux() {
	}

	/** Has the mapping of Spring Framework. */
	@Configuration(proxyBeanMethods = false)
	@EnableWebFlux
	static class SpringMapping {

	}

	/** Has ours, in its place, and our handlers of results. */
	@Configuration(proxyBeanMethods = false)
	static class OwnMapping extends DelegatingWebFluxConfiguration {

		@Bean
		static BeanPostProcessor resultHandlers() {
			return new BeanPostProcessor() {

				@Override
				public Object postProcessAfterInitialization(Object bean, String name) {
					if (bean instanceof ResponseBodyResultHandler handler) {
						return new LeanResponseBodyResultHandler(handler);
					}
					return (bean instanceof ResponseEntityResultHandler handler)
							? new LeanResponseEntityResultHandler(handler) : bean;
				}
			};
		}

		@Override
		protected RequestMappingHandlerMapping createRequestMappingHandlerMapping() {
			return new FusedRequestMappingHandlerMapping();
		}

	}

}
