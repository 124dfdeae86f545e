/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.fastwire.server.Server;
import io.fastwire.server.ServerOptions;
import io.fastwire.testsupport.WireClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseCookie;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** WebFlux, whole, on the real server: what the adapter's own tests assume of either. */
@ExtendWith(OutputCaptureExtension.class)
class WebFluxOnServerTests {

	@TempDir
	private Path directory;

	private final AtomicInteger cancelled = new AtomicInteger();

	private final AtomicInteger runs = new AtomicInteger();

	private Server server = new Server(ServerOptions.DEFAULTS, (exchange) -> exchange.end());

	@BeforeEach
	void start() throws IOException {
		Files.writeString(directory.resolve("file.txt"), "0123456789");
		HttpHandler handler = RouterFunctions.toHttpHandler(routes());
		ServerOptions options = ServerOptions.builder()
			.address(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
			.eventLoops(1)
			.build();
		server = new Server(options, new FastwireHttpHandlerAdapter(handler, null, false));
		server.start();
	}

	@AfterEach
	void stop() {
		server.stop();
	}

	private RouterFunction<ServerResponse> routes() {
		return RouterFunctions.route()
			.GET("/hello", (request) -> ServerResponse.ok().contentType(MediaType.TEXT_PLAIN).bodyValue("hello"))
			.HEAD("/hello", (request) -> ServerResponse.ok().contentType(MediaType.TEXT_PLAIN).bodyValue("hello"))
			.GET("/empty", (request) -> ServerResponse.noContent().build())
			.GET("/none", (request) -> ServerResponse.ok().build())
			.GET("/slash", (request) -> ServerResponse.ok().bodyValue(request.path()))
			.GET("/var/{p}/x", (request) -> ServerResponse.ok().bodyValue(request.pathVariable("p")))
			.GET("/query", (request) -> ServerResponse.ok().bodyValue(request.queryParams().toString()))
			.GET("/fail", (request) -> Mono.error(new IllegalStateException("boo")))
			.GET("/block",
					(request) -> ServerResponse.ok()
						.bodyValue(String.valueOf(Mono.delay(Duration.ofMillis(1)).block())))
			.GET("/late", (request) -> ServerResponse.ok()
				.contentType(MediaType.TEXT_EVENT_STREAM)
				.body(Flux.just("a", "b").concatWith(Flux.error(new IllegalStateException("boo"))), String.class))
			.GET("/evil", (request) -> ServerResponse.ok().header("Evil", "a\r\nb").bodyValue("x"))
			.GET("/cookies",
					(request) -> ServerResponse.ok()
						.cookie(ResponseCookie.from("a", "1").sameSite("Lax").build())
						.cookie(ResponseCookie.from("b", "2").partitioned(true).build())
						.bodyValue(String.valueOf(request.cookies().getFirst("SID"))))
			.GET("/file",
					(request) -> ServerResponse.ok().bodyValue(new FileSystemResource(directory.resolve("file.txt"))))
			.GET("/sse", (request) -> sse())
			.POST("/short", (request) -> ServerResponse.ok()
				.contentLength(10)
				.body((message, context) -> message.writeWith(Mono.just(message.bufferFactory().wrap(new byte[5])))))
			.POST("/echo",
					(request) -> ServerResponse.ok()
						.body(request.body(BodyExtractors.toDataBuffers()), DataBuffer.class))
			.POST("/text", (request) -> request.bodyToMono(String.class).flatMap(ServerResponse.ok()::bodyValue))
			.route(RequestPredicates.path("//**"), (request) -> ServerResponse.ok().bodyValue("slashes"))
			.build();
	}

	private Mono<ServerResponse> sse() {
		runs.incrementAndGet();
		Flux<ServerSentEvent<String>> events = Flux.just(ServerSentEvent.builder("one\ntwo").build());
		return ServerResponse.ok()
			.body(events.concatWith(Flux.never()).doOnCancel(cancelled::incrementAndGet), ServerSentEvent.class);
	}

	@Test
	void helloIsStatusFieldsAndBody() throws IOException {
		try (WireClient client = connect()) {
			client.send("GET /hello HTTP/1.1\r\nHost: t\r\n\r\n");
			String response = client.readUntil("hello");
			assertThat(response).startsWith("HTTP/1.1 200 OK\r\n")
				.contains("Content-Type: text/plain\r\n")
				.contains("Content-Length: 5\r\n")
				.doesNotContain("Transfer-Encoding");
		}
	}

	@Test
	void aShortBodyIsAnErrorAlsoWhileTheRequestIsUnread() throws IOException {
		try (WireClient client = connect()) {
			client.send("POST /short HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\nabc");
			assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 500 ");
		}
	}

	@Test
	void blockingTheEventLoopIsAnError(CapturedOutput output) throws IOException {
		assertThat(get("/block")).startsWith("HTTP/1.1 500 ");
		assertThat(output).contains("blocking, which is not supported in thread fastwire-");
	}

	@Test
	void pipelinedRequestsAreAnsweredInOrder() throws IOException {
		try (WireClient client = connect()) {
			client.send("GET /hello HTTP/1.1\r\nHost: t\r\n\r\nGET /empty HTTP/1.1\r\nHost: t\r\n\r\n"
					+ "HEAD /hello HTTP/1.1\r\nHost: t\r\n\r\nGET /none HTTP/1.1\r\nHost: t\r\n\r\n"
					+ "OPTIONS * HTTP/1.1\r\nHost: t\r\n\r\n"
					+ "GET /hello HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n");
			String all = client.readAll();
			String[] responses = all.split("HTTP/1.1 ", -1);
			assertThat(responses).hasSize(7);
			assertThat(responses[1]).startsWith("200").endsWith("\r\n\r\nhello");
			assertThat(responses[2]).startsWith("204").doesNotContain("Content-Length").endsWith("\r\n\r\n");
			assertThat(responses[3]).startsWith("200").contains("Content-Length: 5").endsWith("\r\n\r\n");
			assertThat(responses[4]).startsWith("200").contains("Content-Length: 0").endsWith("\r\n\r\n");
			assertThat(responses[5]).startsWith("204").contains("Allow: GET").endsWith("\r\n\r\n");
			assertThat(responses[6]).startsWith("200").endsWith("\r\n\r\nhello");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "//", "//a//b" })
	void slashesAreAPath(String target) throws IOException {
		assertThat(get(target)).startsWith("HTTP/1.1 200").endsWith("slashes");
	}

	@Test
	void escapedSlashStaysInItsSegment() throws IOException {
		assertThat(get("/var/a%2Fb/x")).startsWith("HTTP/1.1 200").endsWith("\r\n\r\na/b");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/hello%", "/hello%zz", "/<>", "/{a}", "/a|b", "/a^b", "/query?a=%", "/query?a=%u0041" })
	void malformedTargetsAreBadRequests(String target) throws IOException {
		assertThat(get(target)).startsWith("HTTP/1.1 400");
	}

	@Test
	void absoluteTargetIsRouted() throws IOException {
		assertThat(get("http://other:8080/hello?q=1")).startsWith("HTTP/1.1 200").endsWith("hello");
		assertThat(get("/query?a=1&a=2&b")).endsWith("{a=[1, 2], b=[null]}");
	}

	@Test
	void cookiesGoBothWays() throws IOException {
		try (WireClient client = connect()) {
			client.send("GET /cookies HTTP/1.1\r\nHost: t\r\nConnection: close\r\n"
					+ "Cookie: x=\"open; SID=ok; SID=second\r\n\r\n");
			assertThat(client.readAll()).contains("Set-Cookie: a=1; SameSite=Lax\r\n")
				.contains("Set-Cookie: b=2; Partitioned\r\n")
				.endsWith("SID=ok");
		}
	}

	@Test
	void fileIsSentWithItsLength() throws IOException {
		assertThat(get("/file")).contains("Content-Length: 10\r\n").endsWith("\r\n\r\n0123456789");
		try (WireClient client = connect()) {
			client.send("GET /file HTTP/1.1\r\nHost: t\r\nRange: bytes=3-6\r\nConnection: close\r\n\r\n");
			assertThat(client.readAll()).startsWith("HTTP/1.1 206").endsWith("\r\n\r\n3456");
		}
	}

	@Test
	void bodiesAreEchoedPieceByPiece() throws IOException {
		try (WireClient client = connect()) {
			client.send("POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
			client.readUntil("abc\r\n");
			client.send("2\r\nde\r\n0\r\n\r\n");
			client.readUntil("de\r\n");
			client.readUntil("0\r\n\r\n");
			client.send("POST /text HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\nxyz");
			assertThat(client.readUntil("xyz")).contains("Content-Length: 3\r\n");
		}
	}

	@Test
	void largeBodyComesBackWhole() throws Exception {
		String body = "0123456789abcdef".repeat(64 * 1024);
		try (WireClient client = connect()) {
			FutureTask<?> sending = new FutureTask<>(() -> client.send("POST /echo HTTP/1.1\r\nHost: t\r\n"
					+ "Connection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body));
			new Thread(sending).start();
			assertThat(client.read("POST").text()).isEqualTo(body);
			sending.get(20, TimeUnit.SECONDS);
		}
	}

	@Test
	void failureIsA500AndTheConnectionLives() throws IOException {
		try (WireClient client = connect()) {
			client.send("GET /fail HTTP/1.1\r\nHost: t\r\n\r\n");
			assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 500");
			client.send("GET /hello HTTP/1.1\r\nHost: t\r\n\r\n");
			client.readUntil("hello");
		}
	}

	@Test
	void failureInTheMiddleCutsTheBodyOff() throws IOException {
		assertThat(get("/late")).startsWith("HTTP/1.1 200").contains("data:b").doesNotContain("\r\n0\r\n");
	}

	@Test
	void fieldThatCannotBeSentIsA500() throws IOException {
		assertThat(get("/evil")).startsWith("HTTP/1.1 500").doesNotContain("Evil");
	}

	@Test
	void leavingClientCancelsAnIdleStreamInSilence(CapturedOutput output) throws IOException {
		try (WireClient client = connect()) {
			client.send("GET /sse HTTP/1.1\r\nHost: t\r\n\r\n");
			assertThat(client.readUntil("data:one\ndata:two\n\n")).contains("Content-Type: text/event-stream");
			client.send("GET /sse HTTP/1.1\r\nHost: t\r\n\r\n");
		}
		await().atMost(Duration.ofSeconds(20)).until(() -> cancelled.get() == 1);
		assertThat(runs).hasValue(1);
		assertThat(output).doesNotContain("ERROR").doesNotContain("WARN ");
	}

	@Test
	void clientThatLeavesDuringItsUploadIsNoError(CapturedOutput output) throws IOException {
		try (WireClient client = connect()) {
			client.send("POST /text HTTP/1.1\r\nHost: t\r\nContent-Length: 100\r\n\r\nxyz");
			client.reset();
		}
		get("/hello");
		assertThat(output).doesNotContain("ERROR").doesNotContain("WARN ");
	}

	private String get(String target) throws IOException {
		try (WireClient client = connect()) {
			client.send("GET " + target + " HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n");
			return client.readAll();
		}
	}

	private WireClient connect() throws IOException {
		return WireClient.connect(server.port());
	}

}
