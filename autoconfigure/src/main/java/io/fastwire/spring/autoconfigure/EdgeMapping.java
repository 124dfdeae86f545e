/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.accesslog.AccessLogOptions;
import io.fastwire.proxy.AddressRanges;
import io.fastwire.proxy.ProxyProtocol;
import io.fastwire.server.ConnectionOptions;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** Turns properties into what is accepted, who is believed, and what is logged of it. */
final class EdgeMapping {

	private static final Log LOGGER = LogFactory.getLog(EdgeMapping.class);

	private EdgeMapping() {
	}

	/**
	 * Returns which connections are accepted.
	 * @param main whether this is for the main server: who comes to a management server
	 * comes past the load balancer
	 */
	static ConnectionOptions connections(FastwireProperties properties, boolean main) {
		FastwireProperties.Connections limits = properties.getConnections();
		ConnectionOptions.Builder options = ConnectionOptions.builder()
			.proxyProtocol(main ? properties.getProxyProtocol() : ProxyProtocol.OFF);
		PropertyBinding.apply("fastwire.connections.max", limits.getMax(), options::max);
		PropertyBinding.apply("fastwire.connections.max-per-address", limits.getMaxPerAddress(),
				options::maxPerAddress);
		PropertyBinding.apply("fastwire.trusted-proxies", properties.getTrustedProxies(),
				(ranges) -> options.trustedProxies(AddressRanges.of(ranges)));
		return options.build();
	}

	/**
	 * Tells an operator that clients can choose their address: where a header is
	 * optional, nobody says which ports the clients come to.
	 */
	static void warnOfUntrustedProxies(FastwireProperties properties) {
		if (properties.getProxyProtocol() == ProxyProtocol.OPTIONAL && properties.getTrustedProxies() == null) {
			LOGGER.warn("Every client can claim any address by the PROXY protocol, because"
					+ " 'fastwire.proxy-protocol' is 'optional' and 'fastwire.trusted-proxies' is not set");
		}
	}

	/** Returns {@code null} if nothing is to be logged. */
	static @Nullable AccessLogOptions accessLog(FastwireAccessLogProperties properties) {
		if (!properties.isEnabled()) {
			return null;
		}
		Log logger = LogFactory.getLog(properties.getLogger());
		AccessLogOptions.Builder options = AccessLogOptions.builder().sink(logger::info);
		PropertyBinding.apply("fastwire.access-log.pattern", properties.getPattern(), options::pattern);
		PropertyBinding.apply("fastwire.access-log.queue-capacity", properties.getQueueCapacity(), options::capacity);
		PropertyBinding.apply("fastwire.access-log.masked-parameters", properties.getMaskedParameters(),
				options::maskedParameters);
		return options.build();
	}

}
