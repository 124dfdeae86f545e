/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.Map;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.ResolvableType;
import org.springframework.http.ReactiveHttpInputMessage;
import org.springframework.http.codec.FormHttpMessageReader;
import org.springframework.http.codec.HttpMessageReader;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebInputException;

/**
 * Reads URL-encoded forms as Spring does, but one with a malformed escape is the client's
 * fault: 400 instead of 500 and an error in the log.
 */
final class FormReader extends ForwardingReader<MultiValueMap<String, String>> {

	private FormReader(FormHttpMessageReader delegate) {
		super(delegate);
	}

	/** Returns a reader that does what another does, and this if that is Spring's. */
	static HttpMessageReader<?> around(HttpMessageReader<?> reader) {
		return (reader.getClass() == FormHttpMessageReader.class) ? new FormReader((FormHttpMessageReader) reader)
				: reader;
	}

	private static Throwable refusal(IllegalArgumentException malformed) {
		return new ServerWebInputException("A form with malformed escapes", null, malformed);
	}

	@Override
	public Flux<MultiValueMap<String, String>> read(ResolvableType elementType, ReactiveHttpInputMessage message,
			Map<String, Object> hints) {
		return super.read(elementType, message, hints).onErrorMap(IllegalArgumentException.class, FormReader::refusal);
	}

	@Override
	public Flux<MultiValueMap<String, String>> read(ResolvableType actualType, ResolvableType elementType,
			ServerHttpRequest request, ServerHttpResponse response, Map<String, Object> hints) {
		return read(elementType, request, hints);
	}

	@Override
	public Mono<MultiValueMap<String, String>> readMono(ResolvableType elementType, ReactiveHttpInputMessage message,
			Map<String, Object> hints) {
		return super.readMono(elementType, message, hints).onErrorMap(IllegalArgumentException.class,
				FormReader::refusal);
	}

	@Override
	public Mono<MultiValueMap<String, String>> readMono(ResolvableType actualType, ResolvableType elementType,
			ServerHttpRequest request, ServerHttpResponse response, Map<String, Object> hints) {
		return readMono(elementType, request, hints);
	}

}
