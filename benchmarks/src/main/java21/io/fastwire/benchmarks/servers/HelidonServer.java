/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.servers;

import java.nio.charset.StandardCharsets;

import io.helidon.common.buffers.BufferData;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.websocket.WsRouting;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;

/** Helidon, which has a virtual thread for each connection. Needs JDK 21. */
public final class HelidonServer {

	private static final byte[] HELLO = Answers.HELLO.getBytes(StandardCharsets.US_ASCII);

	private HelidonServer() {
	}

	/** Starts the server; the argument is the port. */
	public static void main(String[] args) {
		HttpRouting.Builder http = HttpRouting.builder()
			.get("/", (request, response) -> text(response).send(HELLO))
			.get("/headers", HelidonServer::headers)
			.get("/json",
					(request, response) -> response.header("Content-Type", "application/json").send(Answers.json()))
			.post("/key", (request, response) -> text(response)
				.send(Answers.key(request.content().as(byte[].class)).getBytes(StandardCharsets.US_ASCII)));
		WebServer.builder()
			.host("127.0.0.1")
			.port(Integer.parseInt(args[0]))
			.addRouting(http)
			.addRouting(WsRouting.builder().endpoint("/ws", Echo::new))
			.build()
			.start();
	}

	private static ServerResponse text(ServerResponse response) {
		return response.header("Content-Type", "text/plain");
	}

	private static void headers(ServerRequest request, ServerResponse response) {
		text(response).header("X-Host", request.authority())
			.header("Cache-Control", "no-store")
			.send(Answers
				.headers(request.path().path(), request.headers().get(HeaderNames.USER_AGENT).get(),
						request.headers().get(HeaderNames.ACCEPT).get())
				.getBytes(StandardCharsets.US_ASCII));
	}

	private static final class Echo implements WsListener {

		@Override
		public void onMessage(WsSession session, BufferData message, boolean last) {
			session.send(message, last);
		}

		@Override
		public void onMessage(WsSession session, String text, boolean last) {
			session.send(text, last);
		}

	}

}
