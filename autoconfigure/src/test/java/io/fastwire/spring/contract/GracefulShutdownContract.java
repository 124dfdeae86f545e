/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;

import org.springframework.boot.web.server.GracefulShutdownResult;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.reactive.AbstractReactiveWebServerFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.server.reactive.HttpHandler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** What becomes of requests, connections and callbacks when a server is to stop. */
abstract class GracefulShutdownContract extends WebServerHarness {

	/** Answers requests for {@code /held}. */
	private final Sinks.One<DataBuffer> answer = Sinks.one();

	private final CountDownLatch held = new CountDownLatch(1);

	private final HttpHandler handler = (request, response) -> {
		if (!request.getPath().value().equals("/held")) {
			return response.setComplete();
		}
		held.countDown();
		return response.writeWith(answer.asMono());
	};

	GracefulShutdownContract(Servers kind) {
		super(kind);
	}

	@Test
	void isIdleAtOnceWithoutRequests() throws Exception {
		WebServer server = startGraceful();
		assertThat(result(shutDown(server))).isEqualTo(GracefulShutdownResult.IDLE);
	}

	@Test
	void isIdleWhenTheRequestInProgressHasCompleted() throws Exception {
		WebServer server = startGraceful();
		RawConnection connection = holdRequest();
		CompletableFuture<GracefulShutdownResult> result = shutDown(server);
		awaitRefusal();
		assertThat(result).isNotDone();
		answer("done");
		assertThat(connection.readUntil("done")).startsWith("HTTP/1.1 200 ");
		assertThat(result(result)).isEqualTo(GracefulShutdownResult.IDLE);
	}

	@Test
	void hasRequestsActiveWhenItIsStoppedMeanwhile() throws Exception {
		WebServer server = startGraceful();
		holdRequest();
		CompletableFuture<GracefulShutdownResult> result = shutDown(server);
		awaitRefusal();
		server.stop();
		assertThat(result(result)).isEqualTo(GracefulShutdownResult.REQUESTS_ACTIVE);
		assertThat(server.getPort()).isEqualTo(-1);
	}

	@Test
	void stopsWithARequestInProgress() throws Exception {
		WebServer server = startGraceful();
		RawConnection connection = holdRequest();
		server.stop();
		assertThat(server.getPort()).isEqualTo(-1);
		assertThatExceptionOfType(IOException.class).isThrownBy(connection::readHead);
	}

	@Test
	void doesNotWaitWhenItShallNot() throws Exception {
		AbstractReactiveWebServerFactory factory = factory();
		factory.setShutdown(Shutdown.IMMEDIATE);
		WebServer server = start(factory, handler);
		holdRequest();
		assertThat(shutDown(server)).isCompletedWithValue(GracefulShutdownResult.IMMEDIATE);
	}

	@Test
	void refusesNewConnectionsWhileItWaits() throws Exception {
		WebServer server = startGraceful();
		holdRequest();
		shutDown(server);
		awaitRefusal();
		answer("done");
	}

	@Test
	void startsAgainAfterAGracefulShutdown() throws Exception {
		WebServer server = startGraceful();
		result(shutDown(server));
		server.stop();
		start(server);
		assertThat(get("/").statusCode()).isEqualTo(200);
		assertThat(result(shutDown(server))).isEqualTo(GracefulShutdownResult.IDLE);
	}

	@Test
	void closesIdleConnectionsWhileItWaits() throws Exception {
		WebServer server = startGraceful();
		RawConnection idle = connect().get("/");
		idle.readHead();
		holdRequest();
		shutDown(server);
		awaitRefusal();
		assertIdleConnection(idle);
		answer("done");
	}

	/** Fails unless an idle connection is treated as this server does. */
	void assertIdleConnection(RawConnection idle) throws IOException {
		assertThat(idle.readAll()).isEmpty();
	}

	@Test
	void announcesTheCloseInTheLastResponse() throws Exception {
		WebServer server = startGraceful();
		RawConnection connection = holdRequest();
		shutDown(server);
		awaitRefusal();
		answer("done");
		assertLastHead(connection.readHead());
	}

	/** Fails unless the head of the last response is as this server writes it. */
	void assertLastHead(String head) {
		assertThat(head).containsIgnoringCase("\r\nConnection: close\r\n");
	}

	private WebServer startGraceful() {
		AbstractReactiveWebServerFactory factory = factory();
		factory.setShutdown(Shutdown.GRACEFUL);
		return start(factory, handler);
	}

	private RawConnection holdRequest() throws Exception {
		RawConnection connection = connect().get("/held");
		assertThat(held.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		return connection;
	}

	private void answer(String text) {
		DataBuffer buffer = DefaultDataBufferFactory.sharedInstance.wrap(text.getBytes(UTF_8));
		answer.emitValue(buffer, Sinks.EmitFailureHandler.FAIL_FAST);
	}

	static CompletableFuture<GracefulShutdownResult> shutDown(WebServer server) {
		CompletableFuture<GracefulShutdownResult> result = new CompletableFuture<>();
		server.shutDownGracefully(result::complete);
		return result;
	}

	static GracefulShutdownResult result(CompletableFuture<GracefulShutdownResult> result) throws Exception {
		return result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
	}

	private void awaitRefusal() {
		await().untilAsserted(() -> assertThatExceptionOfType(ConnectException.class).isThrownBy(this::connect));
	}

}
