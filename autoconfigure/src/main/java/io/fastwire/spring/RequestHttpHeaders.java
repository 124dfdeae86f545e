/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.Headers;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * The fields of a request as WebFlux sees them, together with the media types in them.
 * Immutable, and the same object for every request of a connection with the same fields.
 */
final class RequestHttpHeaders extends HttpHeaders {

	/*
	 * Fields that a client sends once are not worth parsing ahead; those that it sends
	 * again it will send many times. So the first request gets Spring's own view, which
	 * parses when it is asked, and the second one this.
	 *
	 * Requests of one connection come one after the other, but a handler may still look
	 * at its request on another thread when the next request is here. So nothing here
	 * changes, and final fields publish the media types safely. Spring sorts the list
	 * that getAccept() returns in place: each caller gets a list of its own.
	 */

	private static final long serialVersionUID = 1L;

	/** Marks fields that have served once. */
	private static final Object SERVED = new Object();

	private final transient @Nullable List<MediaType> accept;

	private final transient @Nullable MediaType contentType;

	private RequestHttpHeaders(RequestHeadersView fields) {
		super(fields);
		this.accept = parseAccept();
		this.contentType = parseContentType();
	}

	/**
	 * Returns fields as WebFlux sees them. Called on the event loop.
	 */
	static HttpHeaders of(Headers fields) {
		Object attached = fields.attachment();
		if (attached instanceof RequestHttpHeaders known) {
			return known;
		}
		RequestHeadersView view = new RequestHeadersView(fields);
		if (attached == null) {
			fields.attach(SERVED);
			return HttpHeaders.readOnlyHttpHeaders(view);
		}
		RequestHttpHeaders shared = new RequestHttpHeaders(view);
		fields.attach(shared);
		return shared;
	}

	/** Returns nothing if it cannot be parsed: whoever asks then gets the exception. */
	private @Nullable List<MediaType> parseAccept() {
		try {
			return new ArrayList<>(super.getAccept());
		}
		catch (InvalidMediaTypeException ex) {
			return null;
		}
	}

	private @Nullable MediaType parseContentType() {
		try {
			return super.getContentType();
		}
		catch (InvalidMediaTypeException ex) {
			return null;
		}
	}

	@Override
	public List<MediaType> getAccept() {
		return (accept != null) ? new ArrayList<>(accept) : super.getAccept();
	}

	@Override
	public @Nullable MediaType getContentType() {
		return (contentType != null) ? contentType : super.getContentType();
	}

	@Override
	public void clearContentHeaders() {
		// As with Spring's read-only headers.
	}

}
