/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

import reactor.core.publisher.Mono;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.DigestUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;

/** Serves the client for browsers. */
final class ClientModule implements WebHandler {

	/** The name of the file. */
	static final String NAME = "fastwire.js";

	private static final MediaType JAVASCRIPT = new MediaType("text", "javascript", StandardCharsets.UTF_8);

	private static final CacheControl CACHE = CacheControl.maxAge(Duration.ofHours(1)).cachePublic();

	private final byte[] content = read();

	private final String tag = '"' + DigestUtils.md5DigestAsHex(content) + '"';

	private static byte[] read() {
		try (InputStream in = ClientModule.class.getResourceAsStream(NAME)) {
			return Objects.requireNonNull(in, NAME).readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public Mono<Void> handle(ServerWebExchange exchange) {
		ServerHttpResponse response = exchange.getResponse();
		HttpHeaders headers = response.getHeaders();
		headers.setCacheControl(CACHE);
		if (exchange.checkNotModified(tag)) {
			return response.setComplete();
		}
		headers.setContentType(JAVASCRIPT);
		headers.setContentLength(content.length);
		return response.writeWith(Mono.just(response.bufferFactory().wrap(content)));
	}

}
