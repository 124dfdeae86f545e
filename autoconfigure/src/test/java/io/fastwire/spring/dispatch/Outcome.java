/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpStatusCode;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;

/**
 * What can be seen of a request that was handled.
 *
 * @param status of the response
 * @param fields of the response
 * @param body what was written before the end
 * @param end how the handler ended: its error, with the checkpoints on its way
 * @param events what the application has noted
 * @param attributes names of those that the exchange has now
 */
record Outcome(@Nullable HttpStatusCode status, Map<String, List<String>> fields, String body, String end,
		List<String> events, List<String> attributes) {

	private static final Duration LIMIT = Duration.ofSeconds(30);

	private static final String EVENTS = Outcome.class.getName();

	/** Handles a request, and waits for the end. */
	static Outcome of(WebHandler handler, MockServerHttpRequest request) {
		MockServerWebExchange exchange = exchange(request);
		String end;
		try {
			handler.handle(exchange)
				.contextWrite((context) -> context.put("who", "outer"))
				.then(Mono.defer(exchange.getResponse()::setComplete))
				.block(LIMIT);
			end = "complete";
		}
		catch (RuntimeException ex) {
			end = describe(ex);
		}
		return of(exchange, end);
	}

	static MockServerWebExchange exchange(MockServerHttpRequest request) {
		MockServerWebExchange exchange = MockServerWebExchange.from(request);
		exchange.getAttributes().put(EVENTS, new ArrayList<String>());
		return exchange;
	}

	static Outcome of(MockServerWebExchange exchange, String end) {
		MockServerHttpResponse response = exchange.getResponse();
		Map<String, List<String>> fields = new TreeMap<>();
		response.getHeaders().forEach(fields::put);
		String body = response.isCommitted()
				? Objects.requireNonNullElse(
						response.getBodyAsString().onErrorResume((ex) -> Mono.just("error " + ex)).block(LIMIT), "")
				: "";
		return new Outcome(response.getStatusCode(), fields, body, end, List.copyOf(events(exchange)),
				exchange.getAttributes().keySet().stream().sorted().toList());
	}

	static void note(ServerWebExchange exchange, String event) {
		events(exchange).add(event);
	}

	static List<String> events(ServerWebExchange exchange) {
		return Objects.requireNonNull(exchange.<List<String>>getAttribute(EVENTS));
	}

	/** Tells an error with its causes and what Reactor has added, but no stack traces. */
	private static String describe(Throwable error) {
		StringBuilder text = new StringBuilder(error.getClass().getName()).append(": ").append(error.getMessage());
		if (error.getCause() != null) {
			text.append(" <- ").append(describe(error.getCause()));
		}
		for (Throwable suppressed : error.getSuppressed()) {
			if (!String.valueOf(suppressed.getMessage()).startsWith("#block terminated")) {
				text.append(" + ")
					.append(String.valueOf(suppressed.getMessage()).replaceAll("(?s)\nOriginal Stack Trace:.*", ""));
			}
		}
		return text.toString();
	}

}
