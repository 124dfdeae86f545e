/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.process;

import java.util.Map;

import io.fastwire.spring.topic.PublishTo;
import io.fastwire.topic.Topics;
import reactor.core.publisher.Mono;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.server.support.WebSocketHandlerAdapter;

/**
 * An application like many: routes, a WebSocket handler, a bean that publishes, and the
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
			.GET("/held", (request) -> ServerResponse.ok().body(Mono.never(), String.class))
			.build();
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
