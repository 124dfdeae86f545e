/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.codec.multipart.FilePart;
import org.springframework.http.codec.multipart.FormFieldPart;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;

/** What WebFlux makes of a server: events, JSON, forms, multipart and resources. */
abstract class WebFluxContract extends WebServerHarness {

	WebFluxContract(Servers kind) {
		super(kind);
	}

	/** A thing with a JSON form. */
	record Person(String name, int age) {
	}

	@Test
	void sendsEventsOneByOne() throws Exception {
		Sinks.Many<String> texts = Sinks.many().unicast().onBackpressureBuffer();
		start(get("/",
				(request) -> ServerResponse.ok()
					.body(BodyInserters.fromServerSentEvents(texts.asFlux()
						.map((text) -> ServerSentEvent.builder(text).id(text).event("e").comment("c").build())))));
		RawConnection connection = connect().get("/");
		texts.tryEmitNext("one");
		assertThat(connection.readHead()).containsIgnoringCase("\r\nContent-Type: text/event-stream");
		for (String text : new String[] { "one", "two" }) {
			assertThat(connection.readChunksUntil("data:" + text + "\n\n")).contains("id:" + text + "\nevent:e\n:c\n");
			texts.tryEmitNext("two");
		}
	}

	@Test
	void sendsEventsWithJson() throws Exception {
		start(get("/",
				(request) -> ServerResponse.ok()
					.contentType(MediaType.TEXT_EVENT_STREAM)
					.body(Flux.just(new Person("Ann", 1), new Person("Bob", 2)), Person.class)));
		assertThat(get("/").body())
			.isEqualTo("data:{\"name\":\"Ann\",\"age\":1}\n\ndata:{\"name\":\"Bob\",\"age\":2}\n\n");
	}

	@Test
	void cancelsEventsWhenTheClientIsGone() throws Exception {
		CountDownLatch cancelled = new CountDownLatch(1);
		start(get("/",
				(request) -> ServerResponse.ok()
					.contentType(MediaType.TEXT_EVENT_STREAM)
					.body(Flux.interval(Duration.ofMillis(10)).onBackpressureBuffer().doOnCancel(cancelled::countDown),
							Long.class)));
		RawConnection connection = connect().get("/");
		connection.readHead();
		connection.readChunksUntil("data:1\n\n");
		connection.close();
		assertThat(cancelled.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void sendsLinesOfJsonAsTheyCome() throws Exception {
		Sinks.Many<Person> persons = Sinks.many().unicast().onBackpressureBuffer();
		start(get("/",
				(request) -> ServerResponse.ok()
					.contentType(MediaType.APPLICATION_NDJSON)
					.body(persons.asFlux(), Person.class)));
		RawConnection connection = connect().get("/");
		persons.tryEmitNext(new Person("Ann", 1));
		connection.readHead();
		assertThat(connection.readChunksUntil("}\n")).contains("{\"name\":\"Ann\",\"age\":1}\n");
		persons.tryEmitNext(new Person("Bob", 2));
		assertThat(connection.readChunksUntil("}\n")).contains("{\"name\":\"Bob\",\"age\":2}\n");
	}

	@Test
	void readsAndWritesJson() throws Exception {
		start(post("/", (request) -> request.bodyToMono(Person.class)
			.flatMap((person) -> ServerResponse.ok().bodyValue(new Person(person.name(), person.age() + 1)))));
		HttpResponse<String> response = send(request("/").header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString("{\"name\":\"Änn\",\"age\":1}")));
		assertThat(response.body()).isEqualTo("{\"name\":\"Änn\",\"age\":2}");
		assertThat(response.headers().firstValueAsLong("Content-Length")).hasValue(23);
	}

	@Test
	void readsAStreamOfJson() throws Exception {
		start(post("/", (request) -> ServerResponse.ok()
			.body(request.bodyToFlux(Person.class).map(Person::name).collectList().map(List::toString), String.class)));
		assertThat(send(request("/").header("Content-Type", "application/x-ndjson")
			.POST(BodyPublishers.ofString("{\"name\":\"Ann\",\"age\":1}\n{\"name\":\"Bob\",\"age\":2}\n"))).body())
			.isEqualTo("[Ann, Bob]");
	}

	@Test
	void readsAForm() throws Exception {
		start(post("/", (request) -> ServerResponse.ok()
			.body(request.formData().map((form) -> form.get("a") + " " + form.getFirst("b")), String.class)));
		assertThat(send(request("/").header("Content-Type", "application/x-www-form-urlencoded")
			.POST(BodyPublishers.ofString("a=1&a=2&b=%C3%A4+x"))).body()).isEqualTo("[1, 2] ä x");
	}

	/** Case U08. */
	@ParameterizedTest
	@CsvSource({ "application/x-www-form-urlencoded;charset=iso-8859-1, a=%E9&b=2, [\u00e9] 2",
			"application/x-www-form-urlencoded;charset=utf-8, a=%C3%A9&b=2, [\u00e9] 2" })
	void readsAFormInItsCharset(String type, String body, String expected) throws Exception {
		start(post("/", (request) -> ServerResponse.ok()
			.body(request.formData().map((form) -> form.get("a") + " " + form.getFirst("b")), String.class)));
		assertThat(send(request("/").header("Content-Type", type).POST(BodyPublishers.ofString(body))).body())
			.isEqualTo(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "multipart/form-data", "multipart/mixed", "multipart/related" })
	void readsMultipart(String type) throws Exception {
		start(post("/", WebFluxContract::describeParts));
		String disposition = type.equals("multipart/form-data") ? "form-data" : "attachment";
		String body = part(disposition + "; name=\"text\"", "text/plain", "plain")
				+ part(disposition + "; name=\"file\"; filename=\"f.bin\"", "application/octet-stream",
						"x".repeat(50_000))
				+ "--frontier--\r\n";
		assertThat(send(
				request("/").header("Content-Type", type + "; boundary=frontier").POST(BodyPublishers.ofString(body)))
			.body()).isEqualTo("text=plain file=50000");
	}

	private static String part(String disposition, String type, String content) {
		return "--frontier\r\nContent-Disposition: " + disposition + "\r\nContent-Type: " + type + "\r\n\r\n" + content
				+ "\r\n";
	}

	private static Mono<ServerResponse> describeParts(ServerRequest request) {
		return request.multipartData().flatMap((parts) -> {
			FormFieldPart text = (FormFieldPart) parts.getFirst("text");
			FilePart file = (FilePart) parts.getFirst("file");
			return DataBufferUtils.join(file.content()).flatMap((buffer) -> {
				int size = buffer.readableByteCount();
				DataBufferUtils.release(buffer);
				return ServerResponse.ok().bodyValue("text=" + text.value() + " file=" + size);
			});
		});
	}

	@Test
	void sendsRangesOfAResource(@TempDir Path directory) throws Exception {
		Path file = Files.writeString(directory.resolve("digits.txt"), "0123456789");
		start(get("/file", (request) -> ServerResponse.ok().bodyValue(new FileSystemResource(file)))
			.and(get("/memory", (request) -> ServerResponse.ok()
				.bodyValue(new ByteArrayResource("0123456789".getBytes(StandardCharsets.US_ASCII))))));
		for (String target : new String[] { "/file", "/memory" }) {
			assertThat(get(target).body()).isEqualTo("0123456789");
			HttpResponse<String> part = send(request(target).header("Range", "bytes=2-4"));
			assertThat(part.statusCode()).isEqualTo(206);
			assertThat(part.body()).isEqualTo("234");
			assertThat(send(request(target).header("Range", "bytes=2-4,7-8")).body()).contains("\r\n\r\n234\r\n",
					"\r\n\r\n78\r\n");
		}
	}

	@Test
	void keepsASessionUntilItIsInvalidated() throws Exception {
		start(get("/count", WebFluxContract::count).and(get("/rename", WebFluxContract::rename))
			.and(get("/end", WebFluxContract::end)));
		HttpResponse<String> first = get("/count");
		assertThat(first.body()).isEqualTo("1");
		String cookie = cookie(first);
		assertThat(send(request("/count").header("Cookie", cookie)).body()).isEqualTo("2");
		String renamed = cookie(send(request("/rename").header("Cookie", cookie)));
		assertThat(renamed).isNotEqualTo(cookie);
		assertThat(send(request("/count").header("Cookie", cookie)).body()).isEqualTo("1");
		assertThat(send(request("/count").header("Cookie", renamed)).body()).isEqualTo("3");
		HttpResponse<String> ended = send(request("/end").header("Cookie", renamed));
		assertThat(ended.headers().firstValue("Set-Cookie").orElseThrow()).contains("Max-Age=0");
		assertThat(send(request("/count").header("Cookie", renamed)).body()).isEqualTo("1");
	}

	private static String cookie(HttpResponse<?> response) {
		String field = response.headers().firstValue("Set-Cookie").orElseThrow();
		return field.substring(0, field.indexOf(';'));
	}

	private static Mono<ServerResponse> count(ServerRequest request) {
		return request.session().flatMap((session) -> {
			Integer count = session.getAttributeOrDefault("count", 0) + 1;
			session.getAttributes().put("count", count);
			return ServerResponse.ok().bodyValue(count.toString());
		});
	}

	private static Mono<ServerResponse> rename(ServerRequest request) {
		return request.session().flatMap((session) -> session.changeSessionId()).then(ServerResponse.ok().build());
	}

	private static Mono<ServerResponse> end(ServerRequest request) {
		return request.session().flatMap((session) -> session.invalidate()).then(ServerResponse.ok().build());
	}

	private static RouterFunction<ServerResponse> get(String path, HandlerFunction<ServerResponse> handler) {
		return RouterFunctions.route().GET(path, handler).build();
	}

	private static RouterFunction<ServerResponse> post(String path, HandlerFunction<ServerResponse> handler) {
		return RouterFunctions.route().POST(path, handler).build();
	}

}
