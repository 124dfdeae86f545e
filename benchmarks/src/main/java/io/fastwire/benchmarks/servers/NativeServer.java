/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import io.fastwire.http.BodyCollector;
import io.fastwire.http.Exchange;
import io.fastwire.http.Router;
import io.fastwire.http2.Http2Options;
import io.fastwire.server.Server;
import io.fastwire.server.ServerOptions;
import io.fastwire.server.Transport;
import io.fastwire.testsupport.FileBody;
import io.fastwire.websocket.MessageKind;
import io.fastwire.websocket.WebSocketListener;
import io.fastwire.websocket.WebSocketOptions;
import io.fastwire.websocket.WebSocketRoute;
import io.fastwire.websocket.WebSocketSession;
import io.netty.buffer.ByteBuf;

/** Native routes of Fastwire, without Spring. */
public final class NativeServer {

	private static final byte[] HELLO = Answers.HELLO.getBytes(StandardCharsets.US_ASCII);

	private static final Path FILE = Path.of(System.getProperty(Answers.FILES_PROPERTY, ""), Answers.FILE);

	private NativeServer() {
	}

	/** Starts the server; arguments are port and transport, and any third for HTTP/2. */
	public static void main(String[] args) throws IOException {
		Router router = Router.builder()
			.get("/", (exchange, parameters) -> text(exchange).end(HELLO))
			.get("/headers", (exchange, parameters) -> headers(exchange))
			.get("/json", (exchange, parameters) -> json(exchange))
			.get("/quote", (exchange, parameters) -> quote(exchange))
			.get("/" + Answers.FILE, (exchange, parameters) -> file(exchange))
			.post("/key",
					(exchange, parameters) -> BodyCollector.collect(exchange, 64 * 1024,
							(body) -> text(exchange).end(Answers.key(body))))
			.get("/ws", WebSocketRoute.of(WebSocketOptions.DEFAULTS, Echo::new))
			.build();
		ServerOptions options = ServerOptions.builder()
			.address(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])))
			.transport(Transport.valueOf(args[1]))
			.eventLoops(1)
			.http2((args.length > 2) ? Http2Options.DEFAULTS : null)
			.build();
		new Server(options, router).start();
	}

	private static Exchange text(Exchange exchange) {
		return exchange.addHeader("Content-Type", "text/plain");
	}

	private static void headers(Exchange exchange) {
		exchange.addHeader("Content-Type", "text/plain")
			.addHeader("X-Host", String.valueOf(exchange.headers().get("Host")))
			.addHeader("Cache-Control", "no-store");
		exchange.end(Answers.headers(exchange.target().path(), String.valueOf(exchange.headers().get("User-Agent")),
				String.valueOf(exchange.headers().get("Accept"))));
	}

	private static void json(Exchange exchange) {
		exchange.addHeader("Content-Type", "application/json").end(Answers.json());
	}

	private static void quote(Exchange exchange) {
		exchange.addHeader("Content-Type", "application/json")
			.addHeader("Cache-Control", "max-age=1")
			.end(Answers.QUOTE);
	}

	private static void file(Exchange exchange) {
		FileBody.send(exchange.addHeader("Content-Type", "application/octet-stream"), FILE);
	}

	private static final class Echo implements WebSocketListener {

		@Override
		public void onMessage(WebSocketSession session, MessageKind kind, ByteBuf payload) {
			session.send(kind, payload.retain());
		}

	}

}
