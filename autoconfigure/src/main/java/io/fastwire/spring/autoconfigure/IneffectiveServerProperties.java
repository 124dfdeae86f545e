/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * Finds the properties of other servers that are set and that Fastwire does not honour.
 */
final class IneffectiveServerProperties {

	private static final List<ConfigurationPropertyName> SERVERS = List.of(ConfigurationPropertyName.of("server.netty"),
			ConfigurationPropertyName.of("server.tomcat"), ConfigurationPropertyName.of("server.jetty"));

	private static final List<ConfigurationPropertyName> HONOURED = List.of(
			ConfigurationPropertyName.of("server.netty.connection-timeout"),
			ConfigurationPropertyName.of("server.netty.idle-timeout"),
			ConfigurationPropertyName.of("server.netty.max-initial-line-length"),
			ConfigurationPropertyName.of("server.netty.max-keep-alive-requests"));

	private static final ConfigurationPropertyName VALIDATE_HEADERS = ConfigurationPropertyName
		.of("server.netty.validate-headers");

	private IneffectiveServerProperties() {
	}

	static Collection<String> find(Environment environment) {
		Collection<String> found = new TreeSet<>();
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source instanceof IterableConfigurationPropertySource iterable) {
				iterable.stream()
					.filter((name) -> isIneffective(name, environment))
					.forEach((name) -> found.add(name.toString()));
			}
		}
		return found;
	}

	private static boolean isIneffective(ConfigurationPropertyName name, Environment environment) {
		if (SERVERS.stream().noneMatch((server) -> server.isAncestorOf(name)) || HONOURED.contains(name)) {
			return false;
		}
		return !(VALIDATE_HEADERS.equals(name) && alwaysValidated(environment));
	}

	/** Fastwire validates always, so only switching it off has no effect. */
	private static boolean alwaysValidated(Environment environment) {
		return !Boolean.FALSE.equals(PropertyBinding.read(environment, VALIDATE_HEADERS.toString(), Boolean.class));
	}

}
