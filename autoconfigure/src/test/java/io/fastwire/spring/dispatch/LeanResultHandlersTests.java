/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import java.time.Duration;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.util.ClassUtils;
import org.springframework.web.ErrorResponse;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.HandlerResultHandler;
import org.springframework.web.reactive.accept.HeaderContentTypeResolver;
import org.springframework.web.reactive.accept.RequestedContentTypeResolver;
import org.springframework.web.reactive.result.method.annotation.AbstractMessageWriterResultHandler;
import org.springframework.web.reactive.result.method.annotation.ResponseBodyResultHandler;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityResultHandler;

import static org.assertj.core.api.Assertions.assertThat;

/** What the handlers of results take over from those of Spring Framework. */
class LeanResultHandlersTests {

	private static final Duration LIMIT = Duration.ofSeconds(30);

	private final List<HttpMessageWriter<?>> writers = ServerCodecConfigurer.create().getWriters();

	private final RequestedContentTypeResolver resolver = new HeaderContentTypeResolver();

	private final ReactiveAdapterRegistry registry = new ReactiveAdapterRegistry();

	private final ErrorResponse.Interceptor interceptor = (detail, response) -> {
	};

	private final ResponseBodyResultHandler bodies = new ResponseBodyResultHandler(writers, resolver, registry,
			List.of(interceptor));

	private final ResponseEntityResultHandler entities = new ResponseEntityResultHandler(writers, resolver, registry,
			List.of(interceptor));

	public static String text() {
		return "text";
	}

	public static ResponseEntity<String> entity() {
		return ResponseEntity.ok("text");
	}

	@Test
	void haveTheSettingsOfSprings() {
		bodies.setOrder(7);
		entities.setOrder(8);
		hasTheSettings(new LeanResponseBodyResultHandler(bodies), 7);
		hasTheSettings(new LeanResponseEntityResultHandler(entities), 8);
	}

	private void hasTheSettings(AbstractMessageWriterResultHandler handler, int order) {
		assertThat(handler.getOrder()).isEqualTo(order);
		assertThat(handler.getMessageWriters()).isSameAs(writers);
		assertThat(handler.getContentTypeResolver()).isSameAs(resolver);
		assertThat(handler.getAdapterRegistry()).isSameAs(registry);
		assertThat(handler.getErrorResponseInterceptors()).containsExactly(interceptor);
	}

	@Test
	void logByTheNameOfSpringsClass() {
		assertThat(logged(new LeanResponseBodyResultHandler(bodies), ResponseBodyResultHandler.class, "text", "text"))
			.isNotEmpty()
			.isEqualTo(logged(bodies, ResponseBodyResultHandler.class, "text", "text"));
		ResponseEntity<String> entity = entity();
		assertThat(logged(new LeanResponseEntityResultHandler(entities), ResponseEntityResultHandler.class, "entity",
				entity))
			.isNotEmpty()
			.isEqualTo(logged(entities, ResponseEntityResultHandler.class, "entity", entity));
	}

	private static List<String> logged(HandlerResultHandler handler, Class<?> springsClass, String method,
			Object value) {
		MethodParameter type = new MethodParameter(ClassUtils.getMethod(LeanResultHandlersTests.class, method), -1);
		MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/"));
		exchange.getAttributes().clear();
		Logger logger = (Logger) LoggerFactory.getLogger(springsClass);
		ListAppender<ILoggingEvent> appender = new ListAppender<>();
		appender.start();
		Level before = logger.getLevel();
		logger.addAppender(appender);
		logger.setLevel(Level.DEBUG);
		try {
			handler.handleResult(exchange, new HandlerResult(handler, value, type)).block(LIMIT);
		}
		finally {
			logger.setLevel(before);
			logger.detachAppender(appender);
		}
		assertThat(exchange.getResponse().getBodyAsString().block(LIMIT)).isEqualTo("text");
		return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
	}

}
