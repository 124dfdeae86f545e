/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Notes for the access log whom Spring Security knows. Stands in its chain, right in
 * front of the decision whether the request is permitted, which asks for the user as
 * others do behind it.
 */
final class SecurityContextFilter implements WebFilter {

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		return chain.filter(exchange).contextWrite((context) -> noting(exchange, context));
	}

	private static Context noting(ServerWebExchange exchange, Context context) {
		@Nullable Mono<SecurityContext> known = context.getOrDefault(SecurityContext.class, null);
		return (known == null) ? context
				: context.putAll(ReactiveSecurityContextHolder
					.withSecurityContext(Users.noting(exchange, known, SecurityContextFilter::user))
					.readOnly());
	}

	private static @Nullable Authentication user(SecurityContext context) {
		return context.getAuthentication();
	}

}
