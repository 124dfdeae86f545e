/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import java.util.List;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.MediaType;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityResultHandler;
import org.springframework.web.server.ServerWebExchange;

/**
 * A {@link ResponseEntityResultHandler} that chooses the media type with less garbage.
 * When Spring Framework's logger is to tell of it, Spring's own handles the result.
 */
public final class LeanResponseEntityResultHandler extends ResponseEntityResultHandler {

	private static final Log SPRING_LOGGER = LogFactory.getLog(ResponseEntityResultHandler.class);

	private final ResponseEntityResultHandler spring;

	/**
	 * Creates a handler.
	 * @param spring exactly Spring Framework's, whose settings are taken over
	 */
	public LeanResponseEntityResultHandler(ResponseEntityResultHandler spring) {
		super(spring.getMessageWriters(), spring.getContentTypeResolver(), spring.getAdapterRegistry(),
				spring.getErrorResponseInterceptors());
		setOrder(spring.getOrder());
		this.spring = spring;
	}

	@Override
	public Mono<Void> handleResult(ServerWebExchange exchange, HandlerResult result) {
		return SPRING_LOGGER.isDebugEnabled() ? spring.handleResult(exchange, result)
				: super.handleResult(exchange, result);
	}

	@Override
	protected @Nullable MediaType selectMediaType(ServerWebExchange exchange, Supplier<List<MediaType>> writable,
			List<MediaType> acceptable) {
		return MediaTypeChoice.choose(exchange, writable, acceptable);
	}

}
