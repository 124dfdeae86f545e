/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.Map;

import reactor.core.publisher.Mono;

import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.ReactiveHttpInputMessage;
import org.springframework.http.codec.HttpMessageReader;
import org.springframework.http.codec.multipart.Part;
import org.springframework.util.MultiValueMap;

/**
 * Reads the parts of a multipart request by another reader, and has them deleted if the
 * client leaves before its request has been handled.
 */
final class UploadReader extends ForwardingReader<MultiValueMap<String, Part>> {

	/*
	 * Only the parts of the ServerWebExchange are deleted, which Spring deletes as well
	 * when the request has been handled. Its constructor asks for them, so that is the
	 * first reading of a body. Whoever reads the body once more, by a BodyExtractor, has
	 * to delete what he gets, here as elsewhere.
	 */

	private static final ResolvableType PARTS = ResolvableType.forClassWithGenerics(MultiValueMap.class, String.class,
			Part.class);

	private UploadReader(HttpMessageReader<MultiValueMap<String, Part>> delegate) {
		super(delegate);
	}

	/** Returns a reader that does what another does, and this if that reads parts. */
	@SuppressWarnings("unchecked")
	static HttpMessageReader<?> around(HttpMessageReader<?> reader) {
		return reader.canRead(PARTS, MediaType.MULTIPART_FORM_DATA)
				? new UploadReader((HttpMessageReader<MultiValueMap<String, Part>>) reader) : reader;
	}

	@Override
	public Mono<MultiValueMap<String, Part>> readMono(ResolvableType elementType, ReactiveHttpInputMessage message,
			Map<String, Object> hints) {
		Mono<MultiValueMap<String, Part>> parts = super.readMono(elementType, message, hints);
		UploadedParts uploaded = (message.getBody() instanceof RequestBody body) ? body.firstUpload() : null;
		return (uploaded != null) ? parts.doOnNext(uploaded::keep) : parts;
	}

}
