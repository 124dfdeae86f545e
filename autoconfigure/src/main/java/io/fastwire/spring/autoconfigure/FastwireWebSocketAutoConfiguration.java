/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.FastwireReactiveWebServerFactory;
import io.fastwire.spring.FastwireRequestUpgradeStrategy;
import io.fastwire.websocket.WebSocketOptions;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.socket.server.support.WebSocketHandlerAdapter;

/**
 * Lets WebFlux open its WebSocket sessions on Fastwire, where that is the web server.
 */
@AutoConfiguration(after = FastwireReactiveWebServerAutoConfiguration.class)
@ConditionalOnClass(WebSocketHandlerAdapter.class)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnBean(FastwireReactiveWebServerFactory.class)
public final class FastwireWebSocketAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	WebSocketOptions fastwireWebSocketOptions(FastwireProperties properties) {
		return WebSocketOptionsMapping.options(properties.getWebsocket());
	}

	@Bean
	@ConditionalOnMissingBean
	FastwireRequestUpgradeStrategy fastwireRequestUpgradeStrategy(WebSocketOptions options) {
		return new FastwireRequestUpgradeStrategy(options);
	}

	@Bean
	@ConditionalOnMissingBean
	WebSocketHandlersLifecycle fastwireWebSocketHandlersLifecycle(FastwireRequestUpgradeStrategy strategy) {
		return new WebSocketHandlersLifecycle(strategy);
	}

	@Bean
	static WebSocketServicePostProcessor fastwireWebSocketServicePostProcessor(
			ObjectProvider<FastwireRequestUpgradeStrategy> strategy) {
		return new WebSocketServicePostProcessor(strategy);
	}

}
