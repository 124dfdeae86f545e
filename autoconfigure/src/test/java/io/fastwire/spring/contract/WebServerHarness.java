/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.testsupport.TestKeys;
import io.fastwire.testsupport.TlsClient;
import org.junit.jupiter.api.AfterEach;

import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.reactive.AbstractReactiveWebServerFactory;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

/**
 * Starts servers of one kind for a contract, calls them over loopback, and stops them
 * after each test.
 */
abstract class WebServerHarness {

	static final Duration PATIENCE = Duration.ofSeconds(20);

	private final HttpClient client;

	private final List<WebServer> started = new ArrayList<>();

	private final List<RawConnection> connections = new ArrayList<>();

	private final Servers kind;

	private int port;

	WebServerHarness(Servers kind) {
		this.kind = kind;
		HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(PATIENCE);
		this.client = kind.speaksHttp2() ? builder.sslContext(TestKeys.client(null, Servers.KEYS)).build()
				: builder.version(HttpClient.Version.HTTP_1_1).build();
	}

	Servers kind() {
		return kind;
	}

	AbstractReactiveWebServerFactory factory() {
		return kind.factory();
	}

	WebServer start(HttpHandler handler) {
		return start(factory(), handler);
	}

	WebServer start(RouterFunction<ServerResponse> routes) {
		return start(RouterFunctions.toHttpHandler(routes));
	}

	WebServer start(AbstractReactiveWebServerFactory factory, HttpHandler handler) {
		return start(factory.getWebServer(handler));
	}

	WebServer start(WebServer server) {
		started.add(server);
		server.start();
		port = server.getPort();
		return server;
	}

	int port() {
		return port;
	}

	URI uri(String target) {
		return URI.create((kind.speaksHttp2() ? "https" : "http") + "://localhost:" + port + target);
	}

	HttpRequest.Builder request(String target) {
		return HttpRequest.newBuilder(uri(target)).timeout(PATIENCE);
	}

	HttpResponse<String> get(String target) throws IOException, InterruptedException {
		return send(request(target));
	}

	HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
		return client.send(request.build(), BodyHandlers.ofString());
	}

	<T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> body)
			throws IOException, InterruptedException {
		return client.send(request.build(), body);
	}

	HttpClient client() {
		return client;
	}

	/** Opens a connection of HTTP/1.1 on which a test decides about each byte. */
	RawConnection connect() throws IOException {
		RawConnection connection = kind.speaksHttp2()
				? new RawConnection(TlsClient.trusting(Servers.KEYS).handshake(port)) : new RawConnection(port);
		connections.add(connection);
		return connection;
	}

	@AfterEach
	void stopAll() throws IOException {
		for (RawConnection connection : connections) {
			connection.close();
		}
		started.forEach(WebServer::destroy);
	}

}
