/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

import io.fastwire.spring.autoconfigure.FastwireTopicAutoConfiguration;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.ResponseEntity;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is published of reactive results. All of it holds without {@code spring-tx} too.
 */
class PublishToReactiveTests {

	private final RecordingPublisher publisher = new RecordingPublisher();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(FastwireTopicAutoConfiguration.class))
		.withBean(TopicPublisher.class, () -> publisher)
		.withBean(Feed.class);

	@Test
	void publishesTheValueOfAMonoWhenItComes() {
		withFeed((feed, seen) -> {
			Mono<String> mono = feed.mono(Mono.just("a"));
			assertThat(seen.lines()).isEmpty();
			StepVerifier.create(mono).expectNext("a").verifyComplete();
			assertThat(seen.lines()).containsExactly("t=a");
		});
	}

	@Test
	void publishesForEachSubscription() {
		withFeed((feed, seen) -> {
			Mono<String> mono = feed.mono(Mono.just("a"));
			StepVerifier.create(mono).expectNext("a").verifyComplete();
			StepVerifier.create(mono).expectNext("a").verifyComplete();
			assertThat(seen.lines()).containsExactly("t=a", "t=a");
		});
	}

	@Test
	void addsNoSubscription() {
		withFeed((feed, seen) -> {
			AtomicInteger subscriptions = new AtomicInteger();
			Flux<String> flux = feed.flux(Flux.just("a", "b").doOnSubscribe((s) -> subscriptions.incrementAndGet()));
			assertThat(subscriptions).hasValue(0);
			StepVerifier.create(flux).expectNext("a", "b").verifyComplete();
			assertThat(subscriptions).hasValue(1);
			assertThat(seen.lines()).containsExactly("t=a", "t=b");
		});
	}

	@Test
	void publishesElementsAsTheyFlow() {
		withFeed((feed, seen) -> {
			TestPublisher<String> source = TestPublisher.create();
			StepVerifier.create(feed.flux(source.flux()), 1)
				.then(() -> source.next("a"))
				.expectNext("a")
				.then(() -> assertThat(seen.lines()).containsExactly("t=a"))
				.then(() -> source.assertMaxRequested(1))
				.thenRequest(1)
				.then(() -> source.next("b"))
				.expectNext("b")
				.thenCancel()
				.verify();
			source.assertCancelled();
			assertThat(seen.lines()).containsExactly("t=a", "t=b");
		});
	}

	@Test
	void publishesNothingForEmptyFailedAndCancelled() {
		withFeed((feed, seen) -> {
			StepVerifier.create(feed.mono(Mono.empty())).verifyComplete();
			StepVerifier.create(feed.mono(Mono.error(new IllegalStateException())))
				.verifyError(IllegalStateException.class);
			TestPublisher<String> source = TestPublisher.create();
			StepVerifier.create(feed.mono(source.mono())).thenCancel().verify();
			source.assertCancelled();
			assertThat(seen.lines()).isEmpty();
		});
	}

	@Test
	void publishesThePayloadWhenANothingIsComplete() {
		withFeed((feed, seen) -> {
			StepVerifier.create(feed.completion(Mono.empty())).verifyComplete();
			StepVerifier.create(feed.completion(Mono.error(new IllegalStateException())))
				.verifyError(IllegalStateException.class);
			StepVerifier.create(feed.completions(Flux.empty())).verifyComplete();
			feed.completable(Completable.complete()).blockingAwait();
			assertThat(seen.lines()).containsExactly("done=mono", "done=flux", "done=completable");
		});
	}

	@Test
	void knowsOtherReactiveTypes() {
		withFeed((feed, seen) -> {
			assertThat(feed.single(Single.just("a")).blockingGet()).isEqualTo("a");
			assertThat(feed.flowable(Flowable.just("b", "c")).toList().blockingGet()).containsExactly("b", "c");
			StepVerifier.create(feed.publisher(Flux.just("d"))).expectNext("d").verifyComplete();
			StepVerifier.create(feed.publisher(Flowable.just("e"))).expectNext("e").verifyComplete();
			StepVerifier.create(JdkFlowAdapter.flowPublisherToFlux(feed.flow("f"))).expectNext("f").verifyComplete();
			assertThat(seen.lines()).containsExactly("t=a", "t=b", "t=c", "t=d", "t=e", "t=f");
		});
	}

	@Test
	void unwrapsWhatIsInside() {
		withFeed((feed, seen) -> {
			StepVerifier.create(feed.response(Mono.just(ResponseEntity.ok("a")))).expectNextCount(1).verifyComplete();
			StepVerifier.create(feed.response(Mono.just(ResponseEntity.status(404).body("none"))))
				.expectNextCount(1)
				.verifyComplete();
			StepVerifier.create(feed.each(Mono.just(List.of("b", "c")))).expectNextCount(1).verifyComplete();
			assertThat(seen.lines()).containsExactly("t=a", "each/b=b", "each/c=c");
		});
	}

	@Test
	void observesTheBodyOfAResponse() {
		withFeed((feed, seen) -> {
			ResponseEntity<Flux<String>> response = feed
				.body(ResponseEntity.status(202).header("x", "y").body(Flux.just("a", "b")));
			assertThat(response.getStatusCode().value()).isEqualTo(202);
			assertThat(response.getHeaders().getFirst("x")).isEqualTo("y");
			Flux<String> body = response.getBody();
			StepVerifier.create(Objects.requireNonNull(body)).expectNext("a", "b").verifyComplete();
			assertThat(seen.lines()).containsExactly("t=a", "t=b");
		});
	}

	@Test
	void findsReactiveResultsBehindAnyDeclaredType() {
		withFeed((feed, seen) -> {
			Object result = feed.any(Mono.just("a"));
			assertThat(result).isInstanceOf(Mono.class);
			StepVerifier.create((Mono<?>) result).expectNextCount(1).verifyComplete();
			assertThat(feed.any("plain")).isEqualTo("plain");
			assertThat(seen.lines()).containsExactly("t=a", "t=plain");
		});
	}

	private void withFeed(BiConsumer<Feed, RecordingPublisher> test) {
		runner.run((context) -> test.accept(context.getBean(Feed.class), publisher));
		RecordingPublisher other = new RecordingPublisher();
		new ApplicationContextRunner().withClassLoader(new FilteredClassLoader("org.springframework.transaction"))
			.withConfiguration(AutoConfigurations.of(FastwireTopicAutoConfiguration.class))
			.withBean(TopicPublisher.class, () -> other)
			.withBean(Feed.class)
			.run((context) -> test.accept(context.getBean(Feed.class), other));
	}

	/** Public, to be proxied in another class loader. */
	public static class Feed {

		@PublishTo("t")
		public Mono<String> mono(Mono<String> mono) {
			return mono;
		}

		@PublishTo("t")
		public Flux<String> flux(Flux<String> flux) {
			return flux;
		}

		@PublishTo(topics = "done", payload = "'mono'")
		public Mono<Void> completion(Mono<Void> mono) {
			return mono;
		}

		@PublishTo(topics = "done", payload = "'flux'")
		public Flux<Void> completions(Flux<Void> flux) {
			return flux;
		}

		@PublishTo(topics = "done", payload = "'completable'")
		public Completable completable(Completable completable) {
			return completable;
		}

		@PublishTo("t")
		public Single<String> single(Single<String> single) {
			return single;
		}

		@PublishTo("t")
		public Flowable<String> flowable(Flowable<String> flowable) {
			return flowable;
		}

		@PublishTo("t")
		public Publisher<String> publisher(Publisher<String> publisher) {
			return publisher;
		}

		@PublishTo("t")
		public Flow.Publisher<String> flow(String value) {
			return JdkFlowAdapter.publisherToFlowPublisher(Flux.just(value));
		}

		@PublishTo("t")
		public Mono<ResponseEntity<String>> response(Mono<ResponseEntity<String>> response) {
			return response;
		}

		@PublishTo(topics = "each/{result}", each = true)
		public Mono<List<String>> each(Mono<List<String>> list) {
			return list;
		}

		@PublishTo("t")
		public ResponseEntity<Flux<String>> body(ResponseEntity<Flux<String>> response) {
			return response;
		}

		@PublishTo("t")
		public Object any(Object value) {
			return value;
		}

	}

}
