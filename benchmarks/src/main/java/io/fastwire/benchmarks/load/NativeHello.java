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

/**
 * The same answer from a native route, without Spring.
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
		}).build();
		ServerOptions options = ServerOptions.builder()
			.address(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])))
			.transport(Transport.valueOf(args[1]))
			.eventLoops(1)
			.build();
		new Server(options, router).start();
	}

}
