/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import org.jspecify.annotations.Nullable;

/**
 * A request target (RFC 9112 section 3.2), split but not decoded. Immutable but for its
 * {@linkplain #attachment() attachment}; hot targets are shared between requests, so
 * whatever an adapter derives from one (a parsed URI, say) can be hung on it.
 */
public final class RequestTarget {

	/**
	 * The four forms of RFC 9112 section 3.2.
	 */
	public enum Form {

		/** A path and perhaps a query: {@code /where?q=now}. */
		ORIGIN,

		/** A whole URI: {@code http://host/where?q=now}. */
		ABSOLUTE,

		/** Host and port, for {@code CONNECT} only. */
		AUTHORITY,

		/** {@code *}, for {@code OPTIONS} only. */
		ASTERISK

	}

	private final String raw;

	private final Form form;

	private final @Nullable String scheme;

	private final @Nullable String authority;

	private final String path;

	private final @Nullable String query;

	private volatile @Nullable Object attachment;

	private RequestTarget(Form form, String raw, int authorityStart, int pathStart) {
		this.form = form;
		this.raw = raw;
		this.scheme = (form == Form.ABSOLUTE) ? raw.substring(0, authorityStart - 3) : null;
		this.authority = (pathStart > authorityStart) ? raw.substring(authorityStart, pathStart) : null;
		int mark = raw.indexOf('?', pathStart);
		int pathEnd = (mark < 0) ? raw.length() : mark;
		this.path = (pathEnd == pathStart && form == Form.ABSOLUTE) ? "/" : raw.substring(pathStart, pathEnd);
		this.query = (mark < 0) ? null : raw.substring(mark + 1);
	}

	/**
	 * Splits a target in origin form.
	 * @param raw the target, which starts with a slash
	 * @return the target
	 */
	public static RequestTarget origin(String raw) {
		return new RequestTarget(Form.ORIGIN, raw, 0, 0);
	}

	/**
	 * Splits a target in absolute form.
	 * @param raw the target
	 * @param authorityStart the index behind {@code ://}
	 * @param pathStart the index of the first character behind the authority
	 * @return the target, whose path is {@code /} if it was left out
	 */
	public static RequestTarget absolute(String raw, int authorityStart, int pathStart) {
		return new RequestTarget(Form.ABSOLUTE, raw, authorityStart, pathStart);
	}

	/**
	 * Wraps a target in authority form.
	 * @param raw host and port
	 * @return the target, whose path is empty
	 */
	public static RequestTarget authority(String raw) {
		return new RequestTarget(Form.AUTHORITY, raw, 0, raw.length());
	}

	/**
	 * Returns the target {@code *}.
	 * @return a target whose path is {@code *}
	 */
	public static RequestTarget asterisk() {
		return new RequestTarget(Form.ASTERISK, "*", 0, 0);
	}

	/**
	 * Returns the whole target as it was sent.
	 * @return never empty
	 */
	public String raw() {
		return raw;
	}

	/**
	 * Returns the form.
	 * @return one of four
	 */
	public Form form() {
		return form;
	}

	/**
	 * Returns the scheme of an absolute target.
	 * @return the scheme, or {@code null} in the other forms
	 */
	public @Nullable String scheme() {
		return scheme;
	}

	/**
	 * Returns the authority of an absolute or authority target. It takes precedence over
	 * the Host field (RFC 9112 section 3.2.2).
	 * @return host and port, or {@code null} in the other forms
	 */
	public @Nullable String authority() {
		return authority;
	}

	/**
	 * Returns the path, still percent-encoded.
	 * @return starts with a slash in origin and absolute form
	 */
	public String path() {
		return path;
	}

	/**
	 * Returns the query behind the question mark, still percent-encoded.
	 * @return the query, or {@code null} if there is no question mark
	 */
	public @Nullable String query() {
		return query;
	}

	/**
	 * Returns what was last attached. Callable from any thread.
	 * @return an immutable object, or {@code null}
	 */
	public @Nullable Object attachment() {
		return attachment;
	}

	/**
	 * Attaches a value derived from this target. A race between two threads keeps either.
	 * @param attachment an immutable object
	 */
	public void attach(Object attachment) {
		this.attachment = attachment;
	}

	@Override
	public String toString() {
		return raw;
	}

}
