/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.FastwireReactiveWebServerFactory;
import io.fastwire.spring.FastwireRequestUpgradeStrategy;
import io.fastwire.spring.topic.TopicAuthorizer;
import io.fastwire.spring.topic.web.TopicAccess;
import io.fastwire.spring.topic.web.TopicEndpoint;
import io.fastwire.spring.topic.web.TopicHandlerMapping;
import io.fastwire.spring.topic.web.TopicWebOptions;
import io.fastwire.topic.Topics;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.web.reactive.DispatcherHandler;

/**
 * Lets clients subscribe to topics, where Fastwire is the web server.
 */
@AutoConfiguration(after = { FastwireTopicAutoConfiguration.class, FastwireWebSocketAutoConfiguration.class })
@ConditionalOnClass(DispatcherHandler.class)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnBean({ FastwireReactiveWebServerFactory.class, FastwireRequestUpgradeStrategy.class, Topics.class })
@ConditionalOnBooleanProperty(name = "fastwire.topics.enabled", matchIfMissing = true)
@ImportRuntimeHints(FastwireTopicWebAutoConfiguration.Hints.class)
public final class FastwireTopicWebAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	TopicEndpoint fastwireTopicEndpoint(Topics topics, FastwireTopicsProperties properties,
			FastwireRequestUpgradeStrategy strategy, ObjectProvider<TopicAuthorizer> authorizers) {
		TopicWebOptions options = properties.toWebOptions();
		TopicAccess access = new TopicAccess(topics.options().maxNameLength(), options.known(),
				authorizers.orderedStream().toList());
		return new TopicEndpoint(topics, options, access, strategy,
				properties.toSessionOptions(strategy.getOptions().toBuilder().allowedOrigins().build()));
	}

	@Bean
	@ConditionalOnMissingBean
	TopicHandlerMapping fastwireTopicHandlerMapping(FastwireTopicsProperties properties, TopicEndpoint endpoint) {
		return new TopicHandlerMapping(properties.getPath(), endpoint);
	}

	/** What a native image must keep. */
	static class Hints implements RuntimeHintsRegistrar {

		@Override
		public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
			hints.resources().registerPattern("io/fastwire/spring/topic/web/fastwire.js");
		}

	}

}
