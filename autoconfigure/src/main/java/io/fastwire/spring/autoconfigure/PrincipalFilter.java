/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.security.Principal;

import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Notes the principal of an exchange for the access log, whatever filter has set it.
 */
final class PrincipalFilter implements WebFilter, Ordered {

	/**
	 * Behind the filters of the application, the principals of which it sees.
	 */
	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		return chain.filter(new Noting(exchange));
	}

	/** A constant, because the chain of filters names each of them for each request. */
	@Override
	public String toString() {
		return "PrincipalFilter";
	}

	/** An exchange whose principal is noted when somebody finds it out. */
	private static final class Noting extends ServerWebExchangeDecorator {

		private final Mono<Principal> principal;

		Noting(ServerWebExchange delegate) {
			super(delegate);
			this.principal = Users.noting(delegate, delegate.getPrincipal());
		}

		@Override
		@SuppressWarnings("unchecked") // As in the interface.
		public <T extends Principal> Mono<T> getPrincipal() {
			return (Mono<T>) principal;
		}

	}

}
