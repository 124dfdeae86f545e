/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.net.InetSocketAddress;
import java.net.URI;

import javax.net.ssl.SSLSession;

import io.fastwire.http.Exchange;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.RequestPath;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.util.MultiValueMap;

/**
 * A request as WebFlux sees it. Everything that costs more than a field access is made
 * when it is asked for.
 */
final class FastwireServerHttpRequest extends AbstractServerHttpRequest {

	/*
	 * The base class is extended for setAttributesSupplier, which the framework calls on
	 * that type only, and for native access through decorators. Its URI and fields are
	 * stand-ins: whatever the base class derives from them is overridden here.
	 */

	private static final URI UNUSED = URI.create("/");

	private final Exchange exchange;

	private final RequestUri uri;

	private final HttpHeaders headers;

	private final FastwireServerHttpResponse response;

	private final @Nullable ForwardedFields forwarded;

	private final NettyDataBufferFactory bufferFactory;

	private @Nullable RequestBody body;

	FastwireServerHttpRequest(Exchange exchange, RequestUri uri, FastwireServerHttpResponse response,
			@Nullable ForwardedFields forwarded, NettyDataBufferFactory bufferFactory) {
		super(HttpMethod.valueOf(exchange.method()), UNUSED, null, HttpHeaders.EMPTY);
		this.exchange = exchange;
		this.uri = uri;
		this.forwarded = forwarded;
		this.response = response;
		this.bufferFactory = bufferFactory;
		this.headers = RequestHttpHeaders.of(exchange.headers());
	}

	@Override
	public HttpHeaders getHeaders() {
		return headers;
	}

	@Override
	public URI getURI() {
		return uri.uri();
	}

	@Override
	public RequestPath getPath() {
		return uri.path();
	}

	@Override
	protected MultiValueMap<String, String> initQueryParams() {
		return QueryParser.parse(uri.query());
	}

	@Override
	protected MultiValueMap<String, HttpCookie> initCookies() {
		return CookieParser.parse(exchange.headers());
	}

	@Override
	protected @Nullable SslInfo initSslInfo() {
		SSLSession session = exchange.sslSession();
		return (session != null) ? new TlsSessionInfo(session) : null;
	}

	@Override
	public @Nullable InetSocketAddress getRemoteAddress() {
		InetSocketAddress peer = exchange.remoteAddress();
		return (forwarded != null) ? forwarded.client(peer) : peer;
	}

	@Override
	public @Nullable InetSocketAddress getLocalAddress() {
		InetSocketAddress local = exchange.localAddress();
		return (forwarded != null) ? forwarded.server(local) : local;
	}

	/**
	 * Returns the id of the connection, which costs nothing: WebFlux asks for it on each
	 * request, if only to have it when something is logged.
	 */
	@Override
	protected String initId() {
		return exchange.connectionId();
	}

	@Override
	public Flux<DataBuffer> getBody() {
		RequestBody known = body;
		if (known == null) {
			known = new RequestBody(exchange, response, bufferFactory);
			body = known;
		}
		return known;
	}

	/**
	 * Fails the body if somebody reads it, and drops what was made of it.
	 */
	void abortBody(Throwable cause) {
		RequestBody known = body;
		if (known != null) {
			known.abandon(cause);
		}
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T> T getNativeRequest() {
		return (T) exchange;
	}

}
