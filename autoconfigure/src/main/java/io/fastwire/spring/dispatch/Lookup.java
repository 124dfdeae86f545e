/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import reactor.core.publisher.Mono;

import org.springframework.web.accept.ApiVersionHolder;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.function.server.support.RouterFunctionMapping;
import org.springframework.web.server.ServerWebExchange;

/**
 * Asks a mapping for a handler: without operators where the mapping is of a class whose
 * way is known, by {@code getHandler} otherwise.
 */
final class Lookup {

	private Lookup() {
	}

	/**
	 * Asks a mapping for the handler of a request that is not a pre-flight request of
	 * CORS. Must be subscribed to once, at once.
	 */
	static Mono<Object> in(HandlerMapping mapping, ServerWebExchange exchange) {
		if (mapping.getClass() == FusedRequestMappingHandlerMapping.class) {
			return ((FusedRequestMappingHandlerMapping) mapping).find(exchange);
		}
		if (mapping.getClass() == RouterFunctionMapping.class) {
			return in((RouterFunctionMapping) mapping, exchange);
		}
		return mapping.getHandler(exchange);
	}

	/** Leaves a mapping out for as long as it has no routes. */
	private static Mono<Object> in(RouterFunctionMapping mapping, ServerWebExchange exchange) {
		if (mapping.getRouterFunction() != null || mapping.getApiVersionStrategy() != null) {
			return mapping.getHandler(exchange);
		}
		exchange.getAttributes().put(HandlerMapping.API_VERSION_ATTRIBUTE, ApiVersionHolder.EMPTY);
		return Mono.empty();
	}

}
