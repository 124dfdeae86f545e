/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.servers;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.messaging.simp.SimpMessagingTemplate;
import org.springframework.messaging.simp.config.MessageBrokerRegistry;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.socket.config.annotation.EnableWebSocketMessageBroker;
import org.springframework.web.socket.config.annotation.StompEndpointRegistry;
import org.springframework.web.socket.config.annotation.WebSocketMessageBrokerConfigurer;

/** STOMP over WebSocket by Spring's simple broker. */
@SpringBootConfiguration
@EnableAutoConfiguration
@EnableWebSocketMessageBroker
@Import({ CommonController.class, StompApplication.Controller.class })
public class StompApplication implements WebSocketMessageBrokerConfigurer {

	/**
	 * Starts the application.
	 * @param args Spring properties such as {@code --server.port=18080}
	 */
	public static void main(String[] args) {
		SpringApplication.run(StompApplication.class, args);
	}

	@Override
	public void registerStompEndpoints(StompEndpointRegistry registry) {
		registry.addEndpoint("/stomp");
	}

	@Override
	public void configureMessageBroker(MessageBrokerRegistry registry) {
		registry.enableSimpleBroker("/topic");
		// As all others do.
		registry.setPreservePublishOrder(true);
	}

	@RestController
	static class Controller {

		private final SimpMessagingTemplate messages;

		Controller(SimpMessagingTemplate messages) {
			this.messages = messages;
		}

		@PostMapping("/publish/feed")
		void publish(@RequestBody String message) {
			messages.convertAndSend("/topic/feed", message);
		}

	}

}
