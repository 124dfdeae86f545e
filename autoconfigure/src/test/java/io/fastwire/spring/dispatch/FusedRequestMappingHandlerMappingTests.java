/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.util.ClassUtils;
import org.springframework.web.accept.ApiVersionHolder;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.config.ApiVersionConfigurer;
import org.springframework.web.reactive.config.CorsRegistry;
import org.springframework.web.reactive.config.DelegatingWebFluxConfiguration;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.condition.RequestCondition;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares with the mapping of Spring Framework wherever it can, for each way of a
 * request of the superclass as well.
 */
class FusedRequestMappingHandlerMappingTests extends FusedDispatcherHandlerTests {

	private static final Duration LIMIT = Duration.ofSeconds(30);

	/** Rules of CORS for all handlers. */
	@Configuration(proxyBeanMethods = false)
	static class CorsForAll implements WebFluxConfigurer {

		@Override
		public void addCorsMappings(CorsRegistry registry) {
			registry.addMapping("/**").allowedOrigins("https://example.net").allowedMethods("GET");
		}

	}

	/** Versions of the API. */
	@Configuration(proxyBeanMethods = false)
	static class Versions implements WebFluxConfigurer {

		@Override
		public void configureApiVersioning(ApiVersionConfigurer configurer) {
			configurer.useRequestHeader("X-Version").addSupportedVersions("1", "2").setVersionRequired(false);
		}

	}

	/** Makes sure that a subclass is not taken for the class. */
	@Configuration(proxyBeanMethods = false)
	static class SubclassMapping extends DelegatingWebFluxConfiguration {

		@Override
		protected RequestMappingHandlerMapping createRequestMappingHandlerMapping() {
			return new FusedRequestMappingHandlerMapping() {

				@Override
				public Mono<Object> getHandler(ServerWebExchange exchange) {
					Outcome.note(exchange, "subclass");
					return super.getHandler(exchange);
				}
			};
		}

	}

	@Override
	Class<?> configuration() {
		return WebFlux.OwnMapping.class;
	}

	@Test
	void handsOutWhatItHasFoundWithoutAnOperator() {
		FusedRequestMappingHandlerMapping mapping = mapping(ourContext);
		assertThat(mapping.find(exchange("/text"))).isInstanceOf(Callable.class)
			.extracting(Mono::block)
			.isInstanceOf(HandlerMethod.class);
		assertThat(mapping.find(exchange("/missing"))).isInstanceOf(Callable.class).extracting(Mono::block).isNull();
		assertThat(mapping.getHandler(exchange("/text"))).isNotInstanceOf(Callable.class);
	}

	@Test
	void saysThatThereIsNoVersion() {
		MockServerWebExchange exchange = exchange("/text");
		mapping(ourContext).find(exchange);
		assertThat(exchange.getAttributes()).containsEntry(HandlerMapping.API_VERSION_ATTRIBUTE,
				ApiVersionHolder.EMPTY);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/json", "/params", "/params?one&two" })
	void tellsTheHooksNothingOfAFailedLookup(String path) {
		assertThat(hooked(ours, path)).isEqualTo(hooked(spring, path)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/unmakeable", "/json", "/params" })
	void isLeftOutAfterAnErrorIfTheApplicationSaysSo(String path) {
		MockServerHttpRequest request = MockServerHttpRequest.get(path).build();
		assertThat(Outcome.of(leftOut(ours), request)).isEqualTo(Outcome.of(leftOut(spring), request))
			.satisfies((outcome) -> assertThat(outcome.events()).containsExactly("asked", "left out null"));
	}

	private static WebHandler leftOut(WebHandler handler) {
		return (exchange) -> handler.handle(exchange)
			.onErrorContinue((error, element) -> Outcome.note(exchange, "left out " + element));
	}

	@Test
	void looksUpForOthersWhenTheySubscribe() {
		MockServerWebExchange exchange = exchange("/text");
		Mono<Object> handler = mapping(ourContext).getHandler(exchange);
		assertThat(exchange.getAttributes()).doesNotContainKey(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE);
		assertThat(handler.block(LIMIT)).isInstanceOf(HandlerMethod.class);
		assertThat(exchange.getAttributes()).containsKey(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE);
	}

	@ParameterizedTest
	@MethodSource("requests")
	void leavesTheSameAttributes(MockServerHttpRequest request) {
		assertThat(attributes(ours, request)).isEqualTo(attributes(spring, request));
	}

	private static List<String> attributes(DispatcherHandler dispatcher, MockServerHttpRequest request) {
		MockServerWebExchange exchange = Outcome.exchange(request);
		exchange.getAttributes().put(HandlerMapping.PRODUCIBLE_MEDIA_TYPES_ATTRIBUTE, Set.of(MediaType.IMAGE_GIF));
		ServerRequestObservationContext observed = new ServerRequestObservationContext(request, exchange.getResponse(),
				exchange.getAttributes());
		exchange.getAttributes().put(ServerRequestObservationContext.CURRENT_OBSERVATION_CONTEXT_ATTRIBUTE, observed);
		dispatcher.handle(exchange).onErrorComplete().contextWrite((context) -> context.put("who", "me")).block(LIMIT);
		return Stream
			.concat(Stream.of("observed " + observed.getPathPattern()),
					Stream.of(HandlerMapping.API_VERSION_ATTRIBUTE, HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE,
							HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE,
							HandlerMapping.PATH_WITHIN_HANDLER_MAPPING_ATTRIBUTE,
							HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, HandlerMapping.MATRIX_VARIABLES_ATTRIBUTE,
							HandlerMapping.PRODUCIBLE_MEDIA_TYPES_ATTRIBUTE)
						.map((name) -> name + " " + withoutLambda(exchange.getAttribute(name))))
			.toList();
	}

	private static String withoutLambda(@Nullable Object value) {
		return String.valueOf(value).replaceAll("\\$\\$Lambda\\S*", "");
	}

	@Test
	void appliesTheRulesOfCorsForAllHandlers() {
		List<MockServerHttpRequest> requests = new ArrayList<>();
		requests.add(MockServerHttpRequest.get("/text").build());
		for (String origin : List.of("https://example.net", "https://example.org", "https://example.com")) {
			for (String path : List.of("/text", "/cors")) {
				requests.add(MockServerHttpRequest.get(path).header(HttpHeaders.ORIGIN, origin).build());
			}
		}
		compareWith(CorsForAll.class, requests);
	}

	@Test
	void readsTheVersionOfTheApi() {
		List<MockServerHttpRequest> requests = new ArrayList<>();
		requests.add(MockServerHttpRequest.get("/text").build());
		for (String version : List.of("1", "2", "3", "no version")) {
			requests.add(MockServerHttpRequest.get("/text").header("X-Version", version).build());
		}
		compareWith(Versions.class, requests);
	}

	private static void compareWith(Class<?> settings, List<MockServerHttpRequest> requests) {
		try (AnnotationConfigApplicationContext one = context(WebFlux.SpringMapping.class, settings);
				AnnotationConfigApplicationContext other = context(WebFlux.OwnMapping.class, settings)) {
			assertThat(mapping(other).find(exchange("/text"))).isNotInstanceOf(Callable.class);
			for (MockServerHttpRequest request : requests) {
				assertThat(Outcome.of(new FusedDispatcherHandler(other), request))
					.isEqualTo(Outcome.of(new DispatcherHandler(one), request));
			}
		}
	}

	@Test
	void obeysAProcessorForCorsThatRefusesInItsOwnWay() {
		MockServerHttpRequest request = MockServerHttpRequest.get("/cors").build();
		try (AnnotationConfigApplicationContext one = context(WebFlux.SpringMapping.class);
				AnnotationConfigApplicationContext other = context(WebFlux.OwnMapping.class)) {
			Stream.of(one, other)
				.forEach((context) -> context.getBean(RequestMappingHandlerMapping.class)
					.setCorsProcessor((rules, exchange) -> !exchange.getResponse().setStatusCode(HttpStatus.GONE)));
			Outcome outcome = Outcome.of(new FusedDispatcherHandler(other), request);
			assertThat(outcome).isEqualTo(Outcome.of(new DispatcherHandler(one), request));
			assertThat(outcome.status()).isEqualTo(HttpStatus.GONE);
		}
	}

	@Test
	void isAskedBySpringsMethodIfItIsASubclass() {
		try (AnnotationConfigApplicationContext context = context(SubclassMapping.class)) {
			Outcome outcome = Outcome.of(new FusedDispatcherHandler(context),
					MockServerHttpRequest.get("/text").build());
			assertThat(outcome.events()).containsExactly("asked", "subclass");
			assertThat(outcome.body()).isEqualTo("text");
		}
	}

	@Test
	void findsWhatIsRegisteredLaterAndNotWhatIsGone() {
		try (AnnotationConfigApplicationContext context = context(WebFlux.OwnMapping.class)) {
			FusedRequestMappingHandlerMapping mapping = mapping(context);
			RequestMappingInfo info = RequestMappingInfo.paths("/later").build();
			assertThat(mapping.find(exchange("/later")).block()).isNull();
			mapping.registerMapping(info, this, ClassUtils.getMethod(Object.class, "hashCode"));
			assertThat(mapping.find(exchange("/later")).block()).isInstanceOf(HandlerMethod.class);
			mapping.unregisterMapping(info);
			assertThat(mapping.find(exchange("/later")).block()).isNull();
		}
	}

	@Test
	void registersNothingWhileItLooksUp() throws InterruptedException {
		try (AnnotationConfigApplicationContext context = context(WebFlux.OwnMapping.class)) {
			FusedRequestMappingHandlerMapping mapping = mapping(context);
			Gate gate = new Gate(new CountDownLatch(1), new CountDownLatch(1));
			mapping.registerMapping(RequestMappingInfo.paths("/gate").customCondition(gate).build(), this,
					ClassUtils.getMethod(Object.class, "hashCode"));
			RequestMappingInfo info = RequestMappingInfo.paths("/later").build();
			Thread lookup = new Thread(() -> mapping.find(exchange("/gate")), "lookup");
			Map<String, Runnable> changes = Map.of("register",
					() -> mapping.registerMapping(info, this, ClassUtils.getMethod(Object.class, "toString")),
					"register handler",
					() -> mapping.registerHandlerMethod(this, ClassUtils.getMethod(Object.class, "toString"), info),
					"unregister", () -> mapping.unregisterMapping(info));
			List<Thread> changing = changes.entrySet()
				.stream()
				.map((change) -> new Thread(change.getValue(), change.getKey()))
				.toList();
			lookup.start();
			gate.entered().await();
			changing.forEach(Thread::start);
			try {
				Awaitility.await()
					.atMost(LIMIT)
					.untilAsserted(
							() -> assertThat(changing).extracting(Thread::getState).containsOnly(Thread.State.WAITING));
			}
			finally {
				gate.open().countDown();
			}
			lookup.join(LIMIT.toMillis());
			for (Thread change : changing) {
				change.join(LIMIT.toMillis());
			}
			assertThat(lookup.isAlive()).isFalse();
		}
	}

	/** A condition that holds up a lookup. */
	private record Gate(CountDownLatch entered, CountDownLatch open) implements RequestCondition<Gate> {

		@Override
		public Gate combine(Gate other) {
			return this;
		}

		@Override
		public Gate getMatchingCondition(ServerWebExchange exchange) {
			entered.countDown();
			try {
				open.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			return this;
		}

		@Override
		public int compareTo(Gate other, ServerWebExchange exchange) {
			return 0;
		}

	}

	@Test
	void logsWhatItHasFoundByTheNameOfSpringsClass() {
		Logger logger = (Logger) LoggerFactory.getLogger(RequestMappingHandlerMapping.class);
		ListAppender<ILoggingEvent> appender = new ListAppender<>();
		appender.start();
		Level before = logger.getLevel();
		logger.addAppender(appender);
		logger.setLevel(Level.DEBUG);
		try {
			mapping(ourContext).find(exchange("/text")).block();
		}
		finally {
			logger.setLevel(before);
			logger.detachAppender(appender);
		}
		assertThat(appender.list).extracting(ILoggingEvent::getFormattedMessage)
			.anyMatch((message) -> message.contains("Mapped to") && message.contains("Controller#text()"));
	}

	private static AnnotationConfigApplicationContext context(Class<?>... settings) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.register(Application.class, Application.Controller.class);
		context.register(settings);
		context.refresh();
		return context;
	}

	private static FusedRequestMappingHandlerMapping mapping(AnnotationConfigApplicationContext context) {
		return context.getBean(FusedRequestMappingHandlerMapping.class);
	}

	private static MockServerWebExchange exchange(String path) {
		return Outcome.exchange(MockServerHttpRequest.get(path).build());
	}

}
