/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.fastwire.http2.Http2Options;
import io.fastwire.spring.FastwireReactiveWebServerFactory;
import io.fastwire.testsupport.Http2Client;
import io.fastwire.testsupport.Http2Client.Frame;
import io.fastwire.testsupport.WireClient;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.boot.web.server.Http2;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.WebServer;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;

/** WebFlux on streams of HTTP/2. */
class FastwireHttp2Tests extends WebServerHarness {

	FastwireHttp2Tests() {
		super(Servers.FASTWIRE_HTTP2);
	}

	/** In clear text, where a test sees each frame. */
	private WebServer startInClearText(RouterFunction<ServerResponse> routes, Http2Options options) {
		FastwireReactiveWebServerFactory factory = (FastwireReactiveWebServerFactory) Servers.FASTWIRE.factory();
		factory.setShutdown(Shutdown.GRACEFUL);
		Http2 http2 = new Http2();
		http2.setEnabled(true);
		factory.setHttp2(http2);
		factory.setHttp2Options(options);
		return start(factory, RouterFunctions.toHttpHandler(routes));
	}

	private Http2Client http2() throws Exception {
		return Http2Client.over(WireClient.connect(port()));
	}

	private static RouterFunction<ServerResponse> describe() {
		return RouterFunctions.route()
			.GET("/",
					(request) -> ServerResponse.ok()
						.bodyValue(request.uri().getScheme() + ' ' + request.headers().firstHeader("Host")))
			.POST("/", FastwireHttp2Tests::echo)
			.build();
	}

	private static Mono<ServerResponse> echo(ServerRequest request) {
		return ServerResponse.ok().body(request.bodyToFlux(DataBuffer.class), DataBuffer.class);
	}

	@Test
	void jdkClientAgreesOnIt() throws Exception {
		start(describe());
		HttpResponse<String> response = get("/");
		assertThat(response.version()).isEqualTo(Version.HTTP_2);
		assertThat(response.body()).isEqualTo("https localhost:" + port());
		String text = "some text ".repeat(50_000);
		assertThat(send(request("/").POST(BodyPublishers.ofString(text))).body()).isEqualTo(text);
	}

	@Test
	void speaksBothVersionsInClearText() throws Exception {
		startInClearText(describe(), Http2Options.DEFAULTS);
		try (Http2Client client = http2(); WireClient http1 = WireClient.connect(port())) {
			assertThat(client.get(1, "/").response(1).text()).isEqualTo("http t");
			assertThat(http1.get("/").text()).isEqualTo("http t");
		}
	}

	@Test
	void appliesItsOptions() throws Exception {
		CountDownLatch taken = new CountDownLatch(1);
		startInClearText(RouterFunctions.route().GET("/", (request) -> {
			taken.countDown();
			return Mono.never();
		}).build(), Http2Options.builder().maxConcurrentStreams(1).build());
		try (Http2Client client = http2()) {
			client.get(1, "/").get(3, "/");
			assertThat(client.response(3).reset()).isEqualTo(7);
			assertThat(taken.await(20, TimeUnit.SECONDS)).isTrue();
		}
	}

	@Test
	void sendsEachEventAtOnceAndCancelsWhenTheStreamIsReset() throws Exception {
		Sinks.Many<String> events = Sinks.many().multicast().directBestEffort();
		CountDownLatch subscribed = new CountDownLatch(1);
		CountDownLatch cancelled = new CountDownLatch(1);
		Flux<String> source = events.asFlux()
			.doOnSubscribe((subscription) -> subscribed.countDown())
			.doOnCancel(cancelled::countDown);
		startInClearText(RouterFunctions.route()
			.GET("/",
					(request) -> ServerResponse.ok()
						.contentType(MediaType.TEXT_EVENT_STREAM)
						.body(Flux.just("first").concatWith(source), String.class))
			.build(), Http2Options.DEFAULTS);
		try (Http2Client client = http2()) {
			client.get(1, "/");
			assertThat(event(client)).isEqualTo("data:first\n\n");
			assertThat(subscribed.await(20, TimeUnit.SECONDS)).isTrue();
			events.tryEmitNext("second").orThrow();
			assertThat(event(client)).isEqualTo("data:second\n\n");
			client.cancel(1);
			assertThat(cancelled.await(20, TimeUnit.SECONDS)).isTrue();
		}
	}

	private static String event(Http2Client client) throws Exception {
		StringBuilder text = new StringBuilder();
		while (!text.toString().endsWith("\n\n")) {
			Frame frame = client.await(Http2Client.DATA);
			text.append(new String(frame.payload(), StandardCharsets.UTF_8));
		}
		return text.toString();
	}

	@Test
	void asksTheSourceForNoMoreThanTheClientTakes() throws Exception {
		AtomicLong requested = new AtomicLong();
		int pieces = 1000;
		startInClearText(RouterFunctions.route()
			.GET("/",
					(request) -> ServerResponse.ok()
						.body(Flux.range(0, pieces).map((i) -> "x".repeat(1000)).doOnRequest(requested::addAndGet),
								String.class))
			.build(), Http2Options.DEFAULTS);
		try (Http2Client client = http2().stopReading()) {
			client.get(1, "/");
			int received = 0;
			while (received < 65_535) {
				received += client.await(Http2Client.DATA).payload().length;
			}
			client.frame(Http2Client.PING, 0, 0, new byte[8]).await(Http2Client.PING);
			assertThat(requested.get()).isLessThan(pieces);
			client.window(0, 1 << 24).window(1, 1 << 24);
			assertThat(client.response(1).body()).hasSize(1000 * pieces - received);
		}
	}

	@Test
	void refusesAWebSocketHandshakeOfHttp11Form() throws Exception {
		startInClearText(describe(), Http2Options.DEFAULTS);
		try (Http2Client client = http2()) {
			client.request(1, true, "GET", "/", "upgrade", "websocket", "connection", "upgrade");
			assertThat(client.response(1).reset()).isEqualTo(1);
			assertThat(client.get(3, "/").response(3).status()).isEqualTo(200);
		}
	}

	/** Not with the JDK's client: until JDK 24 it takes any GOAWAY for the end. */
	@Test
	void finishesStreamsInAGracefulShutdown() throws Exception {
		Sinks.One<String> answer = Sinks.one();
		CountDownLatch taken = new CountDownLatch(1);
		CountDownLatch down = new CountDownLatch(1);
		WebServer server = startInClearText(RouterFunctions.route().GET("/", (request) -> {
			taken.countDown();
			return ServerResponse.ok().body(answer.asMono(), String.class);
		}).build(), Http2Options.DEFAULTS);
		try (Http2Client client = http2()) {
			client.get(1, "/");
			assertThat(taken.await(20, TimeUnit.SECONDS)).isTrue();
			server.shutDownGracefully((result) -> down.countDown());
			client.await(Http2Client.GOAWAY);
			answer.tryEmitValue("done").orThrow();
			assertThat(client.response(1).text()).isEqualTo("done");
			assertThat(down.await(20, TimeUnit.SECONDS)).isTrue();
		}
	}

}
