/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.fastwire.http.Exchange;
import io.fastwire.http.PathParameters;
import io.fastwire.websocket.WebSocketListener;
import io.fastwire.websocket.WebSocketOptions;
import io.fastwire.websocket.WebSocketUpgrade;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import org.springframework.web.reactive.socket.HandshakeInfo;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.server.RequestUpgradeStrategy;
import org.springframework.web.server.ServerWebExchange;

/**
 * Opens the WebSocket sessions of WebFlux on a Fastwire server. Auto-configuration
 * declares one and gives it to Spring's {@code HandshakeWebSocketService}; an application
 * with a service of its own passes it to the constructor of that.
 * <p>
 * As with other servers, the HTTP exchange is complete with the answer 101, and the
 * handler runs on with the Reactor context of the exchange. When the handler completes,
 * the session is closed with 1000, and with 1011 if it fails.
 */
public final class FastwireRequestUpgradeStrategy implements RequestUpgradeStrategy {

	private static final int SWITCHING_PROTOCOLS = 101;

	private final WebSocketOptions options;

	private final WebSocketHandlerRuns runs;

	/**
	 * Creates a strategy.
	 * @param options of each session; those about origins and sub-protocols have no
	 * effect, because CORS settings and handlers decide about these
	 */
	public FastwireRequestUpgradeStrategy(WebSocketOptions options) {
		this(options, new WebSocketHandlerRuns());
	}

	private FastwireRequestUpgradeStrategy(WebSocketOptions options, WebSocketHandlerRuns runs) {
		this.options = options.toBuilder().allowedOrigins(WebSocketOptions.ANY_ORIGIN).build();
		this.runs = runs;
	}

	/**
	 * Creates a strategy for sessions with other options. What is said of the handlers of
	 * one is said of those of the other too.
	 * @param options of each session
	 * @return a strategy
	 */
	public FastwireRequestUpgradeStrategy withOptions(WebSocketOptions options) {
		return new FastwireRequestUpgradeStrategy(options, runs);
	}

	/**
	 * Returns the options of each session.
	 * @return what is in effect
	 */
	public WebSocketOptions getOptions() {
		return options;
	}

	/**
	 * Waits for the handlers of all sessions, which have ended because their server has
	 * stopped, and cancels those that run on.
	 * @param limit how long to wait
	 * @return completes when no handler runs
	 */
	public CompletableFuture<Void> finishHandlers(Duration limit) {
		return runs.finish(limit);
	}

	@Override
	public Mono<Void> upgrade(ServerWebExchange exchange, WebSocketHandler handler, @Nullable String subProtocol,
			Supplier<HandshakeInfo> handshakeInfoFactory) {
		FastwireServerHttpResponse response = FastwireServerHttpResponse.unwrap(exchange.getResponse());
		HandshakeInfo info = handshakeInfoFactory.get();
		return upgrade(exchange, subProtocol, (context) -> new WebSocketHandlerRun(handler, info,
				new RequestBufferFactory(response.exchange().allocator()), runs, Context.of(context)));
	}

	/**
	 * Opens a session that a listener of core serves, behind all filters but with no
	 * Reactor type for each message. A handshake that is not valid is answered.
	 * @param exchange the request
	 * @param subProtocol one of those that the client offers, or {@code null}
	 * @param listener the behaviour of the session
	 * @return completes when the request is answered
	 */
	public Mono<Void> upgrade(ServerWebExchange exchange, @Nullable String subProtocol, WebSocketListener listener) {
		return upgrade(exchange, subProtocol, (context) -> listener);
	}

	private Mono<Void> upgrade(ServerWebExchange exchange, @Nullable String subProtocol,
			Function<ContextView, WebSocketListener> listener) {
		FastwireServerHttpResponse response = FastwireServerHttpResponse.unwrap(exchange.getResponse());
		Mono<Boolean> open = onLoop(response.exchange(),
				(context) -> open(response, subProtocol, listener.apply(context)));
		return onLoop(response.exchange(), (context) -> isValid(response)).filter(Boolean::booleanValue)
			.flatMap((valid) -> exchange.getResponse().setComplete().then(open))
			.then();
	}

	private static Mono<Boolean> onLoop(Exchange exchange, Predicate<ContextView> action) {
		return Mono.create((sink) -> {
			Runnable task = () -> {
				try {
					sink.success(action.test(sink.contextView()));
				}
				catch (RuntimeException ex) {
					sink.error(ex);
				}
			};
			if (exchange.inEventLoop()) {
				task.run();
			}
			else {
				exchange.execute(task);
			}
		});
	}

	/**
	 * Checks what Spring's service leaves to the server: version and key. A handshake
	 * that is not valid is answered.
	 */
	private boolean isValid(FastwireServerHttpResponse response) {
		Exchange exchange = response.exchange();
		if (exchange.ended() || WebSocketUpgrade.check(exchange, PathParameters.NONE, options) != null) {
			return true;
		}
		response.answered(exchange.status());
		return false;
	}

	private boolean open(FastwireServerHttpResponse response, @Nullable String subProtocol,
			WebSocketListener listener) {
		Exchange exchange = response.exchange();
		boolean open = !exchange.ended() && WebSocketUpgrade.accept(exchange, subProtocol, options, listener);
		response.answered(open ? SWITCHING_PROTOCOLS : exchange.status());
		return open;
	}

}
