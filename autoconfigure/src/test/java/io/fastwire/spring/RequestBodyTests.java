/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.fastwire.http.AbortedException;
import io.fastwire.http.Headers;
import io.fastwire.http.RejectedBodyException;
import io.fastwire.http.Rejection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBuffer;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.util.DisconnectedClientHelper;

import static org.assertj.core.api.Assertions.assertThat;

class RequestBodyTests {

	private final FakeExchange exchange = new FakeExchange("POST", "/");

	private final FastwireServerHttpResponse response = Responses.of(exchange);

	private final RequestBody body = new RequestBody(exchange, response,
			new RequestBufferFactory(exchange.allocator()));

	@AfterEach
	void nothingLeaks() {
		exchange.assertNoLeak();
	}

	@Test
	void demandIsPassedOnOneToOne() {
		exchange.body().arrive("a").arrive("b").arrive("c").complete();
		Reader reader = new Reader(0);
		body.subscribe(reader);
		assertThat(exchange.body().demand()).isZero();
		assertThat(reader.log).isEmpty();
		reader.request(1);
		assertThat(reader.log).containsExactly("a");
		reader.request(5);
		assertThat(reader.log).containsExactly("a", "b", "c", "complete");
		assertThat(exchange.body().demand()).isEqualTo(3);
	}

	@Test
	void unboundedDemandIsPassedOn() {
		Reader reader = new Reader(Long.MAX_VALUE);
		body.subscribe(reader);
		assertThat(exchange.body().demand()).isEqualTo(Long.MAX_VALUE);
		exchange.body().arrive("a").arrive("b").complete();
		assertThat(reader.log).containsExactly("a", "b", "complete");
	}

	/** Reactive Streams rule 3.17. */
	@Test
	void demandDoesNotOverflow() {
		OtherThread.run(() -> {
			Reader reader = new Reader(Long.MAX_VALUE - 1);
			body.subscribe(reader);
			reader.request(Long.MAX_VALUE - 1);
		});
		exchange.runTasks();
		assertThat(exchange.body().demand()).isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void endNeedsNoDemand() {
		exchange.body().complete();
		Reader reader = new Reader(0);
		body.subscribe(reader);
		assertThat(reader.log).containsExactly("complete");
	}

	/**
	 * Reactive Streams rule 3.3: asking for one from within each onNext must not recurse.
	 */
	@Test
	void demandFromWithinASignalDoesNotRecurse() {
		for (int i = 0; i < 20_000; i++) {
			exchange.body().arrive("x");
		}
		exchange.body().complete();
		Reader reader = new Reader(1) {
			private boolean inside;

			@Override
			public void onNext(DataBuffer buffer) {
				assertThat(inside).isFalse();
				inside = true;
				super.onNext(buffer);
				request(1);
				inside = false;
			}
		};
		body.subscribe(reader);
		assertThat(reader.log).hasSize(20_001).endsWith("complete");
	}

	/** Reactive Streams rule 1.9: onSubscribe comes first, and alone. */
	@Test
	void nothingIsSignalledBeforeOnSubscribeHasReturned() {
		exchange.body().arrive("a").complete();
		Reader reader = new Reader(1) {
			@Override
			public void onSubscribe(Subscription subscription) {
				super.onSubscribe(subscription);
				exchange.runTasks();
				log.add("subscribed");
			}
		};
		body.subscribe(reader);
		assertThat(reader.log).containsExactly("subscribed", "a", "complete");
	}

	@Test
	void failureWaitsForOnSubscribeToo() {
		Reader reader = new Reader(1) {
			@Override
			public void onSubscribe(Subscription subscription) {
				super.onSubscribe(subscription);
				body.onFailure(new AbortedException("gone"));
				log.add("subscribed");
			}
		};
		body.subscribe(reader);
		assertThat(reader.log).containsExactly("subscribed", "error");
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, -1, Long.MIN_VALUE })
	void demandThatIsNotPositiveIsAnError(long n) {
		exchange.body().arrive("a");
		Reader reader = new Reader(0);
		body.subscribe(reader);
		body.request(n);
		assertThat(reader.failure).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("3.9");
		assertThat(exchange.body().discarded()).isTrue();
		body.request(1);
		assertThat(reader.log).hasSize(1);
	}

	@Test
	void buffersBelongToTheReader() {
		exchange.body().arrive("a");
		Reader reader = new Reader(1) {
			@Override
			public void onNext(DataBuffer buffer) {
				assertThat(buffer).isInstanceOf(NettyDataBuffer.class);
				assertThat(((NettyDataBuffer) buffer).getNativeBuffer().refCnt()).isEqualTo(1);
				super.onNext(buffer);
			}
		};
		body.subscribe(reader);
		assertThat(reader.log).containsExactly("a");
	}

	@Test
	void cancelledBodyIsDiscarded() {
		exchange.body().arrive("a").arrive("b");
		Reader reader = new Reader(1);
		body.subscribe(reader);
		reader.cancel();
		reader.cancel();
		assertThat(reader.log).containsExactly("a");
		assertThat(exchange.body().discarded()).isTrue();
	}

	@Test
	void bodyCancelledBeforeItsFirstBufferIsDiscarded() {
		exchange.body().arrive("a");
		Reader reader = new Reader(0) {
			@Override
			public void onSubscribe(Subscription subscription) {
				subscription.cancel();
			}
		};
		body.subscribe(reader);
		assertThat(reader.log).isEmpty();
		assertThat(exchange.body().discarded()).isTrue();
	}

	@Test
	void cancellationFromWithinASignalIsTheLast() {
		exchange.body().arrive("a").arrive("b").complete();
		Reader reader = new Reader(Long.MAX_VALUE) {
			@Override
			public void onNext(DataBuffer buffer) {
				super.onNext(buffer);
				cancel();
			}
		};
		body.subscribe(reader);
		assertThat(reader.log).containsExactly("a");
	}

	@Test
	void partsAreKeptForWhoAsksFirstAndOnTheEventLoop() {
		OtherThread.run(() -> assertThat(body.firstUpload()).isNull());
		assertThat(body.firstUpload()).isNotNull();
		assertThat(body.firstUpload()).isNull();
	}

	@Test
	void everyCallMayComeFromAnotherThread() {
		exchange.body().arrive("a").arrive("b");
		Reader reader = new Reader(0);
		OtherThread.run(() -> body.subscribe(reader));
		assertThat(exchange.body().received()).isFalse();
		OtherThread.run(() -> reader.request(1));
		exchange.runTasks();
		assertThat(reader.log).containsExactly("a");
		OtherThread.run(reader::cancel);
		assertThat(exchange.body().discarded()).isFalse();
		exchange.runTasks();
		assertThat(exchange.body().discarded()).isTrue();
	}

	@Test
	void bufferThatMeetsACancellationIsReleased() {
		Reader reader = new Reader(5);
		body.subscribe(reader);
		OtherThread.run(reader::cancel);
		exchange.body().arrive("late").complete();
		exchange.runTasks();
		assertThat(reader.log).isEmpty();
	}

	@Test
	void endAndFailureAreNotToldAfterACancellation() {
		for (boolean fail : new boolean[] { true, false }) {
			RequestBody other = new RequestBody(exchange, response, new RequestBufferFactory(exchange.allocator()));
			Reader reader = new Reader(5);
			OtherThread.run(() -> {
				other.subscribe(reader);
				reader.cancel();
			});
			if (fail) {
				other.onFailure(new AbortedException("gone"));
			}
			other.onComplete(Headers.empty());
			exchange.runTasks();
			assertThat(reader.log).isEmpty();
		}
	}

	@Test
	void secondReaderIsRefused() {
		body.subscribe(new Reader(0));
		Reader second = new Reader(1);
		body.subscribe(second);
		assertThat(second.failure).isInstanceOf(IllegalStateException.class);
		assertThat(exchange.body().demand()).isZero();
	}

	@Test
	void lostConnectionFailsTheReaderAsWebFluxKnowsIt() {
		Reader reader = new Reader(1);
		body.subscribe(reader);
		exchange.body().fail(new AbortedException("gone"));
		assertThat(DisconnectedClientHelper.isClientDisconnectedException(reader.failure)).isTrue();
		assertThat(response.setStatusCode(HttpStatus.INTERNAL_SERVER_ERROR)).isFalse();
	}

	@Test
	void refusedBodyFailsTheReaderWithItsStatus() {
		Reader reader = new Reader(1);
		body.subscribe(reader);
		RejectedBodyException cause = new RejectedBodyException(Rejection.BODY_TOO_LARGE);
		exchange.body().fail(cause);
		assertThat(reader.failure).isInstanceOfSatisfying(ResponseStatusException.class, (ex) -> {
			assertThat(ex.getStatusCode()).isEqualTo(HttpStatus.CONTENT_TOO_LARGE);
			assertThat(ex).hasCause(cause);
		});
	}

	@Test
	void failureIsToldOnceAndToALateReaderToo() {
		AbortedException cause = new AbortedException("gone");
		body.onFailure(cause);
		body.onFailure(new AbortedException("again"));
		Reader reader = new Reader(1);
		OtherThread.run(() -> body.subscribe(reader));
		exchange.runTasks();
		assertThat(reader.failure).isSameAs(cause);
		assertThat(reader.log).hasSize(1);
		assertThat(exchange.body().received()).isFalse();
	}

	@Test
	void bodyOfAnEndedExchangeCannotBeRead() {
		exchange.end();
		Reader reader = new Reader(1);
		body.subscribe(reader);
		assertThat(reader.failure).isInstanceOf(AbortedException.class);
	}

	@Test
	void survivesARealScheduler() {
		List<String> read = new ArrayList<>();
		for (int i = 0; i < 5_000; i++) {
			exchange.body().arrive("x");
		}
		exchange.body().complete();
		boolean[] complete = new boolean[1];
		body.publishOn(Schedulers.single(), 3).doOnNext((buffer) -> {
			read.add(buffer.toString(StandardCharsets.UTF_8));
			DataBufferUtils.release(buffer);
		}).publishOn(Schedulers.fromExecutor(exchange::execute)).subscribe(null, null, () -> complete[0] = true);
		while (!complete[0]) {
			exchange.runTasks();
			Thread.onSpinWait();
		}
		assertThat(read).hasSize(5_000);
	}

	/** Keeps every signal, also one that must not come. */
	private static class Reader implements CoreSubscriber<DataBuffer> {

		final List<String> log = new ArrayList<>();

		private final long initialDemand;

		private volatile @Nullable Subscription subscription;

		@Nullable Throwable failure;

		Reader(long initialDemand) {
			this.initialDemand = initialDemand;
		}

		@Override
		public void onSubscribe(Subscription subscription) {
			this.subscription = subscription;
			if (initialDemand > 0) {
				subscription.request(initialDemand);
			}
		}

		@Override
		public void onNext(DataBuffer buffer) {
			log.add(buffer.toString(StandardCharsets.UTF_8));
			DataBufferUtils.release(buffer);
		}

		@Override
		public void onComplete() {
			log.add("complete");
		}

		@Override
		public void onError(Throwable cause) {
			failure = cause;
			log.add("error");
		}

		void request(long n) {
			Objects.requireNonNull(subscription).request(n);
		}

		void cancel() {
			Objects.requireNonNull(subscription).cancel();
		}

	}

}
