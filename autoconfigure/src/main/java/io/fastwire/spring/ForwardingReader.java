/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.ReactiveHttpInputMessage;
import org.springframework.http.codec.HttpMessageReader;
import org.springframework.http.codec.LoggingCodecSupport;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;

/**
 * Does what another reader does.
 *
 * @param <T> what is read
 */
abstract class ForwardingReader<T> extends LoggingCodecSupport implements HttpMessageReader<T> {

	/*
	 * WebFlux logs the details of requests if any reader says that it does, so what this
	 * one says is what the delegate says.
	 */

	private final HttpMessageReader<T> delegate;

	ForwardingReader(HttpMessageReader<T> delegate) {
		this.delegate = delegate;
	}

	@Override
	public boolean isEnableLoggingRequestDetails() {
		return delegate instanceof LoggingCodecSupport support && support.isEnableLoggingRequestDetails();
	}

	@Override
	public void setEnableLoggingRequestDetails(boolean enable) {
		if (delegate instanceof LoggingCodecSupport support) {
			support.setEnableLoggingRequestDetails(enable);
		}
	}

	@Override
	public List<MediaType> getReadableMediaTypes() {
		return delegate.getReadableMediaTypes();
	}

	@Override
	public List<MediaType> getReadableMediaTypes(ResolvableType elementType) {
		return delegate.getReadableMediaTypes(elementType);
	}

	@Override
	public boolean canRead(ResolvableType elementType, @Nullable MediaType mediaType) {
		return delegate.canRead(elementType, mediaType);
	}

	@Override
	public Flux<T> read(ResolvableType elementType, ReactiveHttpInputMessage message, Map<String, Object> hints) {
		return delegate.read(elementType, message, hints);
	}

	@Override
	public Flux<T> read(ResolvableType actualType, ResolvableType elementType, ServerHttpRequest request,
			ServerHttpResponse response, Map<String, Object> hints) {
		return delegate.read(actualType, elementType, request, response, hints);
	}

	@Override
	public Mono<T> readMono(ResolvableType elementType, ReactiveHttpInputMessage message, Map<String, Object> hints) {
		return delegate.readMono(elementType, message, hints);
	}

	@Override
	public Mono<T> readMono(ResolvableType actualType, ResolvableType elementType, ServerHttpRequest request,
			ServerHttpResponse response, Map<String, Object> hints) {
		return delegate.readMono(actualType, elementType, request, response, hints);
	}

}
