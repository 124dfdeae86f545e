/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

import io.fastwire.http.RequestHandler;
import io.fastwire.http2.Http2Options;
import io.fastwire.server.Server;
import io.fastwire.server.ServerOptions;
import io.fastwire.server.Transport;

/** A server in the JVM of the test, for one load of a second. */
final class LoadedServer {

	/** So long a load waits for what does not come. */
	static final int PATIENCE_SECONDS = 3;

	private LoadedServer() {
	}

	/** Starts a server on one event loop, with HTTP/2, that the tests may load. */
	static Server start(RequestHandler handler) throws Exception {
		ServerOptions options = ServerOptions.builder()
			.address(new InetSocketAddress("127.0.0.1", 0))
			.transport(Transport.NIO)
			.eventLoops(1)
			.http2(Http2Options.DEFAULTS)
			.build();
		Server server = new Server(options, handler);
		server.start();
		return server;
	}

	/**
	 * Loads a handler and returns what it came to.
	 * @param command without the server and the time
	 */
	static Command load(RequestHandler handler, Command command, Run run) throws Exception {
		Conversation driver = new Conversation(new ByteArrayInputStream("go\ngo\n".getBytes(StandardCharsets.UTF_8)),
				new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
		Server server = start(handler);
		try (ClientLoop loop = new ClientLoop(driver)) {
			return run.on(loop,
					command.with("port", server.port()).with("pid", ProcessHandle.current().pid()).with("seconds", 1));
		}
		finally {
			server.close();
		}
	}

	/** Runs a load. */
	@FunctionalInterface
	interface Run {

		Command on(ClientLoop loop, Command command) throws Exception;

	}

}
