/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import java.lang.reflect.Method;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.web.accept.ApiVersionHolder;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.result.condition.ProducesRequestCondition;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;

/**
 * A {@link RequestMappingHandlerMapping} that hands what it has found to a
 * {@link FusedDispatcherHandler} without an operator. To everybody else, and for all that
 * is not the plain way of a request, it is Spring Framework's. May be used from any
 * thread, as that one.
 */
public class FusedRequestMappingHandlerMapping extends RequestMappingHandlerMapping {

	/*
	 * find() is getHandler() of Spring Framework without what a request seldom needs: API
	 * versions and CORS rules for all handlers are left to Spring. Where Spring's
	 * operators would tell hooks of an error, the same operators are assembled once there
	 * is the error.
	 *
	 * It is not final, and the dispatcher calls find() of exactly this class only, so
	 * that an application may have it proxied.
	 */

	/** Where an application looks for what a mapping says of a request. */
	private static final Log SPRING_LOGGER = LogFactory.getLog(RequestMappingHandlerMapping.class);

	/** Stands for any handler when it is asked whether all have rules for CORS. */
	private static final Object ANY_HANDLER = new Object();

	private static final WebHandler REJECTED_BY_CORS = (exchange) -> Mono.empty();

	/**
	 * As the lock of Spring's registry is not ours to take, whoever changes the registry
	 * holds this one as well.
	 */
	private final ReadWriteLock lock = new ReentrantReadWriteLock();

	@Override
	public void registerMapping(RequestMappingInfo mapping, Object handler, Method method) {
		change(() -> super.registerMapping(mapping, handler, method));
	}

	@Override
	protected void registerHandlerMethod(Object handler, Method method, RequestMappingInfo mapping) {
		change(() -> super.registerHandlerMethod(handler, method, mapping));
	}

	@Override
	public void unregisterMapping(RequestMappingInfo mapping) {
		change(() -> super.unregisterMapping(mapping));
	}

	private void change(Runnable change) {
		lock.writeLock().lock();
		try {
			change.run();
		}
		finally {
			lock.writeLock().unlock();
		}
	}

	/**
	 * Finds the handler of a request that is not a pre-flight request of CORS. Unlike
	 * {@code getHandler}, looks it up at once.
	 * @param exchange with the request
	 * @return emits the handler, for good if it is a {@code Callable}; must be subscribed
	 * to once, at once
	 */
	Mono<Object> find(ServerWebExchange exchange) {
		if (getApiVersionStrategy() != null || super.hasCorsConfigurationSource(ANY_HANDLER)) {
			return getHandler(exchange);
		}
		exchange.getAttributes().put(API_VERSION_ATTRIBUTE, ApiVersionHolder.EMPTY);
		exchange.getAttributes().remove(PRODUCIBLE_MEDIA_TYPES_ATTRIBUTE);
		HandlerMethod found;
		try {
			found = lookUp(exchange);
		}
		catch (Exception ex) {
			ProducesRequestCondition.clearMediaTypesAttribute(exchange);
			return Mono.error(ex).hide(); // A Callable would tell the hooks of it.
		}
		catch (Error ex) {
			return thrown(ex);
		}
		return (found != null) ? resolve(found, exchange) : none(exchange);
	}

	private @Nullable HandlerMethod lookUp(ServerWebExchange exchange) throws Exception {
		lock.readLock().lock();
		try {
			return lookupHandlerMethod(exchange);
		}
		finally {
			lock.readLock().unlock();
		}
	}

	private static Mono<Object> none(ServerWebExchange exchange) {
		ProducesRequestCondition.clearMediaTypesAttribute(exchange);
		return Mono.empty();
	}

	private Mono<Object> resolve(HandlerMethod found, ServerWebExchange exchange) {
		HandlerMethod handler;
		try {
			handler = found.createWithResolvedBean();
		}
		catch (RuntimeException | Error ex) {
			return thrown(ex);
		}
		ProducesRequestCondition.clearMediaTypesAttribute(exchange);
		if (SPRING_LOGGER.isDebugEnabled()) {
			SPRING_LOGGER.debug(exchange.getLogPrefix() + "Mapped to " + handler);
		}
		Mono<Object> known = Mono.just(handler);
		return hasCorsConfigurationSource(handler) ? known.map((method) -> applyCors(handler, exchange)) : known;
	}

	/** Fails as what is thrown past the error handling of a lookup. */
	private static Mono<Object> thrown(Throwable cause) {
		return Mono.just(ApiVersionHolder.EMPTY).flatMap((version) -> rethrow(cause));
	}

	private static Mono<Object> rethrow(Throwable cause) {
		if (cause instanceof Error error) {
			throw error;
		}
		throw (RuntimeException) cause;
	}

	/** Applies the rules of a handler's {@code @CrossOrigin}. */
	private Object applyCors(HandlerMethod handler, ServerWebExchange exchange) {
		CorsConfiguration rules = getCorsConfiguration(handler, exchange);
		if (rules != null) {
			rules.validateAllowCredentials();
			rules.validateAllowPrivateNetwork();
		}
		return getCorsProcessor().process(rules, exchange) ? handler : REJECTED_BY_CORS;
	}

}
