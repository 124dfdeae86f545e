/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.net.InetSocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.fastwire.http.Exchange;
import io.fastwire.http.RequestHandler;
import io.fastwire.http.RequestTarget;
import io.fastwire.proxy.AddressRanges;
import io.fastwire.server.EventLoopThread;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.NetUtil;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.HttpHeadResponseDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;

/**
 * A request handler that lets WebFlux, or any other {@link HttpHandler}, answer. The
 * handler is called and subscribed to on the event loop of the connection.
 * <p>
 * The adapter answers two kinds of request by itself: {@code OPTIONS *}, which concerns
 * the server and no resource of the application (RFC 9110 section 9.3.7), with 204; and a
 * target that cannot be made a {@link java.net.URI} with 400. The scheme of a URI is that
 * of the connection also where a target in absolute form names another.
 */
final class FastwireHttpHandlerAdapter implements RequestHandler {

	static {
		// Makes block() on an event loop an error, as the event loops of Reactor Netty
		// do.
		Schedulers.registerNonBlockingThreadPredicate(EventLoopThread.class::isInstance);
	}

	private static final String ALLOWED = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

	private final HttpHandler handler;

	/** {@code null} if no forwarding field is believed. */
	private final @Nullable AddressRanges trustedProxies;

	private final boolean nettyDataBuffers;

	private final ConcurrentMap<ByteBufAllocator, NettyDataBufferFactory> bufferFactories = new ConcurrentHashMap<>(2);

	private @Nullable NettyDataBufferFactory lastBufferFactory;

	/**
	 * Creates an adapter.
	 * @param handler what answers the requests
	 * @param trustedProxies whose Forwarded and X-Forwarded-* are believed, or
	 * {@code null} for nobody's
	 * @param nettyDataBuffers whether the buffer factory of responses is Spring's for
	 * Netty, which some libraries insist on
	 */
	FastwireHttpHandlerAdapter(HttpHandler handler, @Nullable AddressRanges trustedProxies, boolean nettyDataBuffers) {
		this.handler = handler;
		this.nettyDataBuffers = nettyDataBuffers;
		this.trustedProxies = trustedProxies;
	}

	@Override
	public void handle(Exchange exchange) {
		RequestTarget target = exchange.target();
		RequestTarget.Form form = target.form();
		if (form != RequestTarget.Form.ORIGIN && form != RequestTarget.Form.ABSOLUTE) {
			answerWithoutUri(exchange, form);
			return;
		}
		ForwardedFields forwarded = (trustedProxies == null) ? null
				: ForwardedFields.read(exchange.headers(), trustedProxies, exchange.remoteAddress());
		RequestUri uri = (forwarded == null) ? RequestUri.of(target, exchange.scheme(), authority(exchange), null)
				: RequestUri.of(target, forwarded.scheme(exchange.scheme()), forwarded.authority(authority(exchange)),
						forwarded.prefix());
		if (uri == null) {
			exchange.status(400).end();
			return;
		}
		NettyDataBufferFactory nettyFactory = bufferFactory(exchange.allocator());
		FastwireServerHttpResponse response = new FastwireServerHttpResponse(exchange,
				nettyDataBuffers ? nettyFactory : new ResponseBufferFactory(exchange));
		FastwireServerHttpRequest request = new FastwireServerHttpRequest(exchange, uri, response, forwarded,
				nettyFactory);
		ServerHttpResponse visible = HttpMethod.HEAD.equals(request.getMethod())
				? new HttpHeadResponseDecorator(response) : response;
		new HandlerSubscription(request, response).start(handler, request, visible);
	}

	private static void answerWithoutUri(Exchange exchange, RequestTarget.Form form) {
		if (form == RequestTarget.Form.ASTERISK && exchange.method().equals("OPTIONS")) {
			exchange.responseHeaders().set(HttpHeaders.ALLOW, ALLOWED);
			exchange.status(204).end();
		}
		else {
			exchange.status(400).end();
		}
	}

	private static @Nullable String authority(Exchange exchange) {
		String authority = exchange.target().authority();
		if (authority == null) {
			authority = exchange.headers().get(HttpHeaders.HOST);
		}
		return (authority != null && !authority.isEmpty()) ? authority : localAuthority(exchange.localAddress());
	}

	private static @Nullable String localAuthority(@Nullable InetSocketAddress local) {
		return (local != null) ? NetUtil.toSocketAddressString(local) : null;
	}

	private NettyDataBufferFactory bufferFactory(ByteBufAllocator allocator) {
		NettyDataBufferFactory last = lastBufferFactory;
		if (last == null || last.getByteBufAllocator() != allocator) {
			last = bufferFactories.computeIfAbsent(allocator, RequestBufferFactory::new);
			lastBufferFactory = last;
		}
		return last;
	}

}
