/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

import io.fastwire.http.Router;
import io.fastwire.server.Server;
import io.fastwire.server.ServerOptions;
import io.fastwire.server.Transport;
import io.fastwire.websocket.MessageKind;
import io.fastwire.websocket.WebSocketListener;
import io.fastwire.websocket.WebSocketOptions;
import io.fastwire.websocket.WebSocketRoute;
import io.fastwire.websocket.WebSocketSession;
import io.netty.buffer.ByteBuf;

/**
 * The same answers from native routes, without Spring.
 */
final class NativeHello {

	private NativeHello() {
	}

	/** Starts the server; arguments are port and transport. */
	public static void main(String[] args) throws IOException {
		byte[] body = "Hello World!".getBytes(StandardCharsets.US_ASCII);
		Router router = Router.builder().get("/", (exchange, parameters) -> {
			exchange.responseHeaders().add("Content-Type", "text/plain");
			exchange.end(body);
		}).get("/ws", WebSocketRoute.of(WebSocketOptions.DEFAULTS, Echo::new)).build();
		ServerOptions options = ServerOptions.builder()
			.address(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])))
			.transport(Transport.valueOf(args[1]))
			.eventLoops(1)
			.build();
		new Server(options, router).start();
	}

	private static final class Echo implements WebSocketListener {

		@Override
		public void onMessage(WebSocketSession session, MessageKind kind, ByteBuf payload) {
			session.send(kind, payload.retain());
		}

	}

}
