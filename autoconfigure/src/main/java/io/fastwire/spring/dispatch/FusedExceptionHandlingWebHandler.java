/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.server.WebHandler;
import org.springframework.web.server.adapter.HttpWebHandlerAdapter;
import org.springframework.web.server.handler.ExceptionHandlingWebHandler;
import org.springframework.web.server.handler.FilteringWebHandler;

/**
 * An {@link ExceptionHandlingWebHandler} that assembles its two operators for each
 * exception handler only when there is an error.
 */
public final class FusedExceptionHandlingWebHandler extends ExceptionHandlingWebHandler {

	private static final String CHECKPOINT = ExceptionHandlingWebHandler.class.getName()
			+ "$CheckpointInsertingHandler";

	/** Is called when it is subscribed to, as by the chain of filters. */
	private final WebHandler handler;

	/** Without the first, which Spring Framework adds by itself. */
	private final List<WebExceptionHandler> exceptionHandlers;

	private FusedExceptionHandlingWebHandler(FilteringWebHandler delegate,
			List<WebExceptionHandler> exceptionHandlers) {
		super(delegate, exceptionHandlers);
		this.handler = delegate.getFilters().isEmpty() ? delegate.getDelegate() : delegate;
		this.exceptionHandlers = exceptionHandlers;
	}

	/**
	 * Puts a handler of this class into the adapter of an application.
	 * @param handler what the application has
	 * @return a new adapter with the same settings, or the handler itself if it is not
	 * exactly Spring Framework's
	 */
	public static HttpHandler in(HttpHandler handler) {
		HttpWebHandlerAdapter adapter = exactly(HttpWebHandlerAdapter.class, handler);
		ExceptionHandlingWebHandler spring = (adapter == null) ? null
				: exactly(ExceptionHandlingWebHandler.class, adapter.getDelegate());
		FilteringWebHandler filters = (spring == null) ? null
				: exactly(FilteringWebHandler.class, spring.getDelegate());
		if (adapter == null || spring == null || filters == null) {
			return handler;
		}
		List<WebExceptionHandler> all = spring.getExceptionHandlers();
		return (!all.isEmpty() && all.get(0).getClass().getName().equals(CHECKPOINT))
				? copy(adapter, new FusedExceptionHandlingWebHandler(filters, all.subList(1, all.size()))) : handler;
	}

	private static <T> @Nullable T exactly(Class<T> type, Object object) {
		return (object.getClass() == type) ? type.cast(object) : null;
	}

	private static HttpHandler copy(HttpWebHandlerAdapter adapter, WebHandler handler) {
		HttpWebHandlerAdapter copy = new HttpWebHandlerAdapter(handler);
		copy.setSessionManager(adapter.getSessionManager());
		copy.setCodecConfigurer(adapter.getCodecConfigurer());
		copy.setLocaleContextResolver(adapter.getLocaleContextResolver());
		copy.setForwardedHeaderTransformer(adapter.getForwardedHeaderTransformer());
		copy.setObservationRegistry(adapter.getObservationRegistry());
		copy.setObservationConvention(adapter.getObservationConvention());
		if (adapter.getApplicationContext() != null) {
			copy.setApplicationContext(adapter.getApplicationContext());
		}
		if (adapter.getDefaultHtmlEscape() != null) {
			copy.setDefaultHtmlEscape(adapter.getDefaultHtmlEscape());
		}
		return copy;
	}

	@Override
	public Mono<Void> handle(ServerWebExchange exchange) {
		return new GuardedMono(this, exchange).assembled();
	}

	private Mono<Void> recover(ServerWebExchange exchange, Throwable cause) {
		return new ExceptionHandlingWebHandler((failed) -> Mono.error(cause), exceptionHandlers).handle(exchange);
	}

	/** The run of the handler, and of the exception handlers if there is an error. */
	private static final class Guarded extends Run {

		private final FusedExceptionHandlingWebHandler handler;

		private final ServerWebExchange exchange;

		Guarded(FusedExceptionHandlingWebHandler handler, ServerWebExchange exchange,
				CoreSubscriber<? super Void> downstream) {
			super(downstream);
			this.handler = handler;
			this.exchange = exchange;
		}

		void start() {
			downstream.onSubscribe(this);
			Mono<Void> handled;
			try {
				handled = Objects.requireNonNull(handler.handler.handle(exchange),
						"The Mono returned by the supplier is null");
			}
			catch (Throwable ex) {
				handled = Mono.error(Operators.onOperatorError(ex, downstream.currentContext()));
			}
			subscribe(handled, new First());
		}

		private final class First extends Step<Void> {

			@Override
			public void onNext(Void nothing) {
			}

			@Override
			public void onError(Throwable cause) {
				subscribe(handler.recover(exchange, cause), new Last());
			}

		}

	}

	private static final class GuardedMono extends Mono<Void> {

		private final FusedExceptionHandlingWebHandler handler;

		private final ServerWebExchange exchange;

		GuardedMono(FusedExceptionHandlingWebHandler handler, ServerWebExchange exchange) {
			this.handler = handler;
			this.exchange = exchange;
		}

		Mono<Void> assembled() {
			return onAssembly(this);
		}

		@Override
		public void subscribe(CoreSubscriber<? super Void> downstream) {
			new Guarded(handler, exchange, downstream).start();
		}

	}

}
