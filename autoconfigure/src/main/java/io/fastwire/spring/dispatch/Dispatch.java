/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.HandlerResultHandler;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;

/**
 * The run of a dispatch for one exchange: asks the mappings for a handler, has it called,
 * and has its result written. Subscribes where Spring Framework does and in the same
 * order; what fails goes on by Spring's operators, which are assembled only then.
 */
final class Dispatch extends Run {

	private final FusedDispatcherHandler dispatcher;

	private final ServerWebExchange exchange;

	private final List<HandlerMapping> mappings;

	private int next;

	/** Is cancelled with what follows it, as by {@code flatMap}. */
	private @Nullable Subscription call;

	private Dispatch(FusedDispatcherHandler dispatcher, ServerWebExchange exchange, List<HandlerMapping> mappings,
			CoreSubscriber<? super Void> downstream) {
		super(downstream);
		this.dispatcher = dispatcher;
		this.exchange = exchange;
		this.mappings = mappings;
	}

	static Mono<Void> of(FusedDispatcherHandler dispatcher, ServerWebExchange exchange, List<HandlerMapping> mappings) {
		return new DispatchMono(dispatcher, exchange, mappings).assembled();
	}

	private void start() {
		downstream.onSubscribe(this);
		askMappings();
	}

	private void askMappings() {
		while (next < mappings.size() && !isCancelled()) {
			HandlerMapping mapping = mappings.get(next++);
			Mono<Object> source;
			Object handler;
			try {
				source = Objects.requireNonNull(Lookup.in(mapping, exchange), "The mapper returned a null Publisher");
				handler = (source instanceof Callable<?> known) ? known.call() : null;
			}
			catch (Throwable ex) {
				Throwable failure = Operators.onNextError(mapping, ex, downstream.currentContext());
				if (failure == null) {
					continue;
				}
				recover(failure);
				return;
			}
			if (handler != null) {
				call(handler);
				return;
			}
			if (!(source instanceof Callable<?>)) {
				subscribe(source, new Mapping());
				return;
			}
		}
		if (!isCancelled()) {
			recover(new ResponseStatusException(HttpStatus.NOT_FOUND));
		}
	}

	private void call(Object handler) {
		Mono<HandlerResult> result;
		try {
			if (dispatcher.isRefused(exchange)) {
				downstream.onComplete();
				return;
			}
			result = Objects.requireNonNull(dispatcher.adapterOf(handler).handle(exchange, handler));
		}
		catch (Throwable ex) {
			fail(null, ex, handler);
			return;
		}
		subscribe(result, new Call());
	}

	private void write(HandlerResult result) {
		Mono<Void> written;
		Step<Void> step;
		try {
			HandlerResultHandler handler = dispatcher.resultHandlerOf(result);
			written = (handler != null) ? Objects.requireNonNull(handler.handleResult(exchange, result))
					: dispatcher.writeNothing(exchange, result);
			step = (handler != null) ? new Write(result) : new Last();
		}
		catch (Throwable ex) {
			fail(call, ex, result);
			return;
		}
		subscribe(written, step);
	}

	/** What Spring Framework calls in a {@code flatMap} fails past its error handlers. */
	private void fail(@Nullable Subscription upstream, Throwable cause, Object element) {
		downstream.onError(Operators.onOperatorError(upstream, cause, element, downstream.currentContext()));
	}

	private void recover(Throwable cause) {
		subscribe(dispatcher.recover(exchange, cause), new Last());
	}

	@Override
	public void cancel() {
		Subscription current = takeCurrent();
		if (current == null) {
			return;
		}
		Subscription before = call;
		if (before != null && before != current) {
			before.cancel();
		}
		current.cancel();
	}

	/** Takes the first element, if there is one, and no signal behind that. */
	private abstract class First<T> extends Step<T> {

		private boolean done;

		abstract void take(T element);

		/** There is no element. */
		abstract void none();

		/** There is an error instead. */
		void failed(Throwable cause) {
			recover(cause);
		}

		@Override
		public final void onNext(T element) {
			if (done) {
				Operators.onNextDropped(element, currentContext());
				return;
			}
			done = true;
			take(element);
		}

		@Override
		public final void onError(Throwable cause) {
			if (done) {
				Operators.onErrorDropped(cause, currentContext());
				return;
			}
			done = true;
			failed(cause);
		}

		@Override
		public final void onComplete() {
			if (!done) {
				done = true;
				none();
			}
		}

	}

	/** Takes the handler from a mapping that has one. */
	private final class Mapping extends First<Object> {

		private @Nullable Subscription upstream;

		@Override
		public void onSubscribe(Subscription subscription) {
			upstream = subscription;
			super.onSubscribe(subscription);
		}

		@Override
		void take(Object handler) {
			Objects.requireNonNull(upstream).cancel(); // As next() does.
			call(handler);
		}

		@Override
		void none() {
			askMappings();
		}

		/** Leaves the mapping out if the application has said so, as concatMap does. */
		@Override
		void failed(Throwable cause) {
			Throwable failure = Operators.onNextInnerError(cause, currentContext(), Objects.requireNonNull(upstream));
			if (failure == null) {
				askMappings();
			}
			else {
				recover(failure);
			}
		}

	}

	/** Takes the result of the handler. */
	private final class Call extends First<HandlerResult> {

		@Override
		public void onSubscribe(Subscription subscription) {
			call = subscription;
			super.onSubscribe(subscription);
		}

		@Override
		void take(HandlerResult result) {
			write(result);
		}

		@Override
		void none() {
			downstream.onComplete();
		}

	}

	/** Waits for the result to be written. */
	private final class Write extends Step<Void> {

		private final HandlerResult result;

		Write(HandlerResult result) {
			this.result = result;
		}

		@Override
		public void onNext(Void nothing) {
		}

		@Override
		public void onError(Throwable cause) {
			subscribe(dispatcher.recover(exchange, result, cause), new Last());
		}

	}

	private static final class DispatchMono extends Mono<Void> {

		private final FusedDispatcherHandler dispatcher;

		private final ServerWebExchange exchange;

		private final List<HandlerMapping> mappings;

		DispatchMono(FusedDispatcherHandler dispatcher, ServerWebExchange exchange, List<HandlerMapping> mappings) {
			this.dispatcher = dispatcher;
			this.exchange = exchange;
			this.mappings = mappings;
		}

		Mono<Void> assembled() {
			return onAssembly(this);
		}

		@Override
		public void subscribe(CoreSubscriber<? super Void> downstream) {
			new Dispatch(dispatcher, exchange, mappings, downstream).start();
		}

	}

}
