/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.util.Locale;

import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Removes the temporary files of a multipart request whose client has gone. Spring
 * Framework removes them when the handler ends, but not when it is cancelled, which is
 * how a handler learns that its client has gone.
 */
final class MultipartCleanupFilter implements WebFilter, Ordered {

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		Mono<Void> handled = chain.filter(exchange);
		return isMultipart(exchange) ? handled.doOnCancel(() -> cleanUp(exchange)) : handled;
	}

	private static boolean isMultipart(ServerWebExchange exchange) {
		String type = exchange.getRequest().getHeaders().getFirst(HttpHeaders.CONTENT_TYPE);
		return type != null && type.toLowerCase(Locale.ROOT).startsWith("multipart/");
	}

	private static void cleanUp(ServerWebExchange exchange) {
		exchange.cleanupMultipart().onErrorComplete().subscribe();
	}

	/** A constant, because the chain of filters names each of them for each request. */
	@Override
	public String toString() {
		return "MultipartCleanupFilter";
	}

}
