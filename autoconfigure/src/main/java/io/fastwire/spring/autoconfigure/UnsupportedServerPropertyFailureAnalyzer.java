/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.UnsupportedServerPropertyException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/**
 * Explains an {@link UnsupportedServerPropertyException}, and where the property was set.
 */
final class UnsupportedServerPropertyFailureAnalyzer
		extends AbstractFailureAnalyzer<UnsupportedServerPropertyException> {

	private final @Nullable Environment environment;

	UnsupportedServerPropertyFailureAnalyzer(@Nullable Environment environment) {
		this.environment = environment;
	}

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnsupportedServerPropertyException cause) {
		ConfigurationProperty property = property(cause.getProperty());
		String name = (property != null) ? property.getName().toString() : cause.getProperty();
		String origin = (property != null && property.getOrigin() != null) ? " (set in " + property.getOrigin() + ")"
				: "";
		return new FailureAnalysis(
				"The property '" + name + "'" + origin + " asks for " + cause.getFeature() + ", for which '"
						+ cause.getDependency() + "' is not on the class path.",
				"Add '" + cause.getDependency()
						+ "', which 'fastwire-spring-boot-starter' brings unless it is excluded, remove the property,"
						+ " or set 'fastwire.enabled=false' to go back to the previous web server.",
				cause);
	}

	/**
	 * The property as it was written: of the main server, or else of the management
	 * server.
	 */
	private @Nullable ConfigurationProperty property(String property) {
		ConfigurationProperty found = firstUnder(ConfigurationPropertyName.of(property));
		return (found != null) ? found : firstUnder(ConfigurationPropertyName.of("management." + property));
	}

	private @Nullable ConfigurationProperty firstUnder(ConfigurationPropertyName prefix) {
		if (environment == null) {
			return null;
		}
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source instanceof IterableConfigurationPropertySource iterable) {
				ConfigurationPropertyName name = iterable.stream()
					.filter((candidate) -> prefix.equals(candidate) || prefix.isAncestorOf(candidate))
					.findFirst()
					.orElse(null);
				if (name != null) {
					return source.getConfigurationProperty(name);
				}
			}
		}
		return null;
	}

}
