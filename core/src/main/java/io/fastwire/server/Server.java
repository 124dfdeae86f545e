/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.fastwire.http.RequestHandler;
import io.fastwire.http2.Http2Options;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server. Can be started again after it was stopped. Thread-safe. <pre>{@code
 * Server server = new Server(ServerOptions.DEFAULTS, (exchange) -> exchange.end("Hello World!"));
 * server.start();
 * }</pre>
 */
public final class Server implements AutoCloseable {

	private static final Logger LOGGER = System.getLogger(Server.class.getName());

	private final ServerOptions options;

	private final RequestHandler handler;

	private final List<Consumer<Boolean>> drainListeners = new ArrayList<>();

	private @Nullable RunningServer running;

	/**
	 * Creates a server that does not listen yet.
	 * @param options how it listens and what it accepts
	 * @param handler answers requests
	 */
	public Server(ServerOptions options, RequestHandler handler) {
		this.options = options;
		this.handler = handler;
	}

	/**
	 * Starts to listen. Does nothing if the server is running.
	 * @throws IOException if the address cannot be bound; nothing is left behind then
	 * @throws IllegalStateException if the wanted transport does not work here, or HTTP/2
	 * is wanted and Netty's codec for it is not there
	 */
	public synchronized void start() throws IOException {
		if (running == null) {
			if (options.http2() != null && !Http2Options.codecPresent(Server.class.getClassLoader())) {
				throw new IllegalStateException("HTTP/2 needs io.netty:netty-codec-http2 on the class path");
			}
			running = RunningServer.start(options, handler);
		}
	}

	/**
	 * Stops accepting and lets requests in progress finish with
	 * {@code Connection: close}, or GOAWAY. Idle connections are closed if nothing comes
	 * on them within 500 ms.
	 * @param done called once, from any thread: with {@code true} when no connection is
	 * left, with {@code false} if {@link #stop()} came first; what it throws is logged
	 */
	public void shutdownGracefully(Consumer<Boolean> done) {
		RunningServer current;
		synchronized (this) {
			current = running;
			if (current != null) {
				drainListeners.add(done);
			}
		}
		if (current == null) {
			done.accept(true);
		}
		else {
			current.drain(() -> drained(current));
		}
	}

	private void drained(RunningServer drained) {
		List<Consumer<Boolean>> listeners;
		synchronized (this) {
			if (running != drained) {
				return;
			}
			listeners = List.copyOf(drainListeners);
			drainListeners.clear();
		}
		tell(listeners, true);
	}

	/**
	 * Closes all connections and frees the threads. Does nothing if the server is not
	 * running. Waits for the threads to end unless it is called from one of them.
	 */
	public void stop() {
		RunningServer stopped;
		List<Consumer<Boolean>> listeners;
		synchronized (this) {
			stopped = running;
			running = null;
			listeners = List.copyOf(drainListeners);
			drainListeners.clear();
		}
		if (stopped != null) {
			stopped.stop();
		}
		tell(listeners, false);
	}

	private static void tell(List<Consumer<Boolean>> listeners, boolean drained) {
		for (Consumer<Boolean> listener : listeners) {
			try {
				listener.accept(drained);
			}
			catch (Throwable ex) {
				LOGGER.log(Level.ERROR, "What waited for the end of a graceful shutdown failed", ex);
			}
		}
	}

	@Override
	public void close() {
		stop();
	}

	/**
	 * Returns the port that the server listens on.
	 * @return the port, or -1 if the server is not running
	 */
	public synchronized int port() {
		return (running != null) ? running.address().getPort() : -1;
	}

	/**
	 * Returns the address that the server listens on.
	 * @return the address, or {@code null} if the server is not running
	 */
	public synchronized @Nullable InetSocketAddress address() {
		return (running != null) ? running.address() : null;
	}

	/**
	 * Returns the transport in use.
	 * @return never {@link Transport#AUTO}, or {@code null} if the server is not running
	 */
	public synchronized @Nullable Transport transport() {
		return (running != null) ? running.transport() : null;
	}

	/**
	 * Returns how long the server has been listening.
	 * @return zero if the server is not running
	 */
	public synchronized Duration uptime() {
		return (running != null) ? running.uptime() : Duration.ZERO;
	}

	/**
	 * Returns the counts since the start.
	 * @return all zero if the server is not running
	 */
	public synchronized ServerStatistics statistics() {
		return (running != null) ? running.statistics() : ServerStatistics.NONE;
	}

}
