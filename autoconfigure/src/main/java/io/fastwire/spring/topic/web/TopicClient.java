/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.security.Principal;
import java.util.Map;

import io.fastwire.spring.topic.TopicRequest;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.web.reactive.socket.HandshakeInfo;
import org.springframework.web.server.ServerWebExchange;

/**
 * Who is at the other end. Outlives the request, so it keeps nothing of it but copies.
 */
record TopicClient(@Nullable Principal principal, HandshakeInfo handshake, Context context) {

	static Mono<TopicClient> of(ServerWebExchange exchange) {
		return Mono.deferContextual((context) -> exchange.getPrincipal()
			.map((principal) -> of(exchange, principal, context))
			.switchIfEmpty(Mono.fromSupplier(() -> of(exchange, null, context))));
	}

	private static TopicClient of(ServerWebExchange exchange, @Nullable Principal principal, ContextView context) {
		ServerHttpRequest request = exchange.getRequest();
		HttpHeaders headers = new HttpHeaders();
		headers.addAll(request.getHeaders());
		HandshakeInfo handshake = new HandshakeInfo(request.getURI(), headers,
				new LinkedMultiValueMap<>(request.getCookies()), Mono.justOrEmpty(principal), null,
				request.getRemoteAddress(), Map.of(), exchange.getLogPrefix());
		return new TopicClient(principal, handshake, Context.of(context));
	}

	TopicRequest request(String pattern) {
		return new TopicRequest(principal, pattern, handshake);
	}

}
