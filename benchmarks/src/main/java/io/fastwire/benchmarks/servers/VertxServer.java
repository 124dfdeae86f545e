/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.servers;

import java.nio.file.Path;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** Vert.x with one event loop. It speaks HTTP/2 in clear text unless told otherwise. */
public final class VertxServer {

	private static final Buffer HELLO = Buffer.buffer(Answers.HELLO);

	private static final String FILE = Path.of(System.getProperty(Answers.FILES_PROPERTY, ""), Answers.FILE)
		.toAbsolutePath()
		.toString();

	private VertxServer() {
	}

	/** Starts the server; the argument is the port. */
	public static void main(String[] args) {
		VertxOptions options = new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1);
		Vertx vertx = Vertx.vertx(options);
		vertx.createHttpServer()
			.requestHandler(VertxServer::answer)
			.webSocketHandler((socket) -> socket.textMessageHandler(socket::writeTextMessage)
				.binaryMessageHandler(socket::writeBinaryMessage))
			.listen(Integer.parseInt(args[0]), "127.0.0.1")
			.onFailure((failure) -> {
				System.err.println(failure);
				System.exit(1);
			});
	}

	private static void answer(HttpServerRequest request) {
		switch (request.path()) {
			case "/" -> text(request).end(HELLO);
			case "/headers" -> text(request).putHeader("X-Host", request.getHeader("Host"))
				.putHeader("Cache-Control", "no-store")
				.end(Answers.headers(request.path(), request.getHeader("User-Agent"), request.getHeader("Accept")));
			case "/key" -> request.bodyHandler((body) -> text(request).end(Answers.key(body.getBytes())));
			case "/json" ->
				request.response().putHeader("Content-Type", "application/json").end(Buffer.buffer(Answers.json()));
			case "/" + Answers.FILE -> request.response().sendFile(FILE);
			default -> request.response().setStatusCode(404).end();
		}
	}

	private static HttpServerResponse text(HttpServerRequest request) {
		return request.response().putHeader("Content-Type", "text/plain");
	}

}
