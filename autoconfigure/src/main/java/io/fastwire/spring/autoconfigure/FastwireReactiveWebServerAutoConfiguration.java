/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.cache.ResponseCache;
import io.fastwire.spring.FastwireReactiveWebServerFactory;
import io.fastwire.spring.FastwireRoutes;
import io.fastwire.spring.FastwireServerCustomizer;
import io.fastwire.spring.FastwireTlsCustomizer;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.autoconfigure.reactive.ReactiveWebServerConfiguration;
import org.springframework.boot.web.server.reactive.ReactiveWebServerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.ReactiveHttpInputMessage;

/**
 * Serves a reactive web application by Fastwire. Comes before Spring Boot's own servers,
 * each of which backs off when there is a factory; a factory that the application
 * declares comes before this one.
 */
@AutoConfiguration(
		beforeName = { "org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration",
				"org.springframework.boot.tomcat.autoconfigure.reactive.TomcatReactiveWebServerAutoConfiguration",
				"org.springframework.boot.jetty.autoconfigure.reactive.JettyReactiveWebServerAutoConfiguration" })
@ConditionalOnClass(ReactiveHttpInputMessage.class)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnBooleanProperty(name = "fastwire.enabled", matchIfMissing = true)
@EnableConfigurationProperties(FastwireProperties.class)
@Import(ReactiveWebServerConfiguration.class)
public final class FastwireReactiveWebServerAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(ReactiveWebServerFactory.class)
	FastwireReactiveWebServerFactory fastwireReactiveWebServerFactory() {
		return new FastwireReactiveWebServerFactory();
	}

	@Bean
	FastwireReactiveWebServerFactoryCustomizer fastwireReactiveWebServerFactoryCustomizer(ApplicationContext context,
			ServerProperties serverProperties, FastwireProperties fastwireProperties,
			ObjectProvider<FastwireServerCustomizer> serverCustomizers,
			ObjectProvider<FastwireTlsCustomizer> tlsCustomizers, ObjectProvider<FastwireRoutes> routes) {
		return new FastwireReactiveWebServerFactoryCustomizer(context, serverProperties, fastwireProperties,
				serverCustomizers, tlsCustomizers, routes);
	}

	/** Comes before the customizers of an application, which may take it away again. */
	@Bean
	@ConditionalOnBooleanProperty("fastwire.cache.enabled")
	FastwireCacheCustomizer fastwireCacheCustomizer(ApplicationContext context, ResponseCache cache) {
		return new FastwireCacheCustomizer(context, cache);
	}

	@Bean
	@ConditionalOnBooleanProperty("fastwire.cache.enabled")
	@ConditionalOnMissingBean(search = SearchStrategy.ALL)
	ResponseCache fastwireResponseCache(FastwireProperties fastwireProperties) {
		return new ResponseCache(fastwireProperties.getCache().options());
	}

	@Bean
	@ConditionalOnMissingBean
	IneffectiveSettingsReporter fastwireIneffectiveSettingsReporter() {
		return new IneffectiveSettingsReporter();
	}

	@Bean
	@ConditionalOnBean(FastwireReactiveWebServerFactory.class)
	static CodecConfigurerPostProcessor fastwireCodecConfigurerPostProcessor() {
		return new CodecConfigurerPostProcessor();
	}

	@Bean
	@ConditionalOnBean(FastwireReactiveWebServerFactory.class)
	@ConditionalOnBooleanProperty(name = "fastwire.fused-dispatch", matchIfMissing = true)
	static WebHandlerPostProcessor fastwireWebHandlerPostProcessor(ApplicationContext context) {
		return new WebHandlerPostProcessor(context);
	}

}
