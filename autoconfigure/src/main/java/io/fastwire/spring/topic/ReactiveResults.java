/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.ReactiveAdapter;

/**
 * Observes reactive results within the subscription of whoever subscribes to them: there
 * is none of our own, and demand, failure and cancellation pass through. Must be loaded
 * only if Reactor is there.
 */
final class ReactiveResults {

	private final boolean transactions;

	ReactiveResults(boolean transactions) {
		this.transactions = transactions;
	}

	/**
	 * Puts an observer into a reactive result.
	 * @param adapter for the type of the result
	 * @param result what the method has returned
	 * @param valueless whether to observe the completion instead of values
	 * @param observer gets each value, and the hook of the transaction that it came in;
	 * does not throw
	 * @return a result of the same type
	 */
	Object observe(ReactiveAdapter adapter, Object result, boolean valueless,
			BiConsumer<@Nullable Object, CommitHook> observer) {
		Publisher<Object> source = adapter.toPublisher(result);
		return adapter.fromPublisher(adapter.isMultiValue() ? many(Flux.from(source), valueless, observer)
				: one(Mono.from(source), valueless, observer));
	}

	private Mono<Object> one(Mono<Object> source, boolean valueless,
			BiConsumer<@Nullable Object, CommitHook> observer) {
		if (!transactions) {
			return observed(source, valueless, observer, threadHook());
		}
		return Mono.deferContextual((context) -> context.isEmpty() ? observed(source, valueless, observer, threadHook())
				: currentTransaction().flatMap((hook) -> observed(source, valueless, observer, hook)));
	}

	private Flux<Object> many(Flux<Object> source, boolean valueless,
			BiConsumer<@Nullable Object, CommitHook> observer) {
		if (!transactions) {
			return observed(source, valueless, observer, threadHook());
		}
		return Flux.deferContextual((context) -> context.isEmpty() ? observed(source, valueless, observer, threadHook())
				: currentTransaction().flatMapMany((hook) -> observed(source, valueless, observer, hook)));
	}

	private Mono<CommitHook> currentTransaction() {
		return ReactiveTransactions.current().switchIfEmpty(Mono.fromSupplier(this::threadHook));
	}

	/**
	 * A reactive result may be subscribed to in the transaction of a thread, by
	 * {@code block()}; whether a value comes on that thread shows when it comes.
	 */
	private CommitHook threadHook() {
		return transactions ? (action) -> ThreadTransactions.current().afterCommit(action) : CommitHook.NONE;
	}

	private static Mono<Object> observed(Mono<Object> source, boolean valueless,
			BiConsumer<@Nullable Object, CommitHook> observer, CommitHook hook) {
		return valueless ? source.doOnSuccess((none) -> observer.accept(null, hook))
				: source.doOnNext((value) -> observer.accept(value, hook));
	}

	private static Flux<Object> observed(Flux<Object> source, boolean valueless,
			BiConsumer<@Nullable Object, CommitHook> observer, CommitHook hook) {
		return valueless ? source.doOnComplete(() -> observer.accept(null, hook))
				: source.doOnNext((value) -> observer.accept(value, hook));
	}

}
