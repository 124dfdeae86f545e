/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.fastwire.http.AbortedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.publisher.TestPublisher;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatus;

import static org.assertj.core.api.Assertions.assertThat;

class FluxBodyWriterTests {

	private final FakeExchange exchange = FakeExchange.get("/");

	private final FastwireServerHttpResponse response = Responses.of(exchange);

	private final TestPublisher<DataBuffer> body = TestPublisher.create();

	@AfterEach
	void nothingLeaks() {
		exchange.runTasks();
		exchange.assertNoLeak();
	}

	@Test
	void buffersAreWrittenAsTheyComeAndTheLastEndsTheResponse() {
		Responses.Result result = Responses
			.subscribe(response.writeWith(Flux.just(buffer("a"), buffer("b"), buffer("c"))));
		assertThat(exchange.wire()).containsExactly("200 [] a", "b", "c|");
		assertThat(result.signals()).containsExactly("complete");
	}

	@Test
	void fluxThatNeverEndsIsWrittenNevertheless() {
		Responses.Result result = Responses
			.subscribe(response.writeWith(Flux.range(0, 64).map((i) -> buffer("x")).concatWith(Flux.never())));
		assertThat(exchange.wire()).hasSize(64);
		assertThat(result.signals()).isEmpty();
		result.cancel();
	}

	@Test
	void responseIsCommittedWithTheFirstSignal() {
		Responses.Result result = Responses.subscribe(response.writeWith(body));
		assertThat(response.isCommitted()).isFalse();
		assertThat(response.setStatusCode(HttpStatus.ACCEPTED)).isTrue();
		body.next(buffer("a"));
		assertThat(response.isCommitted()).isTrue();
		assertThat(exchange.wire()).containsExactly("202 [] a");
		body.next(buffer("b"));
		body.complete();
		assertThat(exchange.wire()).containsExactly("202 [] a", "b", "|");
		assertThat(result.signals()).containsExactly("complete");
	}

	@Test
	void errorBeforeTheFirstBufferCommitsNothing() {
		response.getHeaders().setContentLength(7);
		Responses.Result result = Responses.subscribe(response.writeWith(body));
		body.error(new IllegalStateException("boo"));
		assertThat(result.signals()).containsExactly("error: boo");
		assertThat(response.isCommitted()).isFalse();
		assertThat(response.getHeaders().isEmpty()).isTrue();
	}

	@Test
	void errorAfterBuffersComesBehindThem() {
		Responses.Result result = Responses.subscribe(response
			.writeWith(Flux.just(buffer("a"), buffer("b")).concatWith(Flux.error(new IllegalStateException("boo")))));
		assertThat(exchange.wire()).containsExactly("200 [] a", "b");
		assertThat(result.signals()).containsExactly("error: boo");
		assertThat(exchange.ended()).isFalse();
	}

	@Test
	void foreignThreadsHopOncePerBatch() {
		Responses.Result result = new Responses.Result();
		OtherThread.run(() -> response.writeWith(body).subscribe(result));
		OtherThread.run(() -> {
			body.next(buffer("a"));
			body.next(buffer("b"));
		});
		assertThat(exchange.taskCount()).isEqualTo(1);
		assertThat(exchange.wire()).isEmpty();
		exchange.runTasks();
		assertThat(exchange.wire()).containsExactly("200 [] a", "b");
		OtherThread.run(body::complete);
		exchange.runTasks();
		assertThat(exchange.wire()).endsWith("|");
		assertThat(result.signals()).containsExactly("complete");
	}

	@Test
	void everythingArrivesInOrderFromARealScheduler() {
		List<String> expected = IntStream.range(0, 10_000).mapToObj(Integer::toString).toList();
		Responses.Result result = Responses.subscribe(response
			.writeWith(Flux.range(0, 10_000).map((i) -> buffer(Integer.toString(i))).publishOn(Schedulers.parallel())));
		while (result.signals().isEmpty()) {
			exchange.runTasks();
			Thread.onSpinWait();
		}
		String all = String.join("", exchange.wire());
		assertThat(all).isEqualTo("200 [] " + String.join("", expected) + "|");
	}

	@Test
	void demandIsBoundedAndReplenished() {
		Responses.subscribe(response.writeWith(body));
		body.assertMaxRequested(FluxBodyWriter.PREFETCH);
		for (int i = 0; i < 1000; i++) {
			body.next(buffer("x"));
		}
		body.complete();
		assertThat(exchange.wire()).hasSize(1001);
	}

	@Test
	void slowClientStopsTheSource() {
		List<Long> requested = new ArrayList<>();
		exchange.writable(false);
		Responses.Result result = Responses
			.subscribe(response.writeWith(Flux.range(0, 1000).map((i) -> buffer("x")).doOnRequest(requested::add)));
		assertThat(requested).containsExactly((long) FluxBodyWriter.FIRST_REQUEST);
		assertThat(exchange.wire()).isEmpty();
		exchange.writable(true);
		assertThat(exchange.wire()).hasSize(1000);
		assertThat(result.signals()).containsExactly("complete");
	}

	@Test
	void slowClientInTheMiddleKeepsTheRestQueued() {
		Responses.subscribe(response.writeWith(body));
		body.next(buffer("a"));
		exchange.writable(false);
		body.next(buffer("b"));
		body.next(buffer("c"));
		assertThat(exchange.wire()).containsExactly("200 [] a");
		exchange.writable(true);
		assertThat(exchange.wire()).containsExactly("200 [] a", "b", "c");
		exchange.writable(false);
		body.next(buffer("d"));
		body.complete();
		assertThat(exchange.wire()).hasSize(3);
		exchange.writable(true);
		assertThat(exchange.wire()).endsWith("d|");
	}

	@Test
	void cancellationReleasesWhatIsQueued() {
		exchange.writable(false);
		Responses.Result result = Responses.subscribe(response.writeWith(body));
		body.next(buffer("a"), buffer("b"));
		result.cancel();
		body.assertCancelled();
		exchange.assertNoLeak();
		exchange.writable(true);
		assertThat(exchange.wire()).isEmpty();
		assertThat(result.signals()).isEmpty();
	}

	@Test
	void cancellationFromAnotherThreadReleasesOnTheLoop() {
		exchange.writable(false);
		Responses.Result result = Responses.subscribe(response.writeWith(body));
		body.next(buffer("a"));
		OtherThread.run(result::cancel);
		exchange.runTasks();
		exchange.assertNoLeak();
	}

	@Test
	void bufferThatComesAfterCancellationIsReleased() {
		TestPublisher<DataBuffer> deaf = TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);
		Responses.Result result = Responses.subscribe(response.writeWith(deaf));
		deaf.next(buffer("a"));
		result.cancel();
		deaf.next(buffer("late"));
		assertThat(exchange.wire()).containsExactly("200 [] a");
	}

	@Test
	void endOfTheExchangeStopsTheSource() {
		Responses.Result result = Responses.subscribe(response.writeWith(body));
		body.next(buffer("a"));
		exchange.loseConnection();
		body.next(buffer("b"));
		body.assertCancelled();
		assertThat(result.failure()).isInstanceOf(AbortedException.class);
		assertThat(exchange.wire()).containsExactly("200 [] a");
	}

	@ParameterizedTest
	@CsvSource({ "1,32", "4096,32", "8192,16", "65536,2", "200000,2" })
	void aSlowClientMakesTheServerHoldABoundedNumberOfBytes(int size, int held) {
		AtomicInteger made = new AtomicInteger();
		Responses.subscribe(response.writeWith(Flux.range(0, 100)
			.map((i) -> Responses.heapBuffer("x".repeat(size)))
			.doOnNext((next) -> made.incrementAndGet())));
		assertThat(made).hasValue(100);
		AtomicInteger waiting = new AtomicInteger();
		FakeExchange slow = FakeExchange.get("/");
		FastwireServerHttpResponse answer = Responses.of(slow);
		Responses.subscribe(answer.writeWith(Flux.range(0, 100).map((i) -> {
			if (i == 10) {
				slow.writable(false);
			}
			return Responses.heapBuffer("x".repeat(size));
		}).doOnNext((next) -> waiting.incrementAndGet())));
		assertThat(waiting.get() - slow.wire().size()).isLessThanOrEqualTo(held);
		slow.loseConnection();
	}

	@Test
	void sourceThatIgnoresDemandIsStopped() {
		TestPublisher<DataBuffer> flood = TestPublisher.createNoncompliant(TestPublisher.Violation.REQUEST_OVERFLOW,
				TestPublisher.Violation.CLEANUP_ON_TERMINATE);
		exchange.writable(false);
		Responses.Result result = Responses.subscribe(response.writeWith(flood));
		for (int i = 0; i < 100; i++) {
			flood.next(buffer("x"));
		}
		flood.assertCancelled();
		exchange.writable(true);
		assertThat(exchange.wire()).hasSize(FluxBodyWriter.PREFETCH);
		assertThat(result.failure()).isInstanceOf(IllegalStateException.class).hasMessageContaining("demand");
	}

	@Test
	void secondSubscriptionIsCancelled() {
		TestPublisher<DataBuffer> twice = TestPublisher.create();
		Responses.subscribe(response.writeWith(body));
		body.next(buffer("a"));
		Responses.Result second = Responses.subscribe(response.writeWith(twice));
		twice.next(buffer("b"));
		twice.assertCancelled();
		assertThat(second.signals()).containsExactly("complete");
		body.complete();
		assertThat(exchange.wire()).containsExactly("200 [] a", "|");
	}

	@Test
	void groupsAreWrittenInOrderAsTheyCome() {
		TestPublisher<Flux<DataBuffer>> groups = TestPublisher.create();
		Responses.Result result = Responses.subscribe(response.writeAndFlushWith(groups));
		groups.next(Flux.just(buffer("a"), buffer("b")));
		assertThat(exchange.wire()).containsExactly("200 [] a", "b");
		groups.next(Flux.just(buffer("c")));
		assertThat(exchange.wire()).hasSize(3);
		groups.complete();
		assertThat(exchange.wire()).endsWith("c", "|");
		assertThat(result.signals()).containsExactly("complete");
	}

	@Test
	void emptyGroupSendsTheHead() {
		TestPublisher<Mono<DataBuffer>> groups = TestPublisher.create();
		Responses.Result result = Responses.subscribe(response.writeAndFlushWith(groups));
		groups.next(Mono.empty());
		assertThat(exchange.wire()).containsExactly("200 [] ");
		groups.next(Mono.empty());
		assertThat(exchange.wire()).hasSize(1);
		groups.next(Mono.just(buffer("a")));
		assertThat(exchange.wire()).containsExactly("200 [] ", "a");
		result.cancel();
		groups.assertCancelled();
	}

	@Test
	void groupThatFailsFirstCommitsNothing() {
		Responses.Result result = Responses
			.subscribe(response.writeAndFlushWith(Flux.just(Flux.error(new IllegalStateException("boo")))));
		assertThat(result.signals()).containsExactly("error: boo");
		assertThat(response.isCommitted()).isFalse();
	}

	@Test
	void noGroupIsTakenBeforeTheOneInFrontHasEnded() {
		Flux<Flux<DataBuffer>> groups = Flux.range(0, 3)
			.hide()
			.map((i) -> (i == 0) ? Flux.just(buffer("a")).concatWith(Flux.never()) : Flux.just(buffer("b")));
		Responses.Result result = Responses.subscribe(response.writeAndFlushWith(groups));
		assertThat(exchange.wire()).containsExactly("200 [] a");
		result.cancel();
	}

	/**
	 * Buffers come on the thread of a client or a scheduler, demand on the event loop.
	 * Where both came at once, a group of one buffer was written twice.
	 */
	@Test
	void groupsOfOneBufferComeOnceWhereDemandComesFromAnotherThread() {
		int count = 200_000;
		Scheduler emitting = Schedulers.newSingle("emitting");
		AtomicInteger received = new AtomicInteger();
		AtomicBoolean done = new AtomicBoolean();
		BaseSubscriber<DataBuffer> subscriber = new BaseSubscriber<>() {

			@Override
			protected void hookOnSubscribe(Subscription subscription) {
				// Demand is for the thread of the test.
			}

			@Override
			protected void hookOnNext(DataBuffer buffer) {
				received.incrementAndGet();
			}

			@Override
			protected void hookFinally(SignalType type) {
				done.set(true);
			}

		};
		try {
			Flux.range(0, count)
				.publishOn(emitting)
				.map((i) -> Mono.just(DefaultDataBufferFactory.sharedInstance.wrap(new byte[1])))
				.concatMap(FluxBodyWriter::group, 0)
				.subscribe(subscriber);
			long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
			while (!done.get() && System.nanoTime() < end) {
				subscriber.request(1);
			}
		}
		finally {
			emitting.dispose();
		}
		assertThat(done).isTrue();
		assertThat(received).hasValue(count);
	}

	@Test
	void writeThatFailsAfterTheCommitCannotBecomeAnErrorResponse() {
		response.getHeaders().set("A", "b");
		Responses.Result result = Responses.subscribe(response.writeWith(body));
		body.next(buffer("a"));
		exchange.breakWrites();
		body.next(buffer("b"));
		assertThat(result.failure()).hasMessage("Broken");
		assertThat(response.isCommitted()).isTrue();
		assertThat(response.getHeaders().getFirst("A")).isEqualTo("b");
	}

	@Test
	void cancellationReachesTheCurrentGroup() {
		Responses.Result result = Responses.subscribe(response.writeAndFlushWith(Flux.just(body.flux())));
		body.next(buffer("a"));
		result.cancel();
		body.assertCancelled();
		assertThat(exchange.wire()).containsExactly("200 [] a");
	}

	private DataBuffer buffer(String text) {
		return Responses.buffer(response, text);
	}

}
