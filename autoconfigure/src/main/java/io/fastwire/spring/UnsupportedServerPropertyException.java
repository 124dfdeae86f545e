/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import org.springframework.boot.web.server.WebServerException;

/**
 * A refusal to start without something that the configuration asks for and Fastwire
 * cannot do here.
 */
public final class UnsupportedServerPropertyException extends WebServerException {

	private final String property;

	private final String feature;

	private final String dependency;

	private UnsupportedServerPropertyException(String property, String feature, String dependency) {
		super("'" + property + "' asks for " + feature + ", for which '" + dependency + "' is not on the class path",
				null);
		this.property = property;
		this.feature = feature;
		this.dependency = dependency;
	}

	static UnsupportedServerPropertyException http2() {
		return new UnsupportedServerPropertyException("server.http2.enabled", "HTTP/2", "io.netty:netty-codec-http2");
	}

	/**
	 * Returns the property, or the prefix of the properties, that asks for it.
	 * @return for example {@code server.http2.enabled}
	 */
	public String getProperty() {
		return property;
	}

	/**
	 * Returns what is not supported.
	 * @return for example {@code HTTP/2}
	 */
	public String getFeature() {
		return feature;
	}

	/**
	 * Returns the library that it needs.
	 * @return group and artifact
	 */
	public String getDependency() {
		return dependency;
	}

}
