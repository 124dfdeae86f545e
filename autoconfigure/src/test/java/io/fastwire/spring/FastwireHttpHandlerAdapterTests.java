/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import io.fastwire.http.RequestTarget;
import io.fastwire.proxy.AddressRanges;
import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ServerHttpRequest;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class FastwireHttpHandlerAdapterTests {

	private static final HttpHandler HELLO = (request, response) -> {
		var buffer = response.bufferFactory().allocateBuffer(5).write("hello", StandardCharsets.UTF_8);
		return response.writeWith(Mono.just(buffer));
	};

	@Test
	void bodyEndsTheResponseInOneWrite() {
		FakeExchange exchange = FakeExchange.get("/");
		run(HELLO, exchange);
		assertThat(exchange.wire()).containsExactly("200 [Content-Length: 5] hello|");
		exchange.assertNoLeak();
	}

	@Test
	void handlerThatWritesNothingGivesAnEmptyResponse() {
		FakeExchange exchange = FakeExchange.get("/");
		run((request, response) -> Mono.empty(), exchange);
		assertThat(exchange.wire()).containsExactly("200 [Content-Length: 0] |");
	}

	@Test
	void handlerThatOnlySetsAStatusIsCommittedWithItsActions() {
		FakeExchange exchange = FakeExchange.get("/");
		run((request, response) -> {
			response.setStatusCode(HttpStatus.NOT_FOUND);
			response.beforeCommit(() -> Mono.fromRunnable(() -> response.getHeaders().set("A", "b")));
			return Mono.empty();
		}, exchange);
		assertThat(exchange.wire()).containsExactly("404 [A: b, Content-Length: 0] |");
	}

	@Test
	void committedResponseIsSentWhenTheHandlerCompletes() {
		FakeExchange exchange = FakeExchange.get("/");
		Sinks.Empty<Void> end = Sinks.empty();
		run((request, response) -> {
			response.setStatusCode(HttpStatus.ACCEPTED);
			return response.setComplete().then(end.asMono());
		}, exchange);
		assertThat(exchange.wire()).isEmpty();
		OtherThread.run(end::tryEmitEmpty);
		assertThat(exchange.wire()).isEmpty();
		exchange.runTasks();
		assertThat(exchange.wire()).containsExactly("202 [Content-Length: 0] |");
	}

	@Test
	void failureBeforeTheCommitIsA500AndAnError(CapturedOutput output) {
		FakeExchange exchange = FakeExchange.get("/some/path");
		run((request, response) -> Mono.error(new IllegalStateException("boo")), exchange);
		assertThat(exchange.wire()).containsExactly("500 [Connection: close] |");
		assertThat(exchange.abortCause()).hasMessage("boo");
		assertThat(output).contains("ERROR").contains("/some/path").contains("boo");
	}

	@Test
	void exceptionOfTheHandlerIsAFailure() {
		FakeExchange exchange = FakeExchange.get("/");
		run((request, response) -> {
			throw new IllegalStateException("boo");
		}, exchange);
		assertThat(exchange.wire()).containsExactly("500 [Connection: close] |");
	}

	@Test
	void failedActionOfAHandlerThatWroteNothingIsA500() {
		FakeExchange exchange = FakeExchange.get("/");
		run((request, response) -> {
			response.beforeCommit(() -> Mono.error(new IllegalStateException("boo")));
			return Mono.empty();
		}, exchange);
		assertThat(exchange.wire()).containsExactly("500 [Connection: close] |");
	}

	@Test
	void fieldsThatCannotBeSentAreA500() {
		FakeExchange exchange = FakeExchange.get("/");
		run((request, response) -> {
			response.getHeaders().set("Evil", "a\r\nb");
			return Mono.empty();
		}, exchange);
		assertThat(exchange.wire()).containsExactly("500 [Connection: close] |");
	}

	@Test
	void failureAfterTheCommitCutsTheResponseOff(CapturedOutput output) {
		FakeExchange exchange = FakeExchange.get("/");
		run((request, response) -> response
			.writeWith(Flux.just(Responses.heapBuffer("a")).concatWith(Flux.error(new IllegalStateException("boo")))),
				exchange);
		assertThat(exchange.wire()).containsExactly("200 [] a", "cut");
		assertThat(output).doesNotContain("ERROR").doesNotContain("WARN");
	}

	@Test
	void lostClientFailsReadersAndThenCancelsTheHandler(CapturedOutput output) {
		FakeExchange exchange = new FakeExchange("POST", "/");
		List<String> log = new ArrayList<>();
		run((request, response) -> {
			request.getBody()
				.doOnError((cause) -> log.add(cause.getClass().getSimpleName()))
				.subscribe(null, (cause) -> {
				});
			return Mono.<Void>never().doOnCancel(() -> log.add("cancelled"));
		}, exchange);
		exchange.loseConnection();
		assertThat(log).containsExactly("AbortedException", "cancelled");
		assertThat(output).doesNotContain("ERROR").doesNotContain("WARN");
	}

	@Test
	void lostClientReleasesTheQueueOfTheResponse() {
		FakeExchange exchange = FakeExchange.get("/");
		exchange.writable(false);
		List<String> log = new ArrayList<>();
		run((request,
				response) -> response.writeWith(Flux.range(0, 5)
					.map((i) -> response.bufferFactory().allocateBuffer(1).write(new byte[] { 1 }))
					.concatWith(Flux.never())
					.doOnCancel(() -> log.add("cancelled"))),
				exchange);
		exchange.loseConnection();
		assertThat(log).containsExactly("cancelled");
		exchange.assertNoLeak();
	}

	@Test
	void lostClientIsNotTheHandlersFault(CapturedOutput output) {
		FakeExchange exchange = new FakeExchange("POST", "/");
		run((request, response) -> request.getBody().then(), exchange);
		exchange.loseConnection();
		assertThat(output).doesNotContain("ERROR").doesNotContain("WARN");
		assertThat(exchange.wire()).isEmpty();
	}

	/** WebFlux logs an error if it can still set the status to 500. */
	@Test
	void statusCannotBeSetForALostClient() {
		FakeExchange exchange = FakeExchange.get("/");
		AtomicReference<Boolean> settable = new AtomicReference<>();
		run((request, response) -> Mono.<Void>never()
			.doOnCancel(() -> settable.set(response.setStatusCode(HttpStatus.INTERNAL_SERVER_ERROR))), exchange);
		exchange.loseConnection();
		assertThat(settable).hasValue(false);
	}

	@Test
	void abortBeforeTheHandlerReturnsCancelsIt() {
		FakeExchange exchange = FakeExchange.get("/");
		List<String> log = new ArrayList<>();
		run((request, response) -> {
			exchange.loseConnection();
			return Mono.<Void>never().doOnCancel(() -> log.add("cancelled"));
		}, exchange);
		assertThat(log).containsExactly("cancelled");
	}

	@Test
	void handlerRunsOnTheLoopWithoutAHop() {
		FakeExchange exchange = FakeExchange.get("/");
		AtomicReference<Thread> thread = new AtomicReference<>();
		run((request, response) -> Mono.fromRunnable(() -> thread.set(Thread.currentThread())), exchange);
		assertThat(thread).hasValue(Thread.currentThread());
		assertThat(exchange.taskCount()).isZero();
	}

	@Test
	void echoStreamsTheBodyBack() {
		FakeExchange exchange = new FakeExchange("POST", "/");
		run((request, response) -> response.writeWith(request.getBody()), exchange);
		exchange.body().arrive("a").arrive("b");
		assertThat(exchange.wire()).containsExactly("200 [] a", "b");
		exchange.body().complete();
		assertThat(exchange.wire()).containsExactly("200 [] a", "b", "|");
		exchange.assertNoLeak();
	}

	@Test
	void responseDoesNotEndBeforeTheRequestBodyIsRead() {
		FakeExchange exchange = new FakeExchange("POST", "/");
		List<String> read = new ArrayList<>();
		run((request, response) -> {
			response.getHeaders().setContentLength(5);
			return HELLO.handle(request, response)
				.thenMany(request.getBody())
				.doOnNext((buffer) -> read.add(buffer.toString(StandardCharsets.UTF_8)))
				.doOnNext(DataBufferUtils::release)
				.then();
		}, exchange);
		assertThat(exchange.wire()).containsExactly("200 [Content-Length: 5] hello");
		exchange.body().arrive("late").complete();
		assertThat(read).containsExactly("late");
		assertThat(exchange.wire()).containsExactly("200 [Content-Length: 5] hello", "|");
	}

	@Test
	void responseEndsAtOnceAfterTheRequestBodyWasReadOrCancelled() {
		for (boolean read : new boolean[] { true, false }) {
			FakeExchange exchange = new FakeExchange("POST", "/");
			exchange.body().arrive("a").complete();
			run((request, response) -> request.getBody()
				.doOnNext(DataBufferUtils::release)
				.take(read ? 2 : 1)
				.then(Mono.defer(() -> HELLO.handle(request, response)))
				.then(Mono.never()), exchange);
			assertThat(exchange.wire()).containsExactly("200 [Content-Length: 5] hello|");
		}
	}

	@Test
	void headHasTheLengthOfTheBodyButNoBody() {
		FakeExchange exchange = new FakeExchange("HEAD", "/");
		run(HELLO, exchange);
		assertThat(exchange.wire()).containsExactly("200 [Content-Length: 5] |");
		exchange.assertNoLeak();
	}

	@Test
	void headOfAStreamHasNoLength() {
		FakeExchange exchange = new FakeExchange("HEAD", "/");
		run((request, response) -> response.writeWith(Flux.just(Responses.heapBuffer("a"), Responses.heapBuffer("b"))),
				exchange);
		assertThat(exchange.responseHeaders().get("Transfer-Encoding")).isNull();
		assertThat(exchange.wire()).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/a%", "/a%zz", "/<>", "/{a}", "/?a=%" })
	void targetThatIsNoUriIsABadRequest(String target) {
		FakeExchange exchange = FakeExchange.get(target);
		run((request, response) -> {
			throw new AssertionError("Called");
		}, exchange);
		assertThat(exchange.wire()).containsExactly("400 [Content-Length: 0] |");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "//", "//a//b", "/a;", "/?x={\"a\":1}", "/?a[]=1" })
	void everythingElseReachesTheHandler(String target) {
		FakeExchange exchange = FakeExchange.get(target);
		run(HELLO, exchange);
		assertThat(exchange.wire()).containsExactly("200 [Content-Length: 5] hello|");
	}

	@Test
	void optionsForTheServerAreAnsweredWithoutTheHandler() {
		FakeExchange exchange = new FakeExchange("OPTIONS", RequestTarget.asterisk());
		run((request, response) -> Mono.error(new AssertionError("Called")), exchange);
		assertThat(exchange.wire())
			.containsExactly("204 [Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, Content-Length: 0] |");
	}

	@Test
	void otherTargetsWithoutAPathAreBadRequests() {
		for (FakeExchange exchange : List.of(new FakeExchange("GET", RequestTarget.asterisk()),
				new FakeExchange("CONNECT", RequestTarget.authority("a:1")))) {
			run(HELLO, exchange);
			assertThat(exchange.wire()).containsExactly("400 [Content-Length: 0] |");
		}
	}

	@Test
	void absoluteTargetWinsOverHost() {
		RequestTarget target = RequestTarget.absolute("http://t:8080/api/a?q=1", 7, 13);
		ServerHttpRequest request = seen(new FakeExchange("GET", target).header("Host", "other"), false);
		assertThat(request.getURI()).hasToString("http://t:8080/api/a?q=1");
	}

	@Test
	void requestWithoutHostHasTheLocalAddress() {
		ServerHttpRequest request = seen(new FakeExchange("GET", RequestTarget.origin("/a")), false);
		assertThat(request.getURI()).hasToString("http://192.0.2.1:8080/a");
		ServerHttpRequest empty = seen(new FakeExchange("GET", RequestTarget.origin("/a")).header("Host", ""), false);
		assertThat(empty.getURI()).hasToString("http://192.0.2.1:8080/a");
	}

	@Test
	void forwardedFieldsCountOnlyIfAskedFor() {
		FakeExchange exchange = FakeExchange.get("/a")
			.header("X-Forwarded-Proto", "https")
			.header("X-Forwarded-Host", "b.example")
			.header("X-Forwarded-For", "1.2.3.4:99")
			.header("X-Forwarded-Prefix", "/p");
		ServerHttpRequest direct = seen(exchange, false);
		assertThat(direct.getURI()).hasToString("http://a.example/a");
		assertThat(direct.getRemoteAddress()).isEqualTo(exchange.remoteAddress());

		ServerHttpRequest forwarded = seen(exchange, true);
		assertThat(forwarded.getURI()).hasToString("https://b.example/p/a");
		assertThat(forwarded.getPath().contextPath().value()).isEqualTo("/p");
		assertThat(forwarded.getRemoteAddress()).hasToString("/1.2.3.4:99");
		assertThat(forwarded.getLocalAddress()).isEqualTo(exchange.localAddress());
		assertThat(seen(FakeExchange.get("/a"), true).getURI()).hasToString("http://a.example/a");
	}

	@Test
	void malformedForwardedFieldsAreIgnored() {
		FakeExchange exchange = FakeExchange.get("/a")
			.header("X-Forwarded-Host", "https://cdn.example/")
			.header("X-Forwarded-Port", "abc")
			.header("X-Forwarded-For", "unknown");
		ServerHttpRequest request = seen(exchange, true);
		assertThat(request.getURI()).hasToString("http://a.example/a");
		assertThat(request.getRemoteAddress()).isEqualTo(exchange.remoteAddress());
	}

	@Test
	void laterWorkOfTheHandlerDoesNotHoldTheResponse() {
		FakeExchange exchange = FakeExchange.get("/");
		run((request, response) -> HELLO.handle(request, response).then(Mono.delay(Duration.ofDays(1))).then(),
				exchange);
		assertThat(exchange.wire()).containsExactly("200 [Content-Length: 5] hello|");
	}

	@Test
	void bufferFactoryCanBeSpringsForNetty() {
		FakeExchange exchange = FakeExchange.get("/");
		new FastwireHttpHandlerAdapter((request, response) -> {
			NettyDataBufferFactory factory = (NettyDataBufferFactory) response.bufferFactory();
			ByteBuf received = exchange.allocator().buffer().writeBytes(new byte[] { 'h', 'i' });
			return response.writeWith(Mono.just(factory.wrap(received)));
		}, null, true).handle(exchange);
		assertThat(exchange.wire()).containsExactly("200 [Content-Length: 2] hi|");
		exchange.assertNoLeak();
	}

	private static void run(HttpHandler handler, FakeExchange exchange) {
		new FastwireHttpHandlerAdapter(handler, null, false).handle(exchange);
	}

	private static ServerHttpRequest seen(FakeExchange exchange, boolean forwardedHeaders) {
		AtomicReference<ServerHttpRequest> seen = new AtomicReference<>();
		new FastwireHttpHandlerAdapter((request, response) -> {
			seen.set(request);
			return Mono.never();
		}, forwardedHeaders ? AddressRanges.ALL : null, false).handle(exchange);
		return Objects.requireNonNull(seen.get());
	}

}
