/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.function.Supplier;

import io.fastwire.http.Exchange;
import io.fastwire.http.PathParameters;
import io.fastwire.http.RouteHandler;

/**
 * A route at which WebSocket sessions start. <pre>{@code
 * Router.builder().get("/echo", WebSocketRoute.of(WebSocketOptions.DEFAULTS, Echo::new));
 * }</pre>
 */
public final class WebSocketRoute implements RouteHandler {

	private final WebSocketOptions options;

	private final WebSocketAcceptor acceptor;

	/**
	 * Creates a route.
	 * @param options of its sessions
	 * @param acceptor decides about handshakes
	 */
	public WebSocketRoute(WebSocketOptions options, WebSocketAcceptor acceptor) {
		this.options = options;
		this.acceptor = acceptor;
	}

	/**
	 * Creates a route that accepts each valid handshake.
	 * @param options of its sessions
	 * @param listeners called for each session
	 * @return a route
	 */
	public static WebSocketRoute of(WebSocketOptions options, Supplier<? extends WebSocketListener> listeners) {
		return new WebSocketRoute(options, (upgrade) -> upgrade.accept(listeners.get()));
	}

	@Override
	public void handle(Exchange exchange, PathParameters parameters) {
		WebSocketUpgrade upgrade = WebSocketUpgrade.check(exchange, parameters, options);
		if (upgrade != null) {
			acceptor.decide(upgrade);
		}
	}

}
