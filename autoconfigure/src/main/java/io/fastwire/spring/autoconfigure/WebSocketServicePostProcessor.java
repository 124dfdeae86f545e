/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.FastwireRequestUpgradeStrategy;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.web.reactive.socket.server.RequestUpgradeStrategy;
import org.springframework.web.reactive.socket.server.WebSocketService;
import org.springframework.web.reactive.socket.server.support.HandshakeWebSocketService;
import org.springframework.web.reactive.socket.server.support.WebSocketHandlerAdapter;

/**
 * Gives Spring's WebSocket service the strategy for Fastwire, in place of the one for
 * another server that it has found by looking at the class path.
 */
final class WebSocketServicePostProcessor implements BeanPostProcessor {

	/*
	 * Spring Framework chooses the strategy by class names, without a bean or a setting
	 * to say otherwise, and WebFluxConfigurer.getWebSocketService() belongs to the
	 * application: two of them are an error. So services and the adapters that hold them
	 * are replaced, but only those of the framework's own classes, with a strategy of the
	 * framework's own. What an application has written itself is left alone; if it cannot
	 * work, it is named.
	 */

	private static final Log LOGGER = LogFactory.getLog(WebSocketServicePostProcessor.class);

	private static final String STRATEGIES = "org.springframework.web.reactive.socket.server.upgrade.";

	private static final String REACTOR_NETTY_STRATEGY = STRATEGIES + "ReactorNettyRequestUpgradeStrategy";

	private static final String NO_STRATEGY = "org.springframework.web.reactive.config.WebFluxConfigurationSupport"
			+ "$NoUpgradeStrategyWebSocketService";

	private final ObjectProvider<FastwireRequestUpgradeStrategy> strategy;

	WebSocketServicePostProcessor(ObjectProvider<FastwireRequestUpgradeStrategy> strategy) {
		this.strategy = strategy;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof WebSocketHandlerAdapter adapter) {
			return adapter(adapter, beanName);
		}
		if (bean instanceof WebSocketService service) {
			WebSocketService replacement = replacement(service, beanName);
			return (replacement != null) ? replacement : bean;
		}
		return bean;
	}

	private WebSocketHandlerAdapter adapter(WebSocketHandlerAdapter adapter, String beanName) {
		WebSocketService replacement = replacement(adapter.getWebSocketService(), beanName);
		if (replacement == null) {
			return adapter;
		}
		if (adapter.getClass() != WebSocketHandlerAdapter.class) {
			warn(beanName);
			return adapter;
		}
		WebSocketHandlerAdapter replaced = new WebSocketHandlerAdapter(replacement);
		replaced.setOrder(adapter.getOrder());
		return replaced;
	}

	/** Returns a service that works here, or {@code null} if the present one stays. */
	private @Nullable WebSocketService replacement(WebSocketService service, String beanName) {
		if (service.getClass().getName().equals(NO_STRATEGY)) {
			return new HandshakeWebSocketService(strategy.getObject());
		}
		if (!(service instanceof HandshakeWebSocketService handshake)
				|| !handshake.getUpgradeStrategy().getClass().getName().startsWith(STRATEGIES)) {
			return null;
		}
		if (service.getClass() != HandshakeWebSocketService.class) {
			warn(beanName);
			return null;
		}
		HandshakeWebSocketService replaced = new HandshakeWebSocketService(
				strategyInPlaceOf(handshake.getUpgradeStrategy()));
		replaced.setSessionAttributePredicate(handshake.getSessionAttributePredicate());
		return replaced;
	}

	private RequestUpgradeStrategy strategyInPlaceOf(RequestUpgradeStrategy present) {
		FastwireRequestUpgradeStrategy ours = strategy.getObject();
		return present.getClass().getName().equals(REACTOR_NETTY_STRATEGY)
				? ReactorNettyWebSocketSettings.carryOver(present, ours) : ours;
	}

	private static void warn(String beanName) {
		LOGGER.warn("The WebSocket sessions of the bean '" + beanName + "' are for another web server and fail on "
				+ "Fastwire. Pass the bean of type FastwireRequestUpgradeStrategy to its HandshakeWebSocketService.");
	}

}
