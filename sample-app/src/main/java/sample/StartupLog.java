/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Objects;

import io.fastwire.spring.FastwireWebServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementServerProperties;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.boot.webflux.autoconfigure.WebFluxProperties;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Tells where to look, once there is something to see. The management endpoints may be on
 * the port of the application or have a server of their own.
 */
@Component
class StartupLog {

	private static final Logger LOGGER = LoggerFactory.getLogger(StartupLog.class);

	private final Environment environment;

	private final ServerProperties application;

	private final WebFluxProperties webFlux;

	private final PathMappedEndpoints endpoints;

	StartupLog(Environment environment, ServerProperties application, WebFluxProperties webFlux,
			PathMappedEndpoints endpoints) {
		this.environment = environment;
		this.application = application;
		this.webFlux = webFlux;
		this.endpoints = endpoints;
	}

	@EventListener
	void started(WebServerInitializedEvent event) {
		if (WebServerApplicationContext.hasServerNamespace(event.getApplicationContext(), "management")) {
			// a bean in the context of the management server only, which is another one
			ManagementServerProperties management = Binder.get(environment)
				.bindOrCreate("management.server", ManagementServerProperties.class);
			logEndpoints(home(event.getWebServer(), management.getAddress(), management.getBasePath()));
			return;
		}
		String home = home(event.getWebServer(), application.getAddress(), webFlux.getBasePath());
		LOGGER.info("Orders and prices, live: {}/", home);
		if (ManagementPortType.get(environment) == ManagementPortType.SAME) {
			logEndpoints(home);
		}
	}

	private void logEndpoints(String home) {
		logEndpoint("Dashboard:               {}", home, "fastwire");
		logEndpoint("Metrics:                 {}", home, "metrics");
		logEndpoint("Metrics for Prometheus:  {}", home, "prometheus");
	}

	private void logEndpoint(String text, String home, String id) {
		String path = endpoints.getPath(EndpointId.of(id));
		if (path != null) {
			LOGGER.info(text, home + path);
		}
	}

	private static String home(WebServer server, @Nullable InetAddress address, @Nullable String basePath) {
		String scheme = (server instanceof FastwireWebServer fastwire && fastwire.isSecure()) ? "https" : "http";
		return scheme + "://" + host(address) + ":" + server.getPort() + Objects.requireNonNullElse(basePath, "");
	}

	private static String host(@Nullable InetAddress address) {
		if (address == null || address.isAnyLocalAddress()) {
			return "localhost";
		}
		return (address instanceof Inet6Address) ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
	}

}
