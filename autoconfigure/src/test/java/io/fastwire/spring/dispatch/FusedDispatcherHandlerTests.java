/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Compares with the dispatcher of Spring Framework wherever it can. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FusedDispatcherHandlerTests {

	private static final Duration LIMIT = Duration.ofSeconds(30);

	private final AnnotationConfigApplicationContext context = context(WebFlux.SpringMapping.class);

	final AnnotationConfigApplicationContext ourContext = context(configuration());

	final DispatcherHandler spring = new DispatcherHandler(context);

	final DispatcherHandler ours = new FusedDispatcherHandler(ourContext);

	private static AnnotationConfigApplicationContext context(Class<?> configuration) {
		return new AnnotationConfigApplicationContext(Application.class, configuration, Application.Controller.class,
				Application.Unmakeable.class, Application.Advice.class);
	}

	/** Tells with which mapping our dispatcher is compared. */
	Class<?> configuration() {
		return WebFlux.SpringMapping.class;
	}

	@AfterAll
	void close() {
		context.close();
		ourContext.close();
	}

	static List<MockServerHttpRequest> requests() {
		List<MockServerHttpRequest> requests = new ArrayList<>();
		for (String path : List.of("/text", "/mono", "/void", "/created", "/items/7", "/items/x", "/who", "/exchange",
				"/missing", "/fails/local", "/fails/advice", "/fails/nobody", "/fails/handler", "/fails/writing",
				"/fails/writing/local", "/fails/writing/nobody", "/fails/writing/handler", "/fails/writing/twice",
				"/fails/committed", "/route", "/route/empty", "/route/fails", "/mapping/throws", "/mapping/error",
				"/mapping/io", "/mapping/io/later", "/mapping/callable", "/mapping/null", "/mapping/later",
				"/mapping/cancel", "/adapter/none", "/adapter/throws", "/adapter/empty", "/adapter/result",
				"/handler/web", "/empty/later", "/unmakeable", "/params", "/params?one", "/params?one&two", "/json")) {
			requests.add(MockServerHttpRequest.get(path).build());
		}
		requests.add(MockServerHttpRequest.post("/text").build());
		requests.add(MockServerHttpRequest.post("/echo").body("body"));
		requests.add(MockServerHttpRequest.post("/json").contentType(MediaType.TEXT_PLAIN).body("body"));
		requests.add(MockServerHttpRequest.post("/json").contentType(MediaType.APPLICATION_JSON).body("{}"));
		requests.add(MockServerHttpRequest.head("/text").build());
		requests.add(MockServerHttpRequest.options("/params").build());
		requests.add(MockServerHttpRequest.options("/text").build());
		for (String accept : List.of("image/png", "no type", "*/*", "application/*", "application/json;q=0.5, text/*",
				"text/plain;charset=US-ASCII")) {
			for (String path : List.of("/text", "/plain", "/map", "/items/7", "/fails/local")) {
				requests.add(MockServerHttpRequest.get(path).header(HttpHeaders.ACCEPT, accept).build());
			}
		}
		for (String origin : List.of("https://example.org", "https://example.com")) {
			requests.add(MockServerHttpRequest.get("/cors").header(HttpHeaders.ORIGIN, origin).build());
			requests.add(MockServerHttpRequest.options("/cors")
				.header(HttpHeaders.ORIGIN, origin)
				.header(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD, "GET")
				.build());
		}
		requests.add(MockServerHttpRequest.method(HttpMethod.OPTIONS, "/missing")
			.header(HttpHeaders.ORIGIN, "https://example.org")
			.header(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD, "GET")
			.build());
		return requests;
	}

	@ParameterizedTest
	@MethodSource("requests")
	void handlesARequestAsSpringFrameworkDoes(MockServerHttpRequest request) {
		assertThat(Outcome.of(ours, request)).isEqualTo(Outcome.of(spring, request));
	}

	@Test
	void answersAtAll() {
		Outcome outcome = Outcome.of(ours, MockServerHttpRequest.get("/items/7").build());
		assertThat(outcome.status()).isEqualTo(HttpStatus.ACCEPTED);
		assertThat(outcome.body()).isEqualTo("[7]");
		assertThat(outcome.events()).containsExactly("asked");
		assertThat(Outcome.of(ours, MockServerHttpRequest.get("/who").build()).body()).isEqualTo("outer");
	}

	@Test
	void findsNothingWithA404() {
		MockServerWebExchange exchange = Outcome.exchange(MockServerHttpRequest.get("/missing").build());
		assertThatExceptionOfType(ResponseStatusException.class).isThrownBy(() -> ours.handle(exchange).block(LIMIT))
			.satisfies((ex) -> assertThat(ex.getStatusCode()).isEqualTo(HttpStatus.NOT_FOUND));
	}

	@Test
	void failsIfAnAdapterReturnsNothing() {
		Outcome outcome = Outcome.of(ours, MockServerHttpRequest.get("/adapter/null").build());
		assertThat(outcome.end()).startsWith(NullPointerException.class.getName());
	}

	@Test
	void marksTheWayOfAnErrorThatCameFromWriting() {
		Outcome outcome = Outcome.of(ours, MockServerHttpRequest.get("/fails/writing/nobody").build());
		assertThat(outcome.end()).contains("writing nobody").contains("writingNobody() [DispatcherHandler]");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/mapping/never", "/adapter/never", "/route/cancel" })
	void cancelsWhatSpringFrameworkCancels(String path) {
		List<String> events = cancelled(ours, path);
		assertThat(events).anyMatch((event) -> event.endsWith("cancelled")).isEqualTo(cancelled(spring, path));
	}

	private static List<String> cancelled(WebHandler handler, String path) {
		MockServerWebExchange exchange = Outcome.exchange(MockServerHttpRequest.get(path).build());
		Disposable run = handler.handle(exchange).subscribe();
		run.dispose();
		run.dispose();
		return Outcome.events(exchange);
	}

	@Test
	void runsAgainForEachSubscription() {
		MockServerWebExchange exchange = Outcome.exchange(MockServerHttpRequest.get("/void").build());
		Mono<Void> run = ours.handle(exchange);
		assertThat(Outcome.events(exchange)).isEmpty();
		run.block(LIMIT);
		run.block(LIMIT);
		assertThat(Outcome.events(exchange)).hasSize(2);
	}

	@Test
	void asksNoFurtherMappingOnceItIsCancelled() {
		MockServerWebExchange exchange = Outcome.exchange(MockServerHttpRequest.get("/text").build());
		ours.handle(exchange).doOnSubscribe((subscription) -> subscription.cancel()).subscribe();
		assertThat(Outcome.events(exchange)).isEmpty();
	}

	@Test
	void cancelsAMappingOnceItHasAHandler() {
		Outcome outcome = Outcome.of(ours, MockServerHttpRequest.get("/mapping/cancel").build());
		assertThat(outcome.events()).containsExactly("asked", "mapping cancelled");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/mapping/throws", "/mapping/error", "/mapping/null", "/adapter/throws", "/adapter/none",
			"/unmakeable" })
	void tellsTheHooksWhatSpringFrameworkTellsThem(String path) {
		assertThat(hooked(ours, path)).isNotEmpty().isEqualTo(hooked(spring, path));
	}

	static List<String> hooked(WebHandler handler, String path) {
		List<String> errors = new ArrayList<>();
		Hooks.onOperatorError("test", (error, element) -> {
			errors.add(error.getMessage());
			return error;
		});
		try {
			Outcome.of(handler, MockServerHttpRequest.get(path).build());
		}
		finally {
			Hooks.resetOnOperatorError("test");
		}
		return List.copyOf(errors);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/mapping/throws", "/mapping/error", "/mapping/io/later" })
	void leavesOutAMappingThatFailsIfTheApplicationSaysSo(String path) {
		MockServerHttpRequest request = MockServerHttpRequest.get(path).build();
		assertThat(Outcome.of(continued(ours), request)).isEqualTo(Outcome.of(continued(spring), request))
			.satisfies((outcome) -> assertThat(outcome.events()).containsExactly("asked", "continued"));
	}

	private static WebHandler continued(WebHandler handler) {
		return (exchange) -> handler.handle(exchange)
			.onErrorContinue((error, element) -> Outcome.note(exchange, "continued"));
	}

	@Test
	void isSeenByTheHooksForOperators() {
		List<String> seen = new ArrayList<>();
		MockServerWebExchange exchange = Outcome.exchange(MockServerHttpRequest.get("/text").build());
		Hooks.onEachOperator("test", (publisher) -> {
			if (publisher.getClass().getName().startsWith("io.fastwire.")) {
				seen.add(publisher.getClass().getSimpleName());
			}
			return publisher;
		});
		try {
			ours.handle(exchange).block(LIMIT);
		}
		finally {
			Hooks.resetOnEachOperator("test");
		}
		assertThat(seen).containsExactly("DispatchMono");
	}

	@Test
	void keepsTheContextOfFiltersInEveryPart() {
		WebHandler filtered = (exchange) -> ours.handle(exchange)
			.contextWrite((context) -> context.put("who", "filter"));
		assertThat(Outcome.of(filtered, MockServerHttpRequest.get("/who").build()).body()).isEqualTo("filter");
	}

	@Test
	void servesManyRequestsAtOnce() {
		Map<Integer, String> bodies = Flux.range(0, 200)
			.flatMap((number) -> body("/items/" + number).map((body) -> Map.entry(number, body)), 50)
			.collectMap(Map.Entry::getKey, Map.Entry::getValue)
			.block(LIMIT);
		assertThat(bodies).hasSize(200).allSatisfy((number, body) -> assertThat(body).isEqualTo("[" + number + "]"));
	}

	private Mono<String> body(String path) {
		MockServerWebExchange exchange = Outcome.exchange(MockServerHttpRequest.get(path).build());
		return ours.handle(exchange)
			.subscribeOn(Schedulers.parallel())
			.then(Mono.defer(() -> exchange.getResponse().getBodyAsString()));
	}

	@Test
	void hasTheMappingsOfTheContext() {
		assertThat(ours.getHandlerMappings()).isEqualTo(new DispatcherHandler(ourContext).getHandlerMappings());
	}

	@Test
	void handlesAnExchangeOfAnotherClass() {
		MockServerWebExchange exchange = Outcome.exchange(MockServerHttpRequest.get("/text").build());
		ServerWebExchange decorated = exchange.mutate().request((request) -> request.path("/who")).build();
		ours.handle(decorated).contextWrite((context) -> context.put("who", "me")).block(LIMIT);
		assertThat(exchange.getResponse().getBodyAsString().block(LIMIT)).isEqualTo("me");
	}

}
