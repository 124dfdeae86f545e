/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.context.support.StaticApplicationContext;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.observation.DefaultServerRequestObservationConvention;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.server.WebHandler;
import org.springframework.web.server.adapter.ForwardedHeaderTransformer;
import org.springframework.web.server.adapter.HttpWebHandlerAdapter;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import org.springframework.web.server.handler.ExceptionHandlingWebHandler;
import org.springframework.web.server.handler.FilteringWebHandler;
import org.springframework.web.server.i18n.FixedLocaleContextResolver;
import org.springframework.web.server.session.DefaultWebSessionManager;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares with the handlers of Spring Framework wherever it can. */
class FusedExceptionHandlingWebHandlerTests {

	private static final Duration LIMIT = Duration.ofSeconds(30);

	/** What a handler does, and with it one of the exception handlers. */
	enum Way {

		SUCCESS, EMPTY, UNHANDLED, THROWN, LATER, FIRST, SECOND, REPLACED, HANDLER_THROWS, COMMITTED, FILTER_FAILS,
		NULL;

		Mono<Void> run(ServerWebExchange exchange, List<String> events) {
			events.add("handler");
			return switch (this) {
				case SUCCESS, FILTER_FAILS -> write(exchange, Flux.just("hello"));
				case EMPTY -> Mono.empty();
				case NULL -> nothing();
				case THROWN -> throw new IllegalStateException(name());
				case COMMITTED -> write(exchange, Flux.just("hello").concatWith(Flux.error(failure())));
				case LATER -> Mono.delay(Duration.ofMillis(1)).then(Mono.error(failure()));
				default -> Mono.error(failure());
			};
		}

		@SuppressWarnings("NullAway")
		private static Mono<Void> nothing() {
			return null;
		}

		private RuntimeException failure() {
			return new IllegalStateException(name());
		}

		private static Mono<Void> write(ServerWebExchange exchange, Flux<String> text) {
			return exchange.getResponse()
				.writeWith(text.map(
						(part) -> DefaultDataBufferFactory.sharedInstance.wrap(part.getBytes(StandardCharsets.UTF_8))));
		}

	}

	/** What is seen of a request. */
	record Seen(@Nullable Object status, String body, String end, List<String> events) {
	}

	@ParameterizedTest
	@EnumSource
	void handlesErrorsAsSpringFrameworkDoes(Way way) {
		assertThat(run(way, true, true)).isEqualTo(run(way, false, true));
		assertThat(run(way, true, false)).isEqualTo(run(way, false, false));
	}

	@Test
	void asksTheHandlersInTheirOrder() {
		Seen seen = run(Way.SECOND, true, true);
		assertThat(seen.status()).isEqualTo(HttpStatus.GONE);
		assertThat(seen.events()).containsSubsequence("filter", "handler", "first SECOND", "second SECOND");
		assertThat(run(Way.FIRST, true, true).events()).contains("first FIRST").doesNotContain("second FIRST");
		assertThat(run(Way.SUCCESS, true, true).events()).noneMatch((event) -> event.startsWith("first"));
	}

	@Test
	void recordsTheErrorInTheObservation() {
		assertThat(run(Way.FIRST, true, false).events()).contains("observed FIRST");
		assertThat(run(Way.SUCCESS, true, false).events()).contains("observed nothing");
	}

	private static Seen run(Way way, boolean ours, boolean filtered) {
		List<String> events = new CopyOnWriteArrayList<>();
		WebHttpHandlerBuilder builder = WebHttpHandlerBuilder.webHandler((exchange) -> way.run(exchange, events))
			.observationRegistry(registry(events))
			.exceptionHandler(first(events), second(events));
		if (filtered) {
			builder.filter((exchange, chain) -> Mono.deferContextual((context) -> {
				events.add("filter");
				events.add("observation " + context.hasKey("micrometer.observation"));
				return (way == Way.FILTER_FAILS) ? Mono.error(new IllegalStateException(way.name()))
						: chain.filter(exchange);
			}));
		}
		HttpHandler spring = builder.build();
		HttpHandler handler = ours ? FusedExceptionHandlingWebHandler.in(spring) : spring;
		assertThat(handler == spring).isEqualTo(!ours);
		MockServerHttpResponse response = new MockServerHttpResponse();
		String end;
		try {
			handler.handle(MockServerHttpRequest.get("/path?query").build(), response).block(LIMIT);
			end = "complete";
		}
		catch (RuntimeException ex) {
			end = ex.toString();
		}
		String body = response.getBodyAsString().onErrorResume((ex) -> Mono.just(ex.toString())).block(LIMIT);
		return new Seen(response.getStatusCode(), Objects.requireNonNullElse(body, ""), end, List.copyOf(events));
	}

	private static ObservationRegistry registry(List<String> events) {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {

			@Override
			public void onStop(Observation.Context context) {
				Throwable error = context.getError();
				events.add("observed " + ((error != null) ? error.getMessage() : "nothing"));
			}

			@Override
			public boolean supportsContext(Observation.Context context) {
				return true;
			}
		});
		return registry;
	}

	private static WebExceptionHandler first(List<String> events) {
		return (exchange, ex) -> {
			events.add("first " + ex.getMessage());
			noteCheckpoints(ex, events);
			return switch (String.valueOf(ex.getMessage())) {
				case "FIRST" -> answer(exchange, HttpStatus.CONFLICT);
				case "REPLACED" -> Mono.error(new IllegalArgumentException("other"));
				case "HANDLER_THROWS" -> throw new IllegalArgumentException("thrown");
				default -> Mono.error(ex);
			};
		};
	}

	private static WebExceptionHandler second(List<String> events) {
		return (exchange, ex) -> {
			events.add("second " + ex.getMessage());
			Throwable marked = exchange.getAttribute(ExceptionHandlingWebHandler.HANDLED_WEB_EXCEPTION);
			events.add("marked " + marked);
			return String.valueOf(ex.getMessage()).equals("SECOND") ? answer(exchange, HttpStatus.GONE)
					: Mono.error(ex);
		};
	}

	private static void noteCheckpoints(Throwable error, List<String> events) {
		for (Throwable suppressed : error.getSuppressed()) {
			events.add(String.valueOf(suppressed.getMessage())
				.replaceAll("(?s)@[0-9a-f]+|\\$\\$Lambda\\S*|Original Stack.*", ""));
		}
	}

	private static Mono<Void> answer(ServerWebExchange exchange, HttpStatus status) {
		return Mono.fromRunnable(() -> exchange.getResponse().setStatusCode(status));
	}

	@Test
	void cancelsTheHandler() {
		List<String> events = new ArrayList<>();
		HttpHandler handler = FusedExceptionHandlingWebHandler.in(WebHttpHandlerBuilder
			.webHandler((exchange) -> Mono.<Void>never().doOnCancel(() -> events.add("cancelled")))
			.build());
		handler.handle(MockServerHttpRequest.get("/").build(), new MockServerHttpResponse()).subscribe().dispose();
		assertThat(events).containsExactly("cancelled");
	}

	@Test
	void cancelsAnExceptionHandler() {
		List<String> events = new ArrayList<>();
		HttpHandler handler = FusedExceptionHandlingWebHandler
			.in(WebHttpHandlerBuilder.webHandler((exchange) -> Mono.error(new IllegalStateException("error")))
				.exceptionHandler((exchange, ex) -> Mono.<Void>never().doOnCancel(() -> events.add("cancelled")))
				.build());
		handler.handle(MockServerHttpRequest.get("/").build(), new MockServerHttpResponse()).subscribe().dispose();
		assertThat(events).containsExactly("cancelled");
	}

	@Test
	void keepsAllSettingsOfTheAdapter() {
		WebHandler filters = new FilteringWebHandler((exchange) -> Mono.empty(), List.of());
		WebHandler delegate = new ExceptionHandlingWebHandler(filters, List.of());
		HttpWebHandlerAdapter adapter = new HttpWebHandlerAdapter(delegate);
		adapter.setSessionManager(new DefaultWebSessionManager());
		ServerCodecConfigurer codecs = ServerCodecConfigurer.create();
		codecs.defaultCodecs().enableLoggingRequestDetails(true);
		adapter.setCodecConfigurer(codecs);
		adapter.setLocaleContextResolver(new FixedLocaleContextResolver(Locale.FRANCE));
		adapter.setForwardedHeaderTransformer(new ForwardedHeaderTransformer());
		adapter.setObservationRegistry(ObservationRegistry.create());
		adapter.setObservationConvention(new DefaultServerRequestObservationConvention("name"));
		adapter.setDefaultHtmlEscape(true);
		adapter.setApplicationContext(new StaticApplicationContext());
		HttpHandler copy = FusedExceptionHandlingWebHandler.in(adapter);
		assertThat(copy).isNotSameAs(adapter).hasSameClassAs(adapter);
		ReflectionUtils.doWithLocalFields(HttpWebHandlerAdapter.class, (field) -> {
			if (!Modifier.isStatic(field.getModifiers())) {
				field.setAccessible(true);
				assertThat(field.get(copy)).as(field.getName()).isNotNull().isEqualTo(field.get(adapter));
			}
		});
	}

	@Test
	void keepsTheExceptionHandlersInTheListOfThem() {
		WebExceptionHandler one = (exchange, ex) -> Mono.error(ex);
		HttpHandler spring = WebHttpHandlerBuilder.webHandler((exchange) -> Mono.empty()).exceptionHandler(one).build();
		HttpWebHandlerAdapter copy = (HttpWebHandlerAdapter) FusedExceptionHandlingWebHandler.in(spring);
		assertThat(((ExceptionHandlingWebHandler) copy.getDelegate()).getExceptionHandlers()).hasSize(2)
			.last()
			.isSameAs(one);
	}

	@Test
	void leavesAloneWhatIsNotExactlySpringFrameworks() {
		WebHandler plain = (exchange) -> Mono.empty();
		WebHandler filters = new FilteringWebHandler(plain, List.of());
		WebHandler handling = new ExceptionHandlingWebHandler(filters, List.of());
		HttpHandler any = (request, response) -> Mono.empty();
		HttpHandler subclass = new HttpWebHandlerAdapter(handling) {
		};
		HttpHandler withoutFilters = new HttpWebHandlerAdapter(new ExceptionHandlingWebHandler(plain, List.of()));
		HttpHandler otherDelegate = new HttpWebHandlerAdapter(plain);
		HttpHandler subclassOfDelegate = new HttpWebHandlerAdapter(new ExceptionHandlingWebHandler(filters, List.of()) {
		});
		for (HttpHandler handler : List.of(any, subclass, withoutFilters, otherDelegate, subclassOfDelegate)) {
			assertThat(FusedExceptionHandlingWebHandler.in(handler)).isSameAs(handler);
		}
	}

}
