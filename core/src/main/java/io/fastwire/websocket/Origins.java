/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/** Compares origins (RFC 6454). */
final class Origins {

	private static final String SEPARATOR = "://";

	private Origins() {
	}

	static boolean isOrigin(String text) {
		int separator = text.indexOf(SEPARATOR);
		int authority = separator + SEPARATOR.length();
		return separator > 0 && authority < text.length() && text.indexOf('/', authority) < 0;
	}

	/**
	 * Tells whether a page may connect.
	 * @param origin of the page, or {@code null} if the client is no browser
	 * @param host value of the Host field
	 * @param allowed from the options
	 */
	static boolean allowed(@Nullable String origin, @Nullable String host, Set<String> allowed) {
		if (origin == null || allowed.contains(WebSocketOptions.ANY_ORIGIN)) {
			return true;
		}
		return sameHost(origin, host) || allowed.stream().anyMatch((one) -> normal(one).equals(normal(origin)));
	}

	/**
	 * Compares host and port only: behind a proxy that ends TLS, the scheme of the
	 * request is not the one that the browser knows.
	 */
	private static boolean sameHost(String origin, @Nullable String host) {
		if (host == null || !isOrigin(origin)) {
			return false;
		}
		int separator = origin.indexOf(SEPARATOR);
		String scheme = origin.substring(0, separator + SEPARATOR.length());
		return normal(origin).equals(normal(scheme + host));
	}

	/** Takes the default port away and ignores case. */
	private static String normal(String origin) {
		String lower = origin.toLowerCase(Locale.ROOT);
		String port = lower.startsWith("https:") ? ":443" : ":80";
		return lower.endsWith(port) ? lower.substring(0, lower.length() - port.length()) : lower;
	}

}
