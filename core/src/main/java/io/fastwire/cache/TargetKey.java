/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.util.Comparator;

import io.fastwire.http.Exchange;
import io.fastwire.http.RequestTarget;
import org.jspecify.annotations.Nullable;

/**
 * The primary key of a response (RFC 9111 section 2): scheme, host and port, and the
 * target as it was sent. Comparable, so that keys which were chosen to collide cost a
 * search in a tree and no more.
 */
final class TargetKey implements Comparable<TargetKey> {

	private static final Comparator<TargetKey> ORDER = Comparator.comparing((TargetKey key) -> key.target)
		.thenComparing((key) -> key.authority)
		.thenComparing((key) -> key.scheme);

	private final String scheme;

	private final String authority;

	private final String target;

	private final int hash;

	/**
	 * Creates a key.
	 * @param authority in its {@linkplain #canonical canonical} form
	 * @param target path and query
	 */
	TargetKey(String scheme, String authority, String target) {
		this.scheme = scheme;
		this.authority = authority;
		this.target = target;
		this.hash = (scheme.hashCode() * 31 + authority.hashCode()) * 31 + target.hashCode();
	}

	/**
	 * Returns the key of what a request asks for.
	 * @return {@code null} if it does not name its host
	 */
	static @Nullable TargetKey of(Exchange exchange) {
		RequestTarget target = exchange.target();
		boolean absolute = target.form() == RequestTarget.Form.ABSOLUTE;
		String authority = absolute ? target.authority() : exchange.headers().get("Host");
		if (authority == null || authority.isEmpty()) {
			return null;
		}
		String scheme = exchange.scheme();
		String query = target.query();
		String raw = absolute ? target.path() + ((query != null) ? "?" + query : "") : target.raw();
		return new TargetKey(scheme, canonical(scheme, authority), raw);
	}

	/**
	 * Returns the key of what a response names as Location or Content-Location, if that
	 * is on the same host (RFC 9111 section 4.4).
	 * @return {@code null} if it is elsewhere, or named relative to the target
	 */
	@Nullable TargetKey named(@Nullable String uri) {
		if (uri == null) {
			return null;
		}
		int fragment = uri.indexOf('#');
		String whole = (fragment < 0) ? uri : uri.substring(0, fragment);
		if (whole.startsWith("/") && !whole.startsWith("//")) {
			return new TargetKey(scheme, authority, whole);
		}
		int slashes = whole.indexOf("://");
		int path = (slashes < 0) ? -1 : whole.indexOf('/', slashes + 3);
		if (path < 0) {
			return null;
		}
		String named = whole.substring(0, slashes);
		boolean same = named.equalsIgnoreCase(scheme)
				&& canonical(scheme, whole.substring(slashes + 3, path)).equals(authority);
		return same ? new TargetKey(scheme, authority, whole.substring(path)) : null;
	}

	/**
	 * Writes letters small and leaves the default port out (RFC 9110 section 4.2.3).
	 * @return the same String if it is canonical already
	 */
	static String canonical(String scheme, String authority) {
		String port = scheme.equals("https") ? ":443" : ":80";
		String host = authority.endsWith(port) ? authority.substring(0, authority.length() - port.length()) : authority;
		for (int i = 0; i < host.length(); i++) {
			char c = host.charAt(i);
			if (c >= 'A' && c <= 'Z') {
				return lowerCase(host);
			}
		}
		return host;
	}

	private static String lowerCase(String host) {
		StringBuilder lower = new StringBuilder(host.length());
		for (int i = 0; i < host.length(); i++) {
			char c = host.charAt(i);
			lower.append((c >= 'A' && c <= 'Z') ? (char) (c | 0x20) : c);
		}
		return lower.toString();
	}

	/** Whether the host is spelled the canonical way in the request. */
	boolean spelledBy(Exchange exchange) {
		return authority.equals(exchange.headers().get("Host"));
	}

	/**
	 * Tells whether a target given by an operator is this one.
	 * @param wanted path and query, for any host, or a URI
	 * @param prefix whether it is only how the target begins
	 */
	boolean fits(String wanted, boolean prefix) {
		String own = wanted.startsWith("/") ? target : scheme + "://" + authority + target;
		return prefix ? own.startsWith(wanted) : own.equals(wanted);
	}

	/** Returns about how many bytes of memory it takes. */
	int bytes() {
		return authority.length() + target.length() + 120;
	}

	@Override
	public int compareTo(TargetKey other) {
		return ORDER.compare(this, other);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof TargetKey key && hash == key.hash && target.equals(key.target)
				&& authority.equals(key.authority) && scheme.equals(key.scheme);
	}

	@Override
	public int hashCode() {
		return hash;
	}

	@Override
	public String toString() {
		return scheme + "://" + authority + target;
	}

}
