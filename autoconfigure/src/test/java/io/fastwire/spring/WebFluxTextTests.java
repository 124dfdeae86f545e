/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.fastwire.server.Server;
import io.fastwire.server.ServerOptions;
import io.fastwire.server.ServerStatistics;
import io.fastwire.testsupport.PoolText;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Text that WebFlux writes: its bytes on the wire, and what the counters of the write
 * pool tell.
 */
class WebFluxTextTests {

	private static final MediaType UTF_8 = new MediaType("text", "plain", StandardCharsets.UTF_8);

	private static volatile String text = "";

	private static final Server SERVER = new Server(ServerOptions.builder()
		.address(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
		.eventLoops(1)
		.build(), new FastwireHttpHandlerAdapter(RouterFunctions.toHttpHandler(routes()), null, false));

	private static RouterFunction<ServerResponse> routes() {
		return RouterFunctions.route()
			.GET("/mono", (request) -> ServerResponse.ok().contentType(UTF_8).bodyValue(text))
			.GET("/elsewhere",
					(request) -> ServerResponse.ok()
						.contentType(UTF_8)
						.body(Mono.fromSupplier(() -> text).subscribeOn(Schedulers.boundedElastic()), String.class))
			.GET("/flux",
					(request) -> ServerResponse.ok().contentType(UTF_8).body(Flux.just(text, "|", text), String.class))
			.GET("/flux-elsewhere",
					(request) -> ServerResponse.ok()
						.contentType(UTF_8)
						.body(Flux.just(text, "|", text).publishOn(Schedulers.parallel()), String.class))
			.GET("/sse",
					(request) -> ServerResponse.ok()
						.body(Flux.just(ServerSentEvent.builder(text).build()), ServerSentEvent.class))
			.build();
	}

	@BeforeAll
	static void start() throws IOException {
		SERVER.start();
	}

	@AfterAll
	static void stop() {
		SERVER.stop();
	}

	private static byte[] get(String path, String body) throws IOException {
		text = body;
		InetSocketAddress address = Objects.requireNonNull(SERVER.address());
		try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
			socket.setSoTimeout(20_000);
			socket.getOutputStream()
				.write(("GET " + path + " HTTP/1.1\r\nHost: t\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
			return WireResponse.read(socket.getInputStream(), "GET").body();
		}
	}

	private static List<Long> figures() {
		ServerStatistics figures = SERVER.statistics();
		return List.of(figures.poolHits(), figures.poolMallocFallbacks(), figures.poolMeasureFirst());
	}

	static Stream<String> texts() {
		return PoolText.texts();
	}

	@ParameterizedTest
	@EnumSource
	void countersTellWhereAStringWent(PoolText text) throws IOException {
		await().atMost(Duration.ofSeconds(20)).until(() -> SERVER.statistics().poolBytesUsed() == 0);
		List<Long> before = figures();
		assertThat(get("/mono", text.text())).isEqualTo(text.bytes());
		List<Long> after = figures();
		List<Long> moved = List.of(after.get(0) - before.get(0), after.get(1) - before.get(1),
				after.get(2) - before.get(2));
		assertThat(moved).as("hits, malloc fallbacks, measure first").isEqualTo(text.figures());
	}

	@ParameterizedTest
	@MethodSource("texts")
	void aStringIsSentAsTheJdkEncodesIt(String text) throws IOException {
		byte[] expected = text.getBytes(StandardCharsets.UTF_8);
		assertThat(get("/mono", text)).isEqualTo(expected);
		assertThat(get("/elsewhere", text)).isEqualTo(expected);
	}

	@ParameterizedTest
	@MethodSource("texts")
	void eachOfManyStringsIsSentAsTheJdkEncodesIt(String text) throws IOException {
		byte[] expected = (text + "|" + text).getBytes(StandardCharsets.UTF_8);
		assertThat(get("/flux", text)).isEqualTo(expected);
		assertThat(get("/flux-elsewhere", text)).isEqualTo(expected);
	}

	@ParameterizedTest
	@MethodSource("texts")
	void anEventIsSentAsTheJdkEncodesIt(String text) throws IOException {
		byte[] expected = ("data:" + text + "\n\n").getBytes(StandardCharsets.UTF_8);
		assertThat(get("/sse", text)).isEqualTo(expected);
	}

}
