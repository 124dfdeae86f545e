/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.guide;

import java.util.Map;

import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;

/** What websocket-webflux.md shows. */
class WebFluxSocketCode {

	@Bean
	SimpleUrlHandlerMapping sockets() {
		WebSocketHandler echo = (session) -> session.send(session.receive().doOnNext(WebSocketMessage::retain));
		return new SimpleUrlHandlerMapping(Map.of("/echo", echo), 1);
	}

}
