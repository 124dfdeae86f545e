/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.Objects;

import io.fastwire.http.HttpVersion;
import io.fastwire.http.Rejection;
import io.fastwire.http.RequestTarget;
import org.jspecify.annotations.Nullable;

/**
 * A request head while it arrives: what {@link RequestHeadParser} knows of it so far. One
 * serves all connections of an event loop in turn, except that a connection whose head is
 * incomplete needs one of its own. What it hands out is immutable and outlives it.
 */
final class RequestHead {

	private static final RequestTarget NO_TARGET = RequestTarget.origin("/");

	final FieldSection section = new FieldSection();

	/**
	 * Where the request line starts, behind empty lines, in bytes from the start of the
	 * head.
	 */
	int requestLineStart;

	/** Where the field section starts, or 0 while the request line is incomplete. */
	int sectionStart;

	private String method = "";

	private RequestTarget target = NO_TARGET;

	private HttpVersion version = HttpVersion.HTTP_1_1;

	private HeaderBlock headers = HeaderBlock.EMPTY;

	private @Nullable Rejection rejection;

	/**
	 * Forgets everything, so that the next bytes start a new head.
	 */
	void reset() {
		section.clear();
		requestLineStart = 0;
		sectionStart = 0;
		method = "";
		target = NO_TARGET;
		version = HttpVersion.HTTP_1_1;
		headers = HeaderBlock.EMPTY;
		rejection = null;
	}

	void requestLine(String method, RequestTarget target, HttpVersion version) {
		this.method = method;
		this.target = target;
		this.version = version;
	}

	void headers(HeaderBlock headers) {
		this.headers = headers;
	}

	/** Sets why the head is refused. */
	int reject(Rejection rejection) {
		this.rejection = rejection;
		return RequestHeadParser.REJECTED;
	}

	/**
	 * Returns the method.
	 * @return empty while the request line is incomplete
	 */
	String method() {
		return method;
	}

	/**
	 * Returns the version.
	 * @return 1.0, or 1.1 for it and any higher 1.x
	 */
	HttpVersion version() {
		return version;
	}

	/**
	 * Returns the fields.
	 * @return the fields; the same block again if a section was repeated
	 */
	HeaderBlock headers() {
		return headers;
	}

	/**
	 * Makes the complete head immutable.
	 * @param previous the head before on the connection
	 * @return that very head if it is the same, or a new one
	 */
	CompleteHead complete(@Nullable CompleteHead previous) {
		return (previous != null && previous.consistsOf(method, target, version, headers)) ? previous
				: new CompleteHead(method, target, version, headers);
	}

	/**
	 * Returns why the head was refused.
	 * @return the reason
	 * @throws NullPointerException if it was not
	 */
	Rejection rejection() {
		return Objects.requireNonNull(rejection, "not rejected");
	}

}
