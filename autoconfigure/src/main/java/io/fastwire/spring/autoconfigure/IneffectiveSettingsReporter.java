/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

import io.fastwire.spring.FastwireReactiveWebServerFactory;
import io.fastwire.spring.FastwireWebServer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * Names what an application configures for another server, once Fastwire has taken its
 * place: beans in one warning, properties in another.
 */
final class IneffectiveSettingsReporter {

	private static final Log LOGGER = LogFactory.getLog(IneffectiveSettingsReporter.class);

	private static final String BOOT = "org.springframework.boot.";

	/** By name, because the servers they are for may be absent. */
	private static final List<String> CALLBACKS = List.of(
			"org.springframework.boot.reactor.netty.NettyServerCustomizer",
			"org.springframework.boot.reactor.netty.NettyRouteProvider",
			"org.springframework.boot.tomcat.TomcatConnectorCustomizer",
			"org.springframework.boot.tomcat.TomcatContextCustomizer",
			"org.springframework.boot.tomcat.TomcatProtocolHandlerCustomizer",
			"org.springframework.boot.jetty.JettyServerCustomizer");

	@EventListener
	void onStarted(WebServerInitializedEvent event) {
		if (event.getWebServer() instanceof FastwireWebServer
				&& event.getApplicationContext() instanceof ConfigurableApplicationContext context
				&& WebServerApplicationContext.getServerNamespace(context) == null) {
			warn("Beans", beans(context.getBeanFactory()));
			warn("Properties", IneffectiveServerProperties.find(context.getEnvironment()));
		}
	}

	private static void warn(String what, Collection<String> names) {
		if (!names.isEmpty()) {
			LOGGER.warn(what + " for another web server have no effect on Fastwire: " + String.join(", ", names));
		}
	}

	private static Collection<String> beans(ConfigurableListableBeanFactory beans) {
		Collection<String> found = new TreeSet<>();
		for (String callback : CALLBACKS) {
			if (ClassUtils.isPresent(callback, beans.getBeanClassLoader())) {
				Class<?> type = ClassUtils.resolveClassName(callback, beans.getBeanClassLoader());
				found.addAll(List.of(beans.getBeanNamesForType(type, true, false)));
			}
		}
		for (String name : beans.getBeanNamesForType(WebServerFactoryCustomizer.class, true, false)) {
			if (isForAnotherFactory(beans, name)) {
				found.add(name);
			}
		}
		return found;
	}

	private static boolean isForAnotherFactory(ConfigurableListableBeanFactory beans, String name) {
		Class<?> customizer = beans.getType(name, false);
		if (customizer == null || customizer.getName().startsWith(BOOT)) {
			return false;
		}
		return isForAnotherFactory(ResolvableType.forClass(customizer))
				|| isForAnotherFactory(declaredType(beans, name));
	}

	/** The class of a lambda has lost its type argument; its bean method has not. */
	private static ResolvableType declaredType(ConfigurableListableBeanFactory beans, String name) {
		return beans.containsBeanDefinition(name) ? beans.getMergedBeanDefinition(name).getResolvableType()
				: ResolvableType.NONE;
	}

	private static boolean isForAnotherFactory(ResolvableType customizer) {
		Class<?> factory = customizer.as(WebServerFactoryCustomizer.class).getGeneric().resolve();
		return factory != null && !factory.isAssignableFrom(FastwireReactiveWebServerFactory.class);
	}

}
