/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.time.Duration;

import io.fastwire.accesslog.AccessLogOptions;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.server.Transport;
import io.fastwire.server.ConnectionOptions;
import io.fastwire.spring.FastwireReactiveWebServerFactory;
import io.fastwire.spring.FastwireRoutes;
import io.fastwire.spring.FastwireServerCustomizer;
import io.fastwire.spring.FastwireTlsCustomizer;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties.ForwardHeadersStrategy;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/**
 * Carries properties to a factory. Runs in each context that has a web server, so that a
 * management server gets the same limits.
 */
final class FastwireReactiveWebServerFactoryCustomizer
		implements WebServerFactoryCustomizer<FastwireReactiveWebServerFactory>, Ordered {

	/** Takes the buffer factory of a response for Spring's, or fails. */
	private static final String GATEWAY = "org.springframework.cloud.gateway.filter.NettyWriteResponseFilter";

	private final ApplicationContext context;

	private final ServerProperties serverProperties;

	private final FastwireProperties fastwireProperties;

	private final ObjectProvider<FastwireServerCustomizer> serverCustomizers;

	private final ObjectProvider<FastwireTlsCustomizer> tlsCustomizers;

	private final ObjectProvider<FastwireRoutes> routes;

	FastwireReactiveWebServerFactoryCustomizer(ApplicationContext context, ServerProperties serverProperties,
			FastwireProperties fastwireProperties, ObjectProvider<FastwireServerCustomizer> serverCustomizers,
			ObjectProvider<FastwireTlsCustomizer> tlsCustomizers, ObjectProvider<FastwireRoutes> routes) {
		this.context = context;
		this.serverProperties = serverProperties;
		this.fastwireProperties = fastwireProperties;
		this.serverCustomizers = serverCustomizers;
		this.tlsCustomizers = tlsCustomizers;
		this.routes = routes;
	}

	/**
	 * Comes where Spring Boot's customizers come, so that those of an application, which
	 * have no order, come later.
	 */
	@Override
	public int getOrder() {
		return 0;
	}

	@Override
	public void customize(FastwireReactiveWebServerFactory factory) {
		Environment environment = context.getEnvironment();
		PropertyBinding.apply("server.server-header", serverProperties.getServerHeader(), (header) -> {
			requireFieldValue(header);
			factory.setServerHeader(header);
		});
		factory.setForwardedHeaders(forwardedHeaders(environment));
		factory.setNettyDataBuffers(nettyDataBuffers());
		factory.setHttp2Options(HttpLimitsMapping.http2(fastwireProperties.getHttp2()));
		factory.addServerCustomizers(properties(environment));
		if (!isManagement()) {
			EdgeMapping.warnOfUntrustedProxies(fastwireProperties);
			serverCustomizers.orderedStream().forEach(factory::addServerCustomizers);
			tlsCustomizers.orderedStream().forEach(factory::addTlsCustomizers);
			routes.orderedStream().forEach(factory::addRoutes);
		}
	}

	private boolean nettyDataBuffers() {
		Boolean wanted = fastwireProperties.getNettyDataBuffers();
		return (wanted != null) ? wanted : ClassUtils.isPresent(GATEWAY, context.getClassLoader());
	}

	private boolean isManagement() {
		return WebServerApplicationContext.hasServerNamespace(context, "management");
	}

	private boolean forwardedHeaders(Environment environment) {
		ForwardHeadersStrategy strategy = serverProperties.getForwardHeadersStrategy();
		if (strategy == null) {
			CloudPlatform platform = CloudPlatform.getActive(environment);
			return platform != null && platform.isUsingForwardHeaders();
		}
		return strategy == ForwardHeadersStrategy.NATIVE;
	}

	/** Checks all values now, while a failure can still name their property. */
	private FastwireServerCustomizer properties(Environment environment) {
		Transport transport = fastwireProperties.getTransport();
		Integer eventLoops = isManagement() ? Integer.valueOf(1) : fastwireProperties.getEventLoops();
		int backlog = fastwireProperties.getBacklog();
		Duration handshakeTimeout = fastwireProperties.getTls().getHandshakeTimeout();
		DataSize poolSize = fastwireProperties.getPool().getSize();
		ConnectionOptions connections = EdgeMapping.connections(fastwireProperties, !isManagement());
		AccessLogOptions accessLog = isManagement() ? null : EdgeMapping.accessLog(fastwireProperties.getAccessLog());
		HttpLimits limits = HttpLimitsMapping.limits(serverProperties, fastwireProperties.getHttp(), environment);
		HttpTimeouts timeouts = HttpLimitsMapping.timeouts(fastwireProperties.getHttp(), environment);
		return (options) -> {
			options.transport(transport)
				.connections(connections)
				.accessLog(accessLog)
				.limits(limits)
				.timeouts(timeouts);
			PropertyBinding.apply("fastwire.event-loops", eventLoops, options::eventLoops);
			PropertyBinding.apply("fastwire.backlog", backlog, options::backlog);
			PropertyBinding.apply("fastwire.tls.handshake-timeout", handshakeTimeout, options::tlsHandshakeTimeout);
			PropertyBinding.apply("fastwire.pool.size", poolSize,
					(size) -> options.poolBytes(PropertyBinding.bytes(size)));
		};
	}

	/** A line break in it would let a property file write further response fields. */
	private static void requireFieldValue(String value) {
		for (int i = 0; i < value.length(); i++) {
			char c = value.charAt(i);
			if (c < ' ' || c > '~') {
				throw new IllegalArgumentException("A response field takes printable ASCII only.");
			}
		}
	}

}
