/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.servers;

import java.util.Map;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;

import io.fastwire.spring.topic.TopicPublisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/**
 * The WebFlux application. Which server runs it is a matter of properties.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({ CommonController.class, WebFluxApplication.Controller.class })
public class WebFluxApplication {

	/**
	 * Starts the application.
	 * @param args Spring properties such as {@code --server.port=18080}
	 */
	public static void main(String[] args) {
		SpringApplication.run(WebFluxApplication.class, args);
	}

	/** In favour of Reactor: the sink that costs least, which keeps nothing. */
	@Bean
	Sinks.Many<String> feed() {
		return Sinks.many().multicast().directBestEffort();
	}

	@Bean
	SimpleUrlHandlerMapping sockets(Sinks.Many<String> feed) {
		WebSocketHandler echo = (session) -> session.send(session.receive().doOnNext(WebSocketMessage::retain));
		WebSocketHandler subscribe = (session) -> session.send(feed.asFlux().map(session::textMessage));
		return new SimpleUrlHandlerMapping(Map.of("/ws", echo, "/feed", subscribe), 1);
	}

	@RestController
	static class Controller {

		private final Sinks.Many<String> feed;

		private final ObjectProvider<TopicPublisher> topics;

		Controller(Sinks.Many<String> feed, ObjectProvider<TopicPublisher> topics) {
			this.feed = feed;
			this.topics = topics;
		}

		@GetMapping("/headers")
		ResponseEntity<String> headers(@RequestHeader("Host") String host,
				@RequestHeader("User-Agent") String userAgent, @RequestHeader("Accept") String accept,
				ServerHttpRequest request) {
			return ResponseEntity.ok()
				.contentType(MediaType.TEXT_PLAIN)
				.header("X-Host", host)
				.header("Cache-Control", "no-store")
				.body(Answers.headers(request.getURI().getRawPath(), userAgent, accept));
		}

		@GetMapping("/quote")
		ResponseEntity<String> quote() {
			return ResponseEntity.ok()
				.contentType(MediaType.APPLICATION_JSON)
				.header("Cache-Control", "max-age=1")
				.body(Answers.QUOTE);
		}

		@GetMapping(path = "/feed/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
		Flux<String> events() {
			return feed.asFlux();
		}

		@PostMapping("/publish/feed")
		void publish(@RequestBody String message) {
			feed.emitNext(message, Sinks.EmitFailureHandler.FAIL_FAST);
		}

		@PostMapping("/publish/topic")
		void publishToTopic(@RequestBody String message) {
			topics.getObject().publish("feed", message);
		}

	}

}
