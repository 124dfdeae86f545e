/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.guide;

import io.fastwire.http.Router;
import io.fastwire.server.Server;
import io.fastwire.server.ServerOptions;
import io.fastwire.spring.FastwireRoutes;
import io.fastwire.websocket.WebSocketListener;
import io.fastwire.websocket.WebSocketOptions;
import io.fastwire.websocket.WebSocketRoute;
import io.fastwire.websocket.WebSocketSession;

import org.springframework.context.annotation.Bean;

/** What native-routes.md, websocket.md and websocket-webflux.md show of routes. */
class RouteCode {

	private final WebSocketOptions options = WebSocketOptions.DEFAULTS;

	void server() throws Exception {
		Router router = Router.builder().get("/ping", (exchange, parameters) -> exchange.end("pong\n")).build();
		Server server = new Server(ServerOptions.DEFAULTS, router);
		server.start();
		server.close();
	}

	void otherMethods(Router.Builder routes) {
		routes.any("/ping", (exchange, parameters) -> {
			exchange.status(405).addHeader("Allow", "GET, HEAD").end();
		});
	}

	Router echo() {
		Router router = Router.builder().get("/echo", WebSocketRoute.of(WebSocketOptions.DEFAULTS, Echo::new)).build();
		return router;
	}

	WebSocketRoute guarded() {
		return new WebSocketRoute(options, (upgrade) -> {
			if (upgrade.exchange().headers().contains("Authorization")) {
				upgrade.accept(new Echo());
			}
			else {
				upgrade.refuse(401, "");
			}
		});
	}

	@Bean
	FastwireRoutes prices(WebSocketOptions options) {
		return (routes) -> routes.get("/prices/{symbol}", WebSocketRoute.of(options, PriceListener::new));
	}

	static class Echo implements WebSocketListener {

		@Override
		public void onText(WebSocketSession session, String text) {
			session.send(text);
		}

	}

	static class PriceListener implements WebSocketListener {

	}

}
