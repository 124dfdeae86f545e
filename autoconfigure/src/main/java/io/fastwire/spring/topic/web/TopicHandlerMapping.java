/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import reactor.core.publisher.Mono;

import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.reactive.handler.AbstractHandlerMapping;
import org.springframework.web.server.ServerWebExchange;

/**
 * Finds the requests for topics: under their path, a WebSocket handshake, a GET that
 * accepts {@code text/event-stream}, and the client module. Everything else there is left
 * to the application. Comes before the mappings of the application, which may have one
 * for all paths.
 */
public final class TopicHandlerMapping extends AbstractHandlerMapping {

	private static final int BEFORE_ROUTER_FUNCTIONS = -2;

	private final String path;

	private final String modulePath;

	private final TopicEndpoint endpoint;

	private final ClientModule module = new ClientModule();

	/**
	 * Creates a mapping.
	 * @param path where the endpoint is
	 * @param endpoint answers
	 */
	public TopicHandlerMapping(String path, TopicEndpoint endpoint) {
		this.path = path;
		this.modulePath = path + "/" + ClientModule.NAME;
		this.endpoint = endpoint;
		setOrder(BEFORE_ROUTER_FUNCTIONS);
	}

	/**
	 * Passes all other requests on without the operators that the superclass assembles:
	 * this mapping stands before those of every controller.
	 */
	@Override
	public Mono<Object> getHandler(ServerWebExchange exchange) {
		// A management server on a port of its own finds the mappings of its parent.
		if (!isBelow(path(exchange)) || exchange.getApplicationContext() != getApplicationContext()) {
			return Mono.empty();
		}
		return super.getHandler(exchange);
	}

	@Override
	protected Mono<?> getHandlerInternal(ServerWebExchange exchange) {
		ServerHttpRequest request = exchange.getRequest();
		boolean get = HttpMethod.GET.equals(request.getMethod());
		if (get && (TopicEndpoint.isUpgrade(request.getHeaders()) || acceptsEvents(request))) {
			return Mono.just(endpoint);
		}
		boolean read = get || HttpMethod.HEAD.equals(request.getMethod());
		return (read && path(exchange).equals(modulePath)) ? Mono.just(module) : Mono.empty();
	}

	private static String path(ServerWebExchange exchange) {
		return exchange.getRequest().getPath().pathWithinApplication().value();
	}

	private boolean isBelow(String requested) {
		return requested.startsWith(path)
				&& (requested.length() == path.length() || requested.charAt(path.length()) == '/');
	}

	private static boolean acceptsEvents(ServerHttpRequest request) {
		return request.getHeaders()
			.getOrEmpty("Accept")
			.stream()
			.anyMatch((accept) -> accept.contains(MediaType.TEXT_EVENT_STREAM_VALUE));
	}

}
