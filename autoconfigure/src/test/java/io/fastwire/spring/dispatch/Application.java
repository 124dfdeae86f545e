/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;

/** An application with a handler for each way that a request can go. */
@Configuration(proxyBeanMethods = false)
class Application {

	@Bean
	OddMapping oddMapping() {
		return new OddMapping();
	}

	/** Is asked first, and does what a mapping may, each by its path. */
	static final class OddMapping implements HandlerMapping, Ordered {

		@Override
		public int getOrder() {
			return HIGHEST_PRECEDENCE;
		}

		@Override
		public Mono<Object> getHandler(ServerWebExchange exchange) {
			Outcome.note(exchange, "asked");
			String path = exchange.getRequest().getPath().value();
			WebHandler hello = Application::hello;
			return switch (path) {
				case "/mapping/throws" -> throw new IllegalStateException("mapping throws");
				case "/mapping/error" -> Mono.error(new IllegalStateException("mapping error"));
				case "/mapping/io" -> Mono.error(new IOException("mapping io"));
				case "/mapping/io/later" -> later("").then(Mono.error(new IOException("mapping io later")));
				case "/mapping/null" -> nothing();
				case "/mapping/later" -> later(hello);
				case "/mapping/cancel" ->
					Mono.<Object>just(hello).hide().doOnCancel(() -> Outcome.note(exchange, "mapping cancelled"));
				case "/mapping/never" -> Mono.never().doOnCancel(() -> Outcome.note(exchange, "mapping cancelled"));
				case "/mapping/callable" -> Mono.fromCallable(() -> hello);
				case "/adapter/none" -> Mono.just("no handler");
				case "/adapter/throws", "/adapter/null", "/adapter/empty", "/adapter/result", "/adapter/never" ->
					Mono.just(new OddHandler(path));
				case "/handler/web" -> Mono.just(hello);
				case "/empty/later" -> later("").then(Mono.empty());
				default -> Mono.empty();
			};
		}

	}

	/** A handler for the adapter below. */
	record OddHandler(String path) {
	}

	@Bean
	HandlerAdapter oddAdapter() {
		return new HandlerAdapter() {

			@Override
			public boolean supports(Object handler) {
				return handler instanceof OddHandler;
			}

			@Override
			public Mono<HandlerResult> handle(ServerWebExchange exchange, Object handler) {
				return switch (((OddHandler) handler).path()) {
					case "/adapter/throws" -> throw new IllegalStateException("adapter throws");
					case "/adapter/null" -> nothing();
					case "/adapter/result" -> Mono.just(new HandlerResult(handler, 1, parameter()));
					case "/adapter/never" ->
						Mono.<HandlerResult>never().doOnCancel(() -> Outcome.note(exchange, "call cancelled"));
					default -> Mono.empty();
				};
			}
		};
	}

	@SuppressWarnings({ "NullAway", "TypeParameterUnusedInFormals" })
	private static <T> T nothing() {
		return null;
	}

	private static <T> Mono<T> later(T value) {
		return Mono.delay(Duration.ofMillis(1)).map((tick) -> value);
	}

	private static MethodParameter parameter() {
		return new MethodParameter(ClassUtils.getMethod(Object.class, "hashCode"), -1);
	}

	private static Mono<Void> hello(ServerWebExchange exchange) {
		return exchange.getResponse()
			.writeWith(
					Mono.just(exchange.getResponse().bufferFactory().wrap("hello".getBytes(StandardCharsets.UTF_8))));
	}

	@Bean
	RouterFunction<ServerResponse> routes() {
		return RouterFunctions.route()
			.GET("/route", (request) -> ServerResponse.ok().bodyValue("route"))
			.GET("/route/empty", (request) -> Mono.empty())
			.GET("/route/fails", (request) -> Mono.error(new IllegalStateException("route fails")))
			.GET("/route/cancel",
					(request) -> ServerResponse.ok()
						.body(Mono.<String>never().doOnCancel(() -> Outcome.note(request.exchange(), "body cancelled")),
								String.class)
						.doOnCancel(() -> Outcome.note(request.exchange(), "response cancelled")))
			.build();
	}

	@RestController
	static class Controller {

		/** One whose JSON form fails. */
		record Failing(String message) {

			public String getName() {
				throw new IllegalStateException(message);
			}

		}

		@GetMapping(path = "/text", produces = MediaType.TEXT_PLAIN_VALUE)
		String text() {
			return "text";
		}

		@GetMapping("/plain")
		String plain() {
			return "plain";
		}

		@GetMapping("/map")
		Map<String, Integer> map() {
			return Map.of("one", 1);
		}

		@GetMapping("/mono")
		Mono<String> mono() {
			return later("mono");
		}

		@GetMapping("/void")
		Mono<Void> nothing() {
			return Mono.empty();
		}

		@GetMapping("/created")
		@ResponseStatus(HttpStatus.CREATED)
		Mono<String> created() {
			return Mono.just("created");
		}

		@GetMapping("/items/{id}")
		ResponseEntity<List<Integer>> item(@PathVariable int id) {
			return ResponseEntity.accepted().header("X-Id", String.valueOf(id)).body(List.of(id));
		}

		@PostMapping("/echo")
		String echo(@RequestBody Mono<String> body) {
			return "echo";
		}

		@GetMapping("/who")
		Mono<String> who() {
			return Mono.deferContextual((context) -> Mono.just(context.<String>get("who")));
		}

		@GetMapping("/exchange")
		Mono<Void> exchange(ServerWebExchange exchange) {
			return hello(exchange);
		}

		@GetMapping("/fails/local")
		String local() {
			throw new IllegalStateException("local");
		}

		@GetMapping("/fails/advice")
		Mono<String> advice() {
			return later("").flatMap((empty) -> Mono.error(new UnsupportedOperationException("advice")));
		}

		@GetMapping("/fails/nobody")
		String nobody() {
			throw new IllegalArgumentException("nobody");
		}

		@GetMapping("/fails/handler")
		String handlerFails() {
			throw new ArithmeticException("handler");
		}

		@GetMapping(path = "/fails/writing", produces = MediaType.APPLICATION_JSON_VALUE)
		Failing writing() {
			return new Failing("writing");
		}

		@GetMapping("/fails/writing/local")
		Mono<String> writingLocally() {
			return Mono.error(new IllegalStateException("writing local"));
		}

		@GetMapping("/fails/writing/nobody")
		Mono<String> writingNobody() {
			return Mono.error(new IllegalArgumentException("writing nobody"));
		}

		@GetMapping("/fails/writing/handler")
		Mono<String> writingHandlerFails() {
			return Mono.error(new ArithmeticException("writing handler"));
		}

		@GetMapping("/fails/writing/twice")
		Mono<String> writingTwice() {
			return Mono.error(new NumberFormatException("writing twice"));
		}

		@GetMapping(path = "/fails/committed", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
		Flux<String> committed() {
			return Flux.just("a").concatWith(Flux.error(new IllegalArgumentException("committed")));
		}

		@CrossOrigin("https://example.org")
		@GetMapping("/cors")
		String cors() {
			return "cors";
		}

		@GetMapping(path = "/params", params = "one")
		String one() {
			return "one";
		}

		@GetMapping(path = "/params", params = "two")
		String two() {
			return "two";
		}

		@PostMapping(path = "/json", consumes = MediaType.APPLICATION_JSON_VALUE)
		String json() {
			return "json";
		}

		@ExceptionHandler(IllegalStateException.class)
		@ResponseStatus(HttpStatus.CONFLICT)
		String handle(IllegalStateException cause) {
			return "local: " + cause.getMessage();
		}

		@ExceptionHandler(ArithmeticException.class)
		String failToo(ArithmeticException cause) {
			throw new IllegalCallerException("handler fails too", cause);
		}

		@ExceptionHandler(NumberFormatException.class)
		Mono<String> failLater(NumberFormatException cause) {
			return Mono.error(new IllegalCallerException("handled badly", cause));
		}

	}

	/** A controller that cannot be made. */
	@RestController
	@Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
	static class Unmakeable {

		Unmakeable() {
			throw new IllegalStateException("no controller");
		}

		@GetMapping("/unmakeable")
		String text() {
			return "text";
		}

	}

	@ControllerAdvice
	static class Advice {

		@ExceptionHandler(UnsupportedOperationException.class)
		@ResponseBody
		ResponseEntity<String> handle(UnsupportedOperationException cause) {
			return ResponseEntity.unprocessableContent().body("advice: " + cause.getMessage());
		}

		@ExceptionHandler(IOException.class)
		@ResponseBody
		Mono<String> handle(IOException cause) {
			return Mono.just("advice: " + cause.getMessage());
		}

	}

}
