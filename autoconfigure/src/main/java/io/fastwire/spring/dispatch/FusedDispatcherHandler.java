/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.context.ApplicationContext;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.http.HttpStatus;
import org.springframework.util.ObjectUtils;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.reactive.DispatchExceptionHandler;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.HandlerResultHandler;
import org.springframework.web.server.ServerWebExchange;

/**
 * A {@link DispatcherHandler} that finds, calls and writes by one subscriber. The
 * mappings, adapters and result handlers are those of the application context, by the
 * rules of Spring Framework.
 */
public final class FusedDispatcherHandler extends DispatcherHandler {

	/*
	 * Spring Framework's has eleven operators between its filters and the operators of a
	 * mapping and an adapter, and spells a description of the handler for each request.
	 * Here a Dispatch does their work. What follows is what Spring's class does in
	 * private: which adapter, which result handler, and what happens to an error.
	 */

	/** Ends the name of a checkpoint. */
	private static final String MARK = " [DispatcherHandler]";

	private List<HandlerAdapter> adapters = List.of();

	private List<HandlerResultHandler> resultHandlers = List.of();

	/**
	 * Creates a handler.
	 * @param context whose beans handle the requests
	 */
	public FusedDispatcherHandler(ApplicationContext context) {
		setApplicationContext(context);
	}

	@Override
	protected void initStrategies(ApplicationContext context) {
		super.initStrategies(context);
		adapters = sortedBeans(context, HandlerAdapter.class);
		resultHandlers = sortedBeans(context, HandlerResultHandler.class);
	}

	private static <T> List<T> sortedBeans(ApplicationContext context, Class<T> type) {
		Map<String, T> beans = BeanFactoryUtils.beansOfTypeIncludingAncestors(context, type, true, false);
		List<T> sorted = new ArrayList<>(beans.values());
		AnnotationAwareOrderComparator.sort(sorted);
		return sorted;
	}

	@Override
	public Mono<Void> handle(ServerWebExchange exchange) {
		List<HandlerMapping> mappings = getHandlerMappings();
		return (mappings == null || CorsUtils.isPreFlightRequest(exchange.getRequest())) ? super.handle(exchange)
				: Dispatch.of(this, exchange, mappings);
	}

	/** Whether a mapping has rejected the request by the rules of CORS. */
	boolean isRefused(ServerWebExchange exchange) {
		return ObjectUtils.nullSafeEquals(exchange.getResponse().getStatusCode(), HttpStatus.FORBIDDEN);
	}

	HandlerAdapter adapterOf(Object handler) {
		for (HandlerAdapter adapter : adapters) {
			if (adapter.supports(handler)) {
				return adapter;
			}
		}
		throw new IllegalStateException("No HandlerAdapter: " + handler);
	}

	@Nullable HandlerResultHandler resultHandlerOf(HandlerResult result) {
		for (HandlerResultHandler handler : resultHandlers) {
			if (handler.supports(result)) {
				return handler;
			}
		}
		return null;
	}

	/** Lets the adapters handle an error, and writes what comes of it. */
	Mono<Void> recover(ServerWebExchange exchange, Throwable cause) {
		Mono<HandlerResult> result = Mono.error(cause);
		for (HandlerAdapter adapter : adapters) {
			if (adapter instanceof DispatchExceptionHandler handler) {
				result = result.onErrorResume((ex) -> handler.handleError(exchange, ex));
			}
		}
		return result.flatMap((handled) -> recoverable(exchange, handled,
				write(exchange, handled, "Handler " + handled.getHandler())));
	}

	/** Lets the handler of a result handle that it could not be written. */
	Mono<Void> recover(ServerWebExchange exchange, HandlerResult result, Throwable cause) {
		return recoverable(exchange, result,
				Mono.<Void>error(cause).checkpoint("Handler " + result.getHandler() + MARK));
	}

	/** Writes a result for which there is no result handler. */
	Mono<Void> writeNothing(ServerWebExchange exchange, HandlerResult result) {
		return recoverable(exchange, result, noResultHandler(result));
	}

	private Mono<Void> recoverable(ServerWebExchange exchange, HandlerResult result, Mono<Void> written) {
		DispatchExceptionHandler handler = result.getExceptionHandler();
		return (handler == null) ? written
				: written.onErrorResume((ex) -> handler.handleError(exchange, ex)
					.flatMap((second) -> write(exchange, second,
							"Exception handler " + second.getHandler() + ", error=\"" + ex.getMessage() + '"')));
	}

	private Mono<Void> write(ServerWebExchange exchange, HandlerResult result, String description) {
		HandlerResultHandler handler = resultHandlerOf(result);
		return (handler == null) ? noResultHandler(result)
				: handler.handleResult(exchange, result).checkpoint(description + MARK);
	}

	private static Mono<Void> noResultHandler(HandlerResult result) {
		return Mono.error(new IllegalStateException("No HandlerResultHandler for " + result.getReturnValue()));
	}

}
