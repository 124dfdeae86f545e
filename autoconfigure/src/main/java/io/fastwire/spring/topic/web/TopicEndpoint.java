/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.List;

import io.fastwire.spring.DirectResponse;
import io.fastwire.spring.FastwireRequestUpgradeStrategy;
import io.fastwire.topic.Topics;
import io.fastwire.websocket.WebSocketOptions;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.PathContainer.PathSegment;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;

/**
 * Answers requests to subscribe: opens WebSocket sessions and event streams.
 */
public final class TopicEndpoint implements WebHandler {

	private static final String LAST_EVENT_ID = "Last-Event-ID";

	private static final String SUB_PROTOCOL = "Sec-WebSocket-Protocol";

	private static final int FORBIDDEN = 403;

	private static final int BAD_REQUEST = 400;

	private final Topics topics;

	private final TopicWebOptions options;

	private final TopicAccess access;

	private final FastwireRequestUpgradeStrategy strategy;

	private final WebSocketOptions sessions;

	private final int depth;

	/**
	 * Creates an endpoint.
	 * @param topics what can be subscribed to
	 * @param options how
	 * @param access who may
	 * @param strategy opens the sessions
	 * @param sessions options of the sessions; allowed origins also apply to event
	 * streams. What may be pending is up to the topics.
	 */
	public TopicEndpoint(Topics topics, TopicWebOptions options, TopicAccess access,
			FastwireRequestUpgradeStrategy strategy, WebSocketOptions sessions) {
		this.topics = topics;
		this.options = options;
		this.access = access;
		this.sessions = sessions.toBuilder().maxPendingBytes(topics.options().maxPendingBytes()).build();
		this.strategy = strategy.withOptions(this.sessions);
		this.depth = PathContainer.parsePath(options.path()).elements().size();
	}

	@Override
	public Mono<Void> handle(ServerWebExchange exchange) {
		ServerHttpRequest request = exchange.getRequest();
		HttpHeaders headers = request.getHeaders();
		if (!sessions.allowsOrigin(headers.getOrigin(), request.getURI().getAuthority())) {
			return refuse(exchange, FORBIDDEN, "The origin is not allowed; see fastwire.topics.allowed-origins");
		}
		PathContainer rest = request.getPath().pathWithinApplication().subPath(depth);
		if (!isUpgrade(headers)) {
			return topic(exchange, rest, this::stream);
		}
		return rest.elements().isEmpty() ? protocol(exchange) : topic(exchange, rest, this::session);
	}

	static boolean isUpgrade(HttpHeaders headers) {
		return "websocket".equalsIgnoreCase(headers.getUpgrade());
	}

	private Mono<Void> protocol(ServerWebExchange exchange) {
		if (!headerList(exchange, SUB_PROTOCOL).contains(Envelopes.PROTOCOL)) {
			return refuse(exchange, BAD_REQUEST, "The sub-protocol here is " + Envelopes.PROTOCOL
					+ "; a topic of its own is at " + options.path() + "/{topic}");
		}
		return TopicClient.of(exchange)
			.flatMap((client) -> strategy.upgrade(exchange, Envelopes.PROTOCOL,
					new ProtocolSession(topics, access, client)));
	}

	private static List<String> headerList(ServerWebExchange exchange, String name) {
		return exchange.getRequest().getHeaders().getValuesAsList(name);
	}

	/** Answers a request for one topic if it is allowed. */
	private Mono<Void> topic(ServerWebExchange exchange, PathContainer rest, Answer answer) {
		String pattern = pattern(rest);
		if (pattern == null || !access.isValid(pattern)) {
			return refuse(exchange, Refusal.INVALID_TOPIC);
		}
		return TopicClient.of(exchange)
			.flatMap((client) -> access.refusal(client.request(pattern))
				.map((refusal) -> refuse(exchange, refusal))
				.defaultIfEmpty(Mono.defer(() -> answer.to(exchange, pattern, client.principal()))))
			.flatMap((chosen) -> chosen);
	}

	/** A segment that hides a slash would get past rules for paths. */
	private static @Nullable String pattern(PathContainer rest) {
		StringBuilder pattern = new StringBuilder();
		for (PathContainer.Element element : rest.elements()) {
			String value = (element instanceof PathSegment segment) ? segment.valueToMatch() : element.value();
			if (element instanceof PathSegment && value.indexOf('/') >= 0) {
				return null;
			}
			pattern.append(value);
		}
		return (pattern.length() > 1) ? pattern.substring(1) : null;
	}

	private Mono<Void> session(ServerWebExchange exchange, String pattern, @Nullable Principal principal) {
		return strategy.upgrade(exchange, null, new PlainSession(topics, pattern, since(exchange), principal));
	}

	private Mono<Void> stream(ServerWebExchange exchange, String pattern, @Nullable Principal principal) {
		HttpHeaders headers = exchange.getResponse().getHeaders();
		headers.setContentType(MediaType.TEXT_EVENT_STREAM);
		headers.setCacheControl(CacheControl.noStore());
		headers.set("X-Accel-Buffering", "no");
		allowOrigin(exchange.getRequest().getHeaders().getOrigin(), headers);
		String since = since(exchange);
		return DirectResponse.commit(exchange)
			.flatMap((core) -> Mono
				.<Void>create((end) -> new EventStream(core, end, options, principal).start(topics, pattern, since)));
	}

	private void allowOrigin(@Nullable String origin, HttpHeaders response) {
		response.add(HttpHeaders.VARY, HttpHeaders.ORIGIN);
		if (origin == null || response.getAccessControlAllowOrigin() != null) {
			return;
		}
		if (sessions.allowedOrigins().contains(WebSocketOptions.ANY_ORIGIN)) {
			response.setAccessControlAllowOrigin(WebSocketOptions.ANY_ORIGIN);
		}
		else {
			response.setAccessControlAllowOrigin(origin);
			response.setAccessControlAllowCredentials(true);
		}
	}

	/** Browsers send the id in UTF-8. */
	private static @Nullable String since(ServerWebExchange exchange) {
		String last = exchange.getRequest().getHeaders().getFirst(LAST_EVENT_ID);
		if (last != null) {
			return new String(last.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
		}
		return exchange.getRequest().getQueryParams().getFirst("since");
	}

	private static Mono<Void> refuse(ServerWebExchange exchange, Refusal refusal) {
		return refuse(exchange, refusal.status(), refusal.code());
	}

	private static Mono<Void> refuse(ServerWebExchange exchange, int status, String text) {
		ServerHttpResponse response = exchange.getResponse();
		response.setStatusCode(HttpStatusCode.valueOf(status));
		response.getHeaders().setContentType(new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8));
		byte[] body = (text + '\n').getBytes(StandardCharsets.UTF_8);
		response.getHeaders().setContentLength(body.length);
		return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
	}

	/** What is done about a topic that may be subscribed to. */
	private interface Answer {

		Mono<Void> to(ServerWebExchange exchange, String pattern, @Nullable Principal principal);

	}

}
