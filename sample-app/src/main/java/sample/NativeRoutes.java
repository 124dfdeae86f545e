/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import io.fastwire.spring.FastwireRoutes;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What is answered without WebFlux. */
@Configuration(proxyBeanMethods = false)
class NativeRoutes {

	@Bean
	FastwireRoutes pingRoute() {
		return (routes) -> routes.get("/ping", (exchange, parameters) -> {
			exchange.addHeader("Content-Type", "text/plain;charset=UTF-8").end("pong\n");
		});
	}

}
