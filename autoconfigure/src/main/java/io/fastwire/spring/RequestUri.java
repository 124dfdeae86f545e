/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.net.URI;
import java.net.URISyntaxException;

import io.fastwire.http.RequestTarget;
import org.jspecify.annotations.Nullable;

import org.springframework.http.server.RequestPath;

/**
 * The URI of a request, built from its target, scheme and authority (RFC 9112 section
 * 3.3). Immutable and shared: it hangs on the target, which the parser shares between
 * requests, and is used again if the rest is the same.
 */
final class RequestUri {

	/*
	 * java.net.URI is slow to build and most handlers only look at the path, so it is
	 * built on first use. That must not fail any more: whatever java.net.URI could refuse
	 * has been refused or encoded by then, and where this cannot be told from the
	 * characters alone (an IPv6 authority, say), it is built at once.
	 *
	 * Path and query are appended to an authority, so that a path starting with two
	 * slashes is not read as one.
	 */

	private final String scheme;

	private final @Nullable String authority;

	private final @Nullable String prefix;

	private final String path;

	private final @Nullable String query;

	private volatile @Nullable URI uri;

	private @Nullable RequestPath requestPath;

	private RequestUri(Base base, String path, @Nullable String query) {
		this.scheme = base.scheme;
		this.authority = base.authority;
		this.prefix = base.prefix;
		this.path = path;
		this.query = query;
	}

	/**
	 * What a target is relative to.
	 *
	 * @param scheme {@code http} or {@code https}
	 * @param authority host and port, or {@code null} if unknown
	 * @param prefix a path that a proxy removed, or {@code null}
	 */
	record Base(String scheme, @Nullable String authority, @Nullable String prefix) {
	}

	/**
	 * Returns the URI of a target.
	 * @return {@code null} if the target cannot be made a URI
	 */
	static @Nullable RequestUri of(RequestTarget target, String scheme, @Nullable String authority,
			@Nullable String prefix) {
		if (target.attachment() instanceof RequestUri known && known.matches(scheme, authority, prefix)) {
			return known;
		}
		return create(target, new Base(scheme, authority, prefix));
	}

	private boolean matches(String scheme, @Nullable String authority, @Nullable String prefix) {
		return same(this.authority, authority) && same(this.scheme, scheme) && same(this.prefix, prefix);
	}

	private static boolean same(@Nullable String one, @Nullable String other) {
		return (one != null) ? one.equals(other) : other == null;
	}

	private static @Nullable RequestUri create(RequestTarget target, Base base) {
		String rawPath = target.path();
		String rawQuery = target.query();
		if (!UriCharacters.isPath(rawPath)) {
			return null;
		}
		String query = (rawQuery != null) ? UriCharacters.encodeQuery(rawQuery) : null;
		if (rawQuery != null && query == null) {
			return null;
		}
		String path = (base.prefix != null) ? base.prefix + rawPath : rawPath;
		RequestUri created = new RequestUri(base, path, query);
		if (!created.authorityIsPlain() && !created.canBeBuilt()) {
			return null;
		}
		target.attach(created);
		return created;
	}

	private boolean authorityIsPlain() {
		return authority == null || UriCharacters.isPlainAuthority(authority);
	}

	private boolean canBeBuilt() {
		try {
			uri = new URI(text());
			return true;
		}
		catch (URISyntaxException ex) {
			return false;
		}
	}

	URI uri() {
		URI known = uri;
		if (known == null) {
			known = URI.create(text());
			uri = known;
		}
		return known;
	}

	RequestPath path() {
		RequestPath known = requestPath;
		if (known == null) {
			known = RequestPath.parse(path, prefix);
			requestPath = known;
		}
		return known;
	}

	@Nullable String query() {
		return query;
	}

	private String text() {
		int capacity = scheme.length() + path.length() + 16;
		StringBuilder text = new StringBuilder(capacity).append(scheme).append("://");
		if (authority != null) {
			text.append(authority, 0, authority.length() - defaultPortLength());
		}
		text.append(path);
		if (query != null) {
			text.append('?').append(query);
		}
		return text.toString();
	}

	private int defaultPortLength() {
		String port = scheme.equals("https") ? ":443" : ":80";
		return (authority != null && authority.endsWith(port)) ? port.length() : 0;
	}

	@Override
	public String toString() {
		return text();
	}

}
