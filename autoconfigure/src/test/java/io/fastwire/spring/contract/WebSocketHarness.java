/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;

import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.reactive.AbstractReactiveWebServerFactory;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.handler.WebFluxResponseStatusExceptionHandler;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.server.RequestUpgradeStrategy;
import org.springframework.web.reactive.socket.server.support.HandshakeWebSocketService;
import org.springframework.web.reactive.socket.server.support.WebSocketHandlerAdapter;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;

/** Starts servers with WebSocket handlers behind WebFlux's dispatcher and filters. */
abstract class WebSocketHarness extends WebServerHarness {

	private final List<TestSocket> sockets = new ArrayList<>();

	private final List<RawSocket> rawSockets = new ArrayList<>();

	WebSocketHarness(Servers kind) {
		super(kind);
	}

	/** Starts a server whose one handler is at {@code /ws}. */
	WebServer serve(WebSocketHandler handler, WebFilter... filters) {
		return serve(kind().upgradeStrategy(), handler, filters);
	}

	WebServer serve(RequestUpgradeStrategy strategy, WebSocketHandler handler, WebFilter... filters) {
		return serve(factory(), strategy, handler, filters);
	}

	WebServer serve(AbstractReactiveWebServerFactory factory, RequestUpgradeStrategy strategy, WebSocketHandler handler,
			WebFilter... filters) {
		return start(factory, httpHandler(strategy, handler, filters));
	}

	private static HttpHandler httpHandler(RequestUpgradeStrategy strategy, WebSocketHandler handler,
			WebFilter... filters) {
		GenericApplicationContext context = new GenericApplicationContext();
		context.registerBean(SimpleUrlHandlerMapping.class,
				() -> new SimpleUrlHandlerMapping(Map.of("/ws", handler), 1));
		context.registerBean(WebSocketHandlerAdapter.class,
				() -> new WebSocketHandlerAdapter(new HandshakeWebSocketService(strategy)));
		context.refresh();
		return WebHttpHandlerBuilder.webHandler(new DispatcherHandler(context))
			.filter(filters)
			.exceptionHandler(new WebFluxResponseStatusExceptionHandler())
			.build();
	}

	TestSocket connect(SocketClient client, String... subProtocols) throws Exception {
		return connect(client, Map.of(), subProtocols);
	}

	TestSocket connect(SocketClient client, Map<String, String> headers, String... subProtocols) throws Exception {
		TestSocket socket = client.connect(URI.create("ws://localhost:" + port() + "/ws"), headers, subProtocols);
		sockets.add(socket);
		return socket;
	}

	/** Opens a connection on which a test decides about each frame. */
	RawSocket connectRaw(int receiveBuffer) throws Exception {
		RawSocket socket = new RawSocket(port(), receiveBuffer);
		rawSockets.add(socket);
		return socket;
	}

	RawSocket connectRaw() throws Exception {
		return connectRaw(0);
	}

	@AfterEach
	void closeAll() throws Exception {
		sockets.forEach(TestSocket::close);
		for (RawSocket socket : rawSockets) {
			socket.close();
		}
	}

}
