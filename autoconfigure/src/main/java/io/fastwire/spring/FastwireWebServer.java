/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;

import io.fastwire.cache.ResponseCache;
import io.fastwire.http.RequestHandler;
import io.fastwire.server.Server;
import io.fastwire.server.ServerOptions;
import io.fastwire.server.ServerStatistics;
import io.fastwire.server.Transport;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.web.server.GracefulShutdownCallback;
import org.springframework.boot.web.server.GracefulShutdownResult;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.WebServer;

/**
 * A Fastwire server under Spring Boot's control, made by
 * {@link FastwireReactiveWebServerFactory}. Can be started again after it was stopped.
 * Its event loops keep the JVM alive while it runs. Thread-safe.
 */
public final class FastwireWebServer implements WebServer {

	private static final Log LOGGER = LogFactory.getLog(FastwireWebServer.class);

	private final ServerOptions options;

	private final Server server;

	private final boolean listens;

	private final Shutdown shutdown;

	private final @Nullable ResponseCache cache;

	private final Object startMonitor = new Object();

	/**
	 * Creates a server that does not listen yet.
	 * @param options where it listens and what it accepts
	 * @param handler answers requests
	 * @param listens whether {@link #start()} starts it; otherwise it does nothing
	 * @param shutdown whether {@link #shutDownGracefully} waits for requests
	 * @param cache what the handler answers from, {@code null} if it has none
	 */
	FastwireWebServer(ServerOptions options, RequestHandler handler, boolean listens, Shutdown shutdown,
			@Nullable ResponseCache cache) {
		this.options = options;
		this.server = new Server(options, handler);
		this.listens = listens;
		this.shutdown = shutdown;
		this.cache = cache;
	}

	/**
	 * Starts to listen and returns when the port is open. Does nothing if the server is
	 * running.
	 * @throws PortInUseException if the port is taken
	 * @throws UnavailableTransportException if a transport was asked for that does not
	 * work here
	 * @throws UnavailableAddressException if the address cannot be bound for another
	 * reason; after each of these nothing is left running
	 */
	@Override
	public void start() {
		synchronized (startMonitor) {
			if (listens && server.port() == -1) {
				listen();
				LOGGER.info(startedMessage());
			}
		}
	}

	private void listen() {
		try {
			server.start();
		}
		catch (IOException ex) {
			throw BindFailure.exception(options.address(), ex);
		}
		catch (IllegalStateException ex) {
			throw new UnavailableTransportException(options.transport(), ex);
		}
	}

	private String startedMessage() {
		String protocol = isSecure() ? "https" : "http";
		return "Fastwire started on port " + server.port() + " (" + protocol + ") with "
				+ String.valueOf(server.transport()).toLowerCase(Locale.ROOT);
	}

	/**
	 * Closes all connections and returns when the event loops have ended. Aborts a
	 * graceful shutdown, and empties the cache. Does nothing if the server is not
	 * running.
	 */
	@Override
	public void stop() {
		server.stop();
		if (cache != null) {
			cache.clear();
		}
	}

	/**
	 * Stops accepting, closes idle connections and waits for requests in progress, if the
	 * server was configured to do so.
	 * @param callback called once, from any thread: with {@code IDLE} when no request is
	 * left, with {@code REQUESTS_ACTIVE} if {@link #stop()} came first, or at once with
	 * {@code IMMEDIATE}
	 */
	@Override
	public void shutDownGracefully(GracefulShutdownCallback callback) {
		if (shutdown == Shutdown.IMMEDIATE) {
			callback.shutdownComplete(GracefulShutdownResult.IMMEDIATE);
			return;
		}
		LOGGER.info("Fastwire accepts no more connections and lets requests in progress finish");
		server.shutdownGracefully((drained) -> {
			LOGGER.info(drained ? "Fastwire has no requests in progress"
					: "Fastwire was stopped with requests still in progress");
			callback.shutdownComplete(drained ? GracefulShutdownResult.IDLE : GracefulShutdownResult.REQUESTS_ACTIVE);
		});
	}

	/**
	 * Returns the port that the server listens on.
	 * @return the port, or -1 if the server is not running
	 */
	@Override
	public int getPort() {
		return server.port();
	}

	/**
	 * Returns the transport in use.
	 * @return never {@link Transport#AUTO}, or {@code null} if the server is not running
	 */
	public @Nullable Transport getTransport() {
		return server.transport();
	}

	/**
	 * Tells whether all connections are secured by TLS.
	 * @return as configured, running or not
	 */
	public boolean isSecure() {
		return options.tls() != null;
	}

	/**
	 * Tells whether clients may speak HTTP/2.
	 * @return as configured, running or not
	 */
	public boolean isHttp2() {
		return options.http2() != null;
	}

	/**
	 * Tells whether requests are written to an access log.
	 * @return as configured, running or not
	 */
	public boolean isAccessLogged() {
		return options.accessLog() != null;
	}

	/**
	 * Returns how long the server has been listening since it was started last.
	 * @return zero if the server is not running
	 */
	public Duration getUptime() {
		return server.uptime();
	}

	/**
	 * Returns the counts since the start.
	 * @return all zero if the server is not running
	 */
	public ServerStatistics getStatistics() {
		return server.statistics();
	}

	/**
	 * Returns the cache of responses.
	 * @return {@code null} if the server has none
	 */
	public @Nullable ResponseCache getCache() {
		return cache;
	}

}
