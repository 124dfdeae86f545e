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
import org.springframework.http.codec.multipart.Part;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.MultiValueMap;

/**
 * Reads the parts of a multipart request by another reader, and has them deleted if the
 * client leaves before its request has been handled.
 */
final class UploadReader extends LoggingCodecSupport implements HttpMessageReader<MultiValueMap<String, Part>> {

	/*
	 * Only the parts of the ServerWebExchange are deleted, which Spring deletes as well
	 * when the request has been handled. Its constructor asks for them, so that is the
	 * first reading of a body. Whoever reads the body once more, by a BodyExtractor, has
	 * to delete what he gets, here as elsewhere.
	 *
	 * WebFlux logs the details of requests if any reader says that it does, so what this
	 * one says is what the delegate says.
	 */

	private static final ResolvableType PARTS = ResolvableType.forClassWithGenerics(MultiValueMap.class, String.class,
			Part.class);

	private final HttpMessageReader<MultiValueMap<String, Part>> delegate;

	private UploadReader(HttpMessageReader<MultiValueMap<String, Part>> delegate) {
		this.delegate = delegate;
	}

	/** Returns a reader that does what another does, and this if that reads parts. */
	@SuppressWarnings("unchecked")
	static HttpMessageReader<?> around(HttpMessageReader<?> reader) {
		return reader.canRead(PARTS, MediaType.MULTIPART_FORM_DATA)
				? new UploadReader((HttpMessageReader<MultiValueMap<String, Part>>) reader) : reader;
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
	public Flux<MultiValueMap<String, Part>> read(ResolvableType elementType, ReactiveHttpInputMessage message,
			Map<String, Object> hints) {
		return delegate.read(elementType, message, hints);
	}

	@Override
	public Flux<MultiValueMap<String, Part>> read(ResolvableType actualType, ResolvableType elementType,
			ServerHttpRequest request, ServerHttpResponse response, Map<String, Object> hints) {
		return delegate.read(actualType, elementType, request, response, hints);
	}

	@Override
	public Mono<MultiValueMap<String, Part>> readMono(ResolvableType elementType, ReactiveHttpInputMessage message,
			Map<String, Object> hints) {
		Mono<MultiValueMap<String, Part>> parts = delegate.readMono(elementType, message, hints);
		UploadedParts uploaded = (message.getBody() instanceof RequestBody body) ? body.firstUpload() : null;
		return (uploaded != null) ? parts.doOnNext(uploaded::keep) : parts;
	}

	@Override
	public Mono<MultiValueMap<String, Part>> readMono(ResolvableType actualType, ResolvableType elementType,
			ServerHttpRequest request, ServerHttpResponse response, Map<String, Object> hints) {
		return delegate.readMono(actualType, elementType, request, response, hints);
	}

}
