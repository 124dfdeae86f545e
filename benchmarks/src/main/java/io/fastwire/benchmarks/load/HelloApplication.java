/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.Map;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;

/**
 * The WebFlux application under test. Which server runs it is a matter of properties.
 */
@SpringBootApplication
public class HelloApplication {

	/**
	 * Starts the application.
	 * @param args Spring properties such as {@code --server.port=18080}
	 */
	public static void main(String[] args) {
		SpringApplication.run(HelloApplication.class, args);
	}

	@Bean
	SimpleUrlHandlerMapping sockets() {
		WebSocketHandler echo = (session) -> session.send(session.receive().doOnNext(WebSocketMessage::retain));
		return new SimpleUrlHandlerMapping(Map.of("/ws", echo), 1);
	}

	@RestController
	static class HelloController {

		@GetMapping(path = "/", produces = MediaType.TEXT_PLAIN_VALUE)
		String hello() {
			return "Hello World!";
		}

		@PostMapping(path = "/key", produces = MediaType.TEXT_PLAIN_VALUE)
		String key(@RequestBody Map<String, Object> body) {
			return String.valueOf(body.get("key"));
		}

	}

}
