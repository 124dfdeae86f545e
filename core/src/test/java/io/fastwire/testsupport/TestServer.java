/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.BooleanSupplier;

import io.fastwire.http.RequestHandler;
import io.fastwire.server.Server;
import io.fastwire.server.ServerOptions;
import io.fastwire.server.ServerStatistics;
import io.fastwire.server.Transport;
import org.awaitility.Awaitility;

/**
 * A server on a free loopback port, with one event loop unless told otherwise. Obtained
 * by {@link #start}; closing it stops the server.
 */
public final class TestServer implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final Server server;

	private TestServer(Server server) {
		this.server = server;
	}

	/**
	 * Starts a server with default options and transport.
	 * @param handler answers requests
	 * @return a running server
	 */
	public static TestServer start(RequestHandler handler) {
		return start(options(), handler);
	}

	/**
	 * Starts a server with default options.
	 * @param transport how it moves bytes
	 * @param handler answers requests
	 * @return a running server
	 */
	public static TestServer start(Transport transport, RequestHandler handler) {
		return start(options().transport(transport), handler);
	}

	/**
	 * Starts a server.
	 * @param options from {@link #options()}
	 * @param handler answers requests
	 * @return a running server
	 */
	public static TestServer start(ServerOptions.Builder options, RequestHandler handler) {
		Server server = new Server(options.build(), handler);
		try {
			server.start();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		return new TestServer(server);
	}

	/**
	 * Returns the options to begin with.
	 * @return a new builder: one event loop, a free loopback port
	 */
	public static ServerOptions.Builder options() {
		return ServerOptions.builder()
			.address(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
			.eventLoops(1);
	}

	/**
	 * Returns the server.
	 * @return the server under test
	 */
	public Server server() {
		return server;
	}

	/**
	 * Returns the port.
	 * @return the port that the server listens on
	 */
	public int port() {
		return server.port();
	}

	/**
	 * Returns the counters of the server.
	 * @return live counters
	 */
	public ServerStatistics statistics() {
		return server.statistics();
	}

	/**
	 * Connects to the server.
	 * @return a connected client
	 * @throws IOException if that fails
	 */
	public WireClient connect() throws IOException {
		return WireClient.connect(server.port());
	}

	/**
	 * Waits until no connection and no request is left and all requests are accounted
	 * for.
	 */
	public void awaitIdle() {
		await("no connection is left",
				() -> statistics().connectionsActive() == 0 && statistics().requestsActive() == 0);
	}

	/**
	 * Waits for something to become true.
	 * @param what names it
	 * @param condition is asked again and again
	 */
	public static void await(String what, BooleanSupplier condition) {
		Awaitility.await(what).pollInterval(Duration.ofMillis(5)).atMost(PATIENCE).until(condition::getAsBoolean);
	}

	@Override
	public void close() {
		server.close();
	}

}
