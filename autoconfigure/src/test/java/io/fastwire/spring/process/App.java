/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.process;

import java.time.Duration;
import java.util.Map;

import io.fastwire.spring.topic.PublishTo;
import io.fastwire.topic.Topics;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.server.support.WebSocketHandlerAdapter;

/**
 * An application like many: routes, a bean that publishes, a WebSocket handler, and the
 * WebSocket adapter that guides tell people to declare.
 */
@SpringBootApplication
class App {

	public static void main(String[] args) {
		SpringApplication.run(App.class, args);
	}

	@Bean
	Greeter greeter() {
		return new Greeter();
	}

	@Bean
	RouterFunction<ServerResponse> routes(Greeter greeter, Topics topics) {
		return RouterFunctions.route()
			.GET("/hello", (request) -> ServerResponse.ok().bodyValue("Hello"))
			.GET("/greet/{name}", (request) -> {
				Greeting greeting = greeter.greet(request.pathVariable("name"));
				return ServerResponse.ok().bodyValue(greeting.text() + " " + topics.statistics().published());
			})
			.GET("/zeros/{megabytes}",
					(request) -> ServerResponse.ok()
						.body(BodyInserters
							.fromDataBuffers(zeros(Integer.parseInt(request.pathVariable("megabytes"))))))
			.GET("/file",
					(request) -> ServerResponse.ok()
						.bodyValue(new FileSystemResource(request.queryParam("path").orElseThrow())))
			.POST("/count", (request) -> ServerResponse.ok().body(count(request).map(String::valueOf), String.class))
			.GET("/held", (request) -> ServerResponse.ok().body(Mono.never(), String.class))
			.POST("/form/{what}", App::form)
			.build();
	}

	/** Reads a form or ignores it, and answers, fails or refuses. */
	private static Mono<ServerResponse> form(ServerRequest request) {
		Mono<Integer> parts = request.multipartData().map(Map::size);
		return switch (request.pathVariable("what")) {
			case "ignore" -> ServerResponse.ok().bodyValue("ignored");
			case "fail" -> parts.flatMap((count) -> Mono.error(new IllegalStateException("planned")));
			case "refuse" -> parts.flatMap((count) -> ServerResponse.status(HttpStatus.CONTENT_TOO_LARGE).build());
			default -> parts.flatMap((count) -> ServerResponse.ok().bodyValue(count + " parts"));
		};
	}

	/** Counts the bytes of a body, of whose first buffers each may take its time. */
	private static Mono<Long> count(ServerRequest request) {
		long slow = request.queryParam("slow").map(Long::valueOf).orElse(0L);
		return request.bodyToFlux(DataBuffer.class).map((buffer) -> {
			long bytes = buffer.readableByteCount();
			DataBufferUtils.release(buffer);
			return bytes;
		})
			.index()
			.concatMap((indexed) -> (indexed.getT1() < slow)
					? Mono.just(indexed.getT2()).delayElement(Duration.ofMillis(10)) : Mono.just(indexed.getT2()), 1)
			.reduce(0L, Long::sum);
	}

	private static Flux<DataBuffer> zeros(int megabytes) {
		return Flux.range(0, megabytes * 16)
			.map((index) -> DefaultDataBufferFactory.sharedInstance.wrap(new byte[65_536]));
	}

	@Bean
	SimpleUrlHandlerMapping sockets() {
		WebSocketHandler echo = (session) -> session.send(session.receive().doOnNext(WebSocketMessage::retain));
		return new SimpleUrlHandlerMapping(Map.of("/echo", echo), -1);
	}

	@Bean
	WebSocketHandlerAdapter webSocketHandlerAdapter() {
		return new WebSocketHandlerAdapter();
	}

	static class Greeter {

		@PublishTo("${greetings:greetings}/{result.name}")
		Greeting greet(String name) {
			return new Greeting(name, "Hello " + name);
		}

	}

	record Greeting(String name, String text) {
	}

}
