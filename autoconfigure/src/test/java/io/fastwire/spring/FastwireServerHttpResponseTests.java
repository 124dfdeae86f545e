/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class FastwireServerHttpResponseTests {

	private final FakeExchange exchange = FakeExchange.get("/");

	private final FastwireServerHttpResponse response = Responses.of(exchange);

	@AfterEach
	void nothingLeaks() {
		exchange.assertNoLeak();
	}

	/** All ways in which a body of one buffer is written. */
	enum Body {

		JUST((buffer) -> (response) -> response.writeWith(Mono.just(buffer))),

		JUST_WITH_CONTEXT((buffer) -> (response) -> response
			.writeWith(Mono.just(buffer).doOnDiscard(DataBuffer.class, OutboundBuffers::release))),

		SUPPLIED((buffer) -> (response) -> response.writeWith(Mono.fromSupplier(() -> buffer))),

		FLUX((buffer) -> (response) -> response.writeWith(Flux.just(buffer))),

		GROUPS((buffer) -> (response) -> response.writeAndFlushWith(Flux.just(Flux.just(buffer)))),

		GROUPS_OF_MONO((buffer) -> (response) -> response.writeAndFlushWith(Flux.just(Mono.just(buffer))));

		private final Function<DataBuffer, Function<FastwireServerHttpResponse, Mono<Void>>> write;

		Body(Function<DataBuffer, Function<FastwireServerHttpResponse, Mono<Void>>> write) {
			this.write = write;
		}

		Mono<Void> write(FastwireServerHttpResponse response, String text) {
			return write.apply(Responses.buffer(response, text)).apply(response);
		}

	}

	@ParameterizedTest
	@EnumSource
	void oneBufferIsOneWriteWithItsLength(Body body) {
		response.setStatusCode(HttpStatus.CREATED);
		response.getHeaders().setContentType(MediaType.TEXT_PLAIN);
		Responses.Result result = Responses.subscribe(body.write(response, "hello"));
		assertThat(result.signals()).containsExactly("complete");
		assertThat(exchange.wire()).containsExactly("201 [Content-Type: text/plain, Content-Length: 5] hello|");
	}

	@ParameterizedTest
	@EnumSource
	void nothingIsWrittenBeforeSubscription(Body body) {
		Mono<Void> write = body.write(response, "hello");
		assertThat(response.isCommitted()).isFalse();
		assertThat(exchange.wire()).isEmpty();
		Responses.subscribe(write);
		assertThat(response.isCommitted()).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void anotherThreadWritesByWayOfTheLoop(Body body) {
		Responses.Result result = new Responses.Result();
		OtherThread.run(() -> {
			response.getHeaders().set("A", "b");
			body.write(response, "hello").subscribe(result);
		});
		assertThat(result.signals()).isEmpty();
		assertThat(exchange.wire()).isEmpty();
		exchange.runTasks();
		assertThat(result.signals()).containsExactly("complete");
		assertThat(exchange.wire()).containsExactly("200 [A: b, Content-Length: 5] hello|");
	}

	@ParameterizedTest
	@EnumSource
	void secondBodyIsReleasedUnread(Body body) {
		Responses.subscribe(body.write(response, "first"));
		Responses.Result second = Responses.subscribe(body.write(response, "second"));
		assertThat(second.signals()).containsExactly("complete");
		assertThat(exchange.wire()).containsExactly("200 [Content-Length: 5] first|");
	}

	@ParameterizedTest
	@EnumSource
	void actionsRunBeforeFieldsAreFixed(Body body) {
		response
			.beforeCommit(() -> Mono.fromRunnable(() -> response.addCookie(ResponseCookie.from("ID", "1").build())));
		response.beforeCommit(() -> {
			response.setStatusCode(HttpStatus.ACCEPTED);
			return Mono.empty();
		});
		Responses.Result result = Responses.subscribe(body.write(response, "hello"));
		assertThat(result.signals()).containsExactly("complete");
		assertThat(exchange.wire()).containsExactly("202 [Set-Cookie: ID=1, Content-Length: 5] hello|");
	}

	@ParameterizedTest
	@EnumSource
	void bodyWaitsForActions(Body body) {
		Sinks.Empty<Void> action = Sinks.empty();
		response.beforeCommit(action::asMono);
		Responses.Result result = Responses.subscribe(body.write(response, "hello"));
		assertThat(exchange.wire()).isEmpty();
		assertThat(response.isCommitted()).isTrue();
		assertThat(response.setStatusCode(HttpStatus.ACCEPTED)).isTrue();
		OtherThread.run(action::tryEmitEmpty);
		assertThat(exchange.wire()).isEmpty();
		exchange.runTasks();
		assertThat(result.signals()).containsExactly("complete");
		assertThat(exchange.wire()).containsExactly("202 [Content-Length: 5] hello|");
	}

	@ParameterizedTest
	@EnumSource
	void cancellationWhileActionsRunReleasesTheBody(Body body) {
		Sinks.Empty<Void> action = Sinks.empty();
		response.beforeCommit(action::asMono);
		Responses.Result result = Responses.subscribe(body.write(response, "hello"));
		result.cancel();
		exchange.runTasks();
		assertThat(action.currentSubscriberCount()).isZero();
		assertThat(result.signals()).isEmpty();
		assertThat(exchange.wire()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void failedActionLeavesTheResponseUncommitted(Body body) {
		failWith(body, () -> Mono.error(new IllegalStateException("Max sessions")));
	}

	@ParameterizedTest
	@EnumSource
	void throwingActionLeavesTheResponseUncommitted(Body body) {
		failWith(body, () -> {
			throw new IllegalStateException("Max sessions");
		});
	}

	private void failWith(Body body, Supplier<Mono<Void>> action) {
		response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
		response.getHeaders().setContentLength(5);
		response.getHeaders().set("Kept", "yes");
		response.beforeCommit(action);
		Responses.Result result = Responses.subscribe(body.write(response, "hello"));
		assertThat(result.signals()).containsExactly("error: Max sessions");
		assertThat(response.isCommitted()).isFalse();
		assertThat(response.getHeaders().headerNames()).containsExactly("Kept");
		assertThat(exchange.wire()).isEmpty();

		response.setStatusCode(HttpStatus.SERVICE_UNAVAILABLE);
		assertThat(Responses.subscribe(body.write(response, "sorry")).signals()).containsExactly("complete");
		assertThat(exchange.wire()).containsExactly("503 [Kept: yes, Content-Length: 5] sorry|");
	}

	@ParameterizedTest
	@EnumSource
	void refusedFieldsGiveWayToAnErrorResponse(Body body) {
		response.getHeaders().set("Evil", "a\r\nb");
		response.addCookie(ResponseCookie.from("ID", "1").build());
		Responses.Result result = Responses.subscribe(body.write(response, "hello"));
		assertThat(result.failure()).isInstanceOf(IllegalArgumentException.class);
		assertThat(response.isCommitted()).isFalse();

		response.setStatusCode(HttpStatus.INTERNAL_SERVER_ERROR);
		assertThat(Responses.subscribe(body.write(response, "sorry")).signals()).containsExactly("complete");
		assertThat(exchange.wire()).containsExactly("500 [Set-Cookie: ID=1, Content-Length: 5] sorry|");
	}

	@ParameterizedTest
	@EnumSource
	void refusedStatusGivesWayToAnErrorResponse(Body body) {
		response.setRawStatusCode(199);
		Responses.Result result = Responses.subscribe(body.write(response, "hello"));
		assertThat(result.failure()).isInstanceOf(IllegalArgumentException.class);
		assertThat(response.isCommitted()).isFalse();
		assertThat(response.setStatusCode(HttpStatus.INTERNAL_SERVER_ERROR)).isTrue();
		Responses.subscribe(response.setComplete());
		assertThat(exchange.status()).isEqualTo(500);
	}

	@ParameterizedTest
	@EnumSource
	void bodyForALostClientIsReleased(Body body) {
		exchange.loseConnection();
		Responses.Result result = Responses.subscribe(body.write(response, "hello"));
		assertThat(result.signals()).containsExactly("complete");
		assertThat(response.setStatusCode(HttpStatus.BAD_REQUEST)).isFalse();
		assertThat(exchange.wire()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void failedBodyLeavesTheResponseUncommitted(boolean mono) {
		HttpHeaders headers = response.getHeaders();
		headers.setContentType(MediaType.APPLICATION_JSON);
		headers.set(HttpHeaders.CONTENT_ENCODING, "gzip");
		headers.setContentLength(12);
		headers.set("Kept", "yes");
		IllegalStateException cause = new IllegalStateException("boo");
		Mono<Void> write = mono ? response.writeWith(Mono.error(cause)) : response.writeWith(Flux.error(cause));
		assertThat(Responses.subscribe(write).failure()).isSameAs(cause);
		assertThat(response.isCommitted()).isFalse();
		assertThat(headers.headerNames()).containsExactly("Kept");
		assertThat(exchange.wire()).isEmpty();
	}

	@Test
	void emptyMonoCommitsNothing() {
		assertThat(Responses.subscribe(response.writeWith(Mono.empty())).signals()).containsExactly("complete");
		assertThat(response.isCommitted()).isFalse();
	}

	@Test
	void emptyFluxIsAnEmptyBody() {
		assertThat(Responses.subscribe(response.writeWith(Flux.empty())).signals()).containsExactly("complete");
		assertThat(exchange.wire()).containsExactly("200 [Content-Length: 0] |");
	}

	@Test
	void cancelledMonoReleasesWhatStillComes() {
		List<CoreSubscriber<? super DataBuffer>> subscribers = new ArrayList<>();
		Responses.Result result = Responses.subscribe(response.writeWith(new Mono<DataBuffer>() {
			@Override
			public void subscribe(CoreSubscriber<? super DataBuffer> subscriber) {
				subscribers.add(subscriber);
				subscriber.onSubscribe(Operators.emptySubscription());
			}
		}));
		result.cancel();
		subscribers.get(0).onNext(Responses.buffer(response, "late"));
		subscribers.get(0).onNext(Responses.buffer(response, "later"));
		subscribers.get(0).onComplete();
		assertThat(result.signals()).isEmpty();
		assertThat(exchange.wire()).isEmpty();
	}

	@Test
	void cancelledMonoReleasesWhatWaitsForTheLoop() {
		Responses.Result result = new Responses.Result();
		OtherThread.run(() -> response.writeWith(Mono.just(Responses.buffer(response, "hello"))).subscribe(result));
		result.cancel();
		exchange.runTasks();
		assertThat(result.signals()).isEmpty();
		assertThat(exchange.wire()).isEmpty();
	}

	@Test
	void operatorsInFrontReleaseWhatTheyDrop() {
		Mono<DataBuffer> dropped = Mono.fromSupplier(() -> Responses.buffer(response, "dropped"))
			.filter((each) -> false);
		assertThat(Responses.subscribe(response.writeWith(dropped)).signals()).containsExactly("complete");
		Flux<DataBuffer> all = Flux.just(1)
			.map((each) -> Responses.buffer(response, "dropped"))
			.filter((each) -> false);
		assertThat(Responses.subscribe(response.writeWith(all)).signals()).containsExactly("complete");
	}

	@Test
	void setCompleteWritesNothing() {
		response.setStatusCode(HttpStatus.NO_CONTENT);
		response.addCookie(ResponseCookie.from("ID", "1").build());
		assertThat(Responses.subscribe(response.setComplete()).signals()).containsExactly("complete");
		assertThat(response.isCommitted()).isTrue();
		assertThat(exchange.wire()).isEmpty();
		assertThat(exchange.committed()).isFalse();
		assertThat(exchange.status()).isEqualTo(204);
		assertThat(exchange.responseHeaders()).hasToString("[Set-Cookie: ID=1]");
		assertThat(Responses.subscribe(response.setComplete()).signals()).containsExactly("complete");
		assertThat(exchange.responseHeaders()).hasToString("[Set-Cookie: ID=1]");
	}

	@Test
	void setCompleteRunsActionsAndGoesToTheLoop() {
		response.beforeCommit(() -> Mono.fromRunnable(() -> response.getHeaders().set("A", "b")));
		Responses.Result result = new Responses.Result();
		OtherThread.run(() -> response.setComplete().subscribe(result));
		exchange.runTasks();
		assertThat(result.signals()).containsExactly("complete");
		assertThat(exchange.responseHeaders()).hasToString("[A: b]");
	}

	@Test
	void committedResponseCannotBeChanged() {
		HttpHeaders before = response.getHeaders();
		assertThat(before).isSameAs(response.getHeaders());
		response.addCookie(ResponseCookie.from("ID", "1").build());
		Responses.subscribe(response.setComplete());
		assertThat(response.setStatusCode(HttpStatus.NOT_FOUND)).isFalse();
		assertThat(response.setRawStatusCode(404)).isFalse();
		assertThat(response.getStatusCode()).isEqualTo(HttpStatus.OK);
		assertThat(response.getHeaders()).isSameAs(response.getHeaders());
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> response.getHeaders().set("A", "b"));
		assertThatIllegalStateException().isThrownBy(() -> response.addCookie(ResponseCookie.from("A", "b").build()));
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> response.getCookies().clear());
		assertThat(response.getCookies().keySet()).containsExactly("ID");
	}

	@Test
	void everyCookieIsALineOfItsOwn() {
		response.addCookie(ResponseCookie.from("a", "1")
			.path("/p")
			.domain("a.example")
			.secure(true)
			.httpOnly(true)
			.partitioned(true)
			.sameSite("Lax")
			.build());
		response.addCookie(ResponseCookie.from("b", "2").build());
		response.addCookie(ResponseCookie.from("a", "3").maxAge(Duration.ZERO).build());
		Responses.subscribe(response.setComplete());
		assertThat(response.getHeaders().get(HttpHeaders.SET_COOKIE)).containsExactly(
				"a=1; Path=/p; Domain=a.example; Secure; HttpOnly; Partitioned; SameSite=Lax",
				"a=3; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "b=2");
	}

	@Test
	void statusNeedNotBeAKnownOne() {
		assertThat(response.getStatusCode()).isEqualTo(HttpStatus.OK);
		assertThat(response.setRawStatusCode(299)).isTrue();
		assertThat(response.getStatusCode()).isEqualTo(HttpStatusCode.valueOf(299));
		Responses.subscribe(response.setComplete());
		assertThat(exchange.status()).isEqualTo(299);
		assertThat(response.setRawStatusCode(null)).isFalse();
	}

	@Test
	void buffersOfOtherFactoriesAreWrittenWithoutACopyOfTheirOwn() {
		Responses.subscribe(response.writeWith(Flux.just(Responses.heapBuffer("a"), Responses.heapBuffer("b"))));
		assertThat(exchange.wire()).containsExactly("200 [] a", "b|");
	}

	@Test
	void exchangeIsFoundThroughDecorators() {
		assertThat(FastwireServerHttpResponse.unwrap(response)).isSameAs(response);
		assertThat(FastwireServerHttpResponse
			.unwrap(new ServerHttpResponseDecorator(new ServerHttpResponseDecorator(response)))).isSameAs(response);
		assertThatIllegalArgumentException()
			.isThrownBy(() -> FastwireServerHttpResponse.unwrap(new MockServerHttpResponse()))
			.withMessageContaining("MockServerHttpResponse")
			.withMessageContaining("RANDOM_PORT");
	}

}
