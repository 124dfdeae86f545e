/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ZeroCopyHttpOutputMessage;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ServerHttpResponse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Single requests and their responses. */
abstract class ExchangeContract extends WebServerHarness {

	private static final DataBufferFactory BUFFERS = DefaultDataBufferFactory.sharedInstance;

	ExchangeContract(Servers kind) {
		super(kind);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 12 * 1024, 1024 * 1024 })
	void echoesABodyUnchanged(int size) throws Exception {
		start((request, response) -> response.writeWith(request.getBody()));
		byte[] body = random(size);
		HttpResponse<byte[]> response = send(request("/").POST(BodyPublishers.ofByteArray(body)),
				BodyHandlers.ofByteArray());
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).isEqualTo(body);
	}

	@Test
	void echoesAChunkedBodyUnchanged() throws Exception {
		start((request, response) -> response.writeWith(request.getBody()));
		byte[] body = random(100_000);
		HttpResponse<byte[]> response = send(
				request("/").POST(BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(body))),
				BodyHandlers.ofByteArray());
		assertThat(response.body()).isEqualTo(body);
	}

	@Test
	void readsAllOfABodyBeforeItAnswersInPieces() throws Exception {
		byte[] body = random(16 * 256);
		start((request, response) -> DataBufferUtils.join(request.getBody()).flatMap((buffer) -> {
			int size = buffer.readableByteCount();
			DataBufferUtils.release(buffer);
			response.setRawStatusCode((size == 12 * 1024) ? 200 : 500);
			response.getHeaders().setContentLength(body.length);
			return response.writeWith(Flux.range(0, 16)
				.map((index) -> BUFFERS.wrap(Arrays.copyOfRange(body, index * 256, (index + 1) * 256))));
		}));
		HttpResponse<byte[]> response = send(request("/").POST(BodyPublishers.ofByteArray(random(12 * 1024))),
				BodyHandlers.ofByteArray());
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValueAsLong("Content-Length")).hasValue(body.length);
		assertThat(response.body()).isEqualTo(body);
	}

	@Test
	void joinsElementsThatComeLaterOnAnotherThread() throws Exception {
		start((request,
				response) -> response.writeWith(Flux.just("one ", "two ", "three")
					.delayElements(Duration.ofMillis(20), Schedulers.boundedElastic())
					.map(ExchangeContract::buffer)));
		assertThat(get("/").body()).isEqualTo("one two three");
	}

	@Test
	void writesAndFlushesWithoutReadingTheBody() throws Exception {
		byte[] body = random(12 * 1024);
		start((request, response) -> response.writeAndFlushWith(Mono.just(Mono.just(BUFFERS.wrap(body)))));
		assertThat(send(request("/").POST(BodyPublishers.noBody()), BodyHandlers.ofByteArray()).body()).isEqualTo(body);
	}

	@Test
	void answersAHandlerThatThrows() throws Exception {
		start(failing());
		assertThrown(connect().get("/handler-throws").readAll());
	}

	/** Fails unless all that a client gets is what this server sends it. */
	void assertThrown(String received) {
		assertThat(received).startsWith("HTTP/1.1 500 ").containsIgnoringCase("\r\nConnection: close\r\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/handler-fails", "/body-fails", "/flux-fails-at-once" })
	void answersAnErrorBeforeTheHeadBy500(String target) throws Exception {
		start(failing());
		HttpResponse<String> response = get(target);
		assertThat(response.statusCode()).isEqualTo(500);
		assertThat(response.body()).isEmpty();
	}

	private static HttpHandler failing() {
		return (request, response) -> switch (request.getPath().value()) {
			case "/handler-throws" -> throw new IllegalStateException("wanted by the test");
			case "/handler-fails" -> Mono.error(new IllegalStateException("wanted by the test"));
			case "/body-fails" -> response.writeWith(Mono.error(new IllegalStateException("wanted by the test")));
			default -> response.writeWith(Flux.error(new IllegalStateException("wanted by the test")));
		};
	}

	@Test
	void answersAfterAnError() throws Exception {
		start((request, response) -> request.getPath().value().equals("/fails")
				? Mono.error(new IllegalStateException("wanted by the test")) : response.setComplete());
		assertThat(get("/fails").statusCode()).isEqualTo(500);
		assertThat(get("/works").statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "//", "//a//b", "/", "/?", "/a%20b?c=d%26e&f", "/a;b=c", "/%2F/x" })
	void passesOnTheTarget(String target) throws Exception {
		AtomicReference<String> seen = new AtomicReference<>();
		start((request, response) -> {
			seen.set(request.getURI().toString());
			return response.setComplete();
		});
		assertThat(connect().get(target).readHead()).startsWith("HTTP/1.1 200 ");
		assertThat(seen.get()).isEqualTo("http://localhost" + target);
	}

	@Test
	void tellsTheAddressesOfAConnection() throws Exception {
		AtomicReference<String> seen = new AtomicReference<>();
		start((request, response) -> {
			assertThat(request.getRemoteAddress()).isNotNull();
			assertThat(request.getLocalAddress()).isNotNull();
			seen.set(request.getURI() + " " + request.getLocalAddress().getPort() + " "
					+ request.getRemoteAddress().getAddress().isLoopbackAddress());
			return response.setComplete();
		});
		assertThat(get("/a?b=c").statusCode()).isEqualTo(200);
		assertThat(seen.get()).isEqualTo(uri("/a?b=c") + " " + port() + " true");
	}

	@Test
	void believesForwardedFieldsOnlyWhenToldTo() throws Exception {
		HttpHandler handler = (request, response) -> response
			.writeWith(Mono.just(buffer(request.getURI() + " " + request.getRemoteAddress().getHostString())));
		start(handler);
		assertThat(sendForwarded().body()).startsWith("http://localhost:" + port() + "/a ").doesNotContain("192.0.2.7");
		start(kind().factoryBehindProxy(), handler);
		assertThat(sendForwarded().body()).isEqualTo("https://a.example/a 192.0.2.7");
	}

	private HttpResponse<String> sendForwarded() throws Exception {
		return send(request("/a").header("X-Forwarded-Proto", "https")
			.header("X-Forwarded-Host", "a.example")
			.header("X-Forwarded-Port", "443")
			.header("X-Forwarded-For", "192.0.2.7"));
	}

	@Test
	void answersHeadWithTheFieldsOfGetAndNoBody() throws Exception {
		start((request, response) -> response.writeWith(Mono.just(buffer("Hello"))));
		RawConnection connection = connect().send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
		String head = connection.readHead();
		assertThat(head).startsWith("HTTP/1.1 200 ");
		assertFramingOfHead(head);
		assertThat(connection.get("/").readHead()).startsWith("HTTP/1.1 200 ");
		assertThat(connection.read(5)).isEqualTo("Hello");
	}

	/** Fails unless a response to HEAD tells the length of GET as this server does. */
	void assertFramingOfHead(String head) {
		assertThat(head).containsIgnoringCase("\r\nContent-Length: 5\r\n");
	}

	@ParameterizedTest
	@ValueSource(ints = { 204, 304 })
	void sendsNoBodyWhereNoneIsAllowed(int status) throws Exception {
		start((request, response) -> {
			response.setStatusCode(HttpStatusCode.valueOf(status));
			return response.setComplete();
		});
		RawConnection connection = connect().get("/");
		assertThat(connection.readHead()).startsWith("HTTP/1.1 " + status + " ")
			.doesNotContainIgnoringCase("Transfer-Encoding");
		assertThat(connection.get("/").readHead()).startsWith("HTTP/1.1 " + status + " ");
	}

	@Test
	void answersRequestsOfOneConnectionInOrder() throws Exception {
		start((request, response) -> {
			Duration delay = Duration.ofMillis(request.getPath().value().equals("/0") ? 50 : 0);
			return response
				.writeWith(Mono.just(request.getPath().value()).delayElement(delay).map(ExchangeContract::buffer));
		});
		RawConnection connection = connect();
		for (int index = 0; index < 4; index++) {
			connection.get("/" + index);
		}
		for (int index = 0; index < 4; index++) {
			connection.readHead();
			assertThat(connection.readUntil("/" + index)).endsWith("/" + index);
		}
	}

	@Test
	void asksForABodyThatTheClientHoldsBack() throws Exception {
		start((request, response) -> response.writeWith(request.getBody()));
		RawConnection connection = connect()
			.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
		assertThat(connection.readHead()).startsWith("HTTP/1.1 100 ");
		connection.send("Hello");
		assertThat(connection.readUntil("Hello")).startsWith("HTTP/1.1 200 ");
	}

	@Test
	void sendsAFile(@TempDir Path directory) throws Exception {
		byte[] content = random(300_000);
		Path file = Files.write(directory.resolve("file"), content);
		start((request, response) -> sendFile(response, file, content.length));
		HttpResponse<byte[]> response = send(request("/"), BodyHandlers.ofByteArray());
		assertThat(response.headers().firstValue("Content-Type")).hasValue("application/octet-stream");
		assertThat(response.headers().firstValueAsLong("Content-Length")).hasValue(content.length);
		assertThat(response.body()).isEqualTo(content);
	}

	private static Mono<Void> sendFile(ServerHttpResponse response, Path file, long length) {
		response.getHeaders().setContentType(MediaType.APPLICATION_OCTET_STREAM);
		response.getHeaders().setContentLength(length);
		return ((ZeroCopyHttpOutputMessage) response).writeWith(file, 0, length);
	}

	private static byte[] random(int size) {
		byte[] bytes = new byte[size];
		new Random(size).nextBytes(bytes);
		return bytes;
	}

	private static DataBuffer buffer(String text) {
		return BUFFERS.wrap(text.getBytes(UTF_8));
	}

}
