/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import org.springframework.boot.web.server.WebServerException;

/**
 * A refusal to start without something that the configuration asks for and Fastwire
 * cannot do.
 */
public final class UnsupportedServerPropertyException extends WebServerException {

	private final String property;

	private final String feature;

	private final String alternative;

	private UnsupportedServerPropertyException(String property, String feature, String alternative) {
		super("Fastwire does not support " + feature + ", which '" + property + "' asks for", null);
		this.property = property;
		this.feature = feature;
		this.alternative = alternative;
	}

	static UnsupportedServerPropertyException http2() {
		return new UnsupportedServerPropertyException("server.http2.enabled", "HTTP/2",
				"let a proxy speak HTTP/2 with clients");
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
	 * Returns how to get the same result otherwise.
	 * @return an imperative clause
	 */
	public String getAlternative() {
		return alternative;
	}

}
