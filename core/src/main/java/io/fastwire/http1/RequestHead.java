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
 * A request head: while it arrives, what {@link RequestHeadParser} knows of it so far;
 * when it is complete, its parts and what they mean together. One serves all connections
 * of an event loop in turn, except that a connection whose head is incomplete needs one
 * of its own. What it hands out is immutable and outlives it.
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
	 * @return a shared constant if it is a known one
	 */
	String method() {
		return method;
	}

	/**
	 * Returns the target.
	 * @return the target, shared between requests if it is a frequent one
	 */
	RequestTarget target() {
		return target;
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
	 * Tells how the end of the body is found (RFC 9112 section 6.3).
	 * @return one of three ways
	 */
	BodyFraming bodyFraming() {
		if (headers.is(FieldFacts.TRANSFER_ENCODING)) {
			return BodyFraming.CHUNKED;
		}
		return headers.is(FieldFacts.CONTENT_LENGTH) ? BodyFraming.LENGTH : BodyFraming.NONE;
	}

	/**
	 * Returns the declared length of the body.
	 * @return bytes; 0 if there is no body; -1 if it is chunked
	 */
	long contentLength() {
		return headers.is(FieldFacts.TRANSFER_ENCODING) ? -1 : headers.contentLength();
	}

	/**
	 * Tells whether the client lets the connection persist (RFC 9112 section 9.3).
	 * @return by default true for 1.1 and false for 1.0
	 */
	boolean keepAlive() {
		return !headers.is(FieldFacts.CLOSE) && (version == HttpVersion.HTTP_1_1 || headers.is(FieldFacts.KEEP_ALIVE));
	}

	/**
	 * Tells whether the client waits for 100 before it sends the body (RFC 9110 section
	 * 10.1.1).
	 * @return false for 1.0, and if there is no body to wait for
	 */
	boolean expectContinue() {
		return headers.is(FieldFacts.EXPECT_CONTINUE) && version == HttpVersion.HTTP_1_1 && contentLength() != 0;
	}

	/**
	 * Tells whether the client offers another protocol (RFC 9110 section 7.8).
	 * @return whether Upgrade names one and Connection lists it; false for 1.0
	 */
	boolean upgradeRequested() {
		return headers.is(FieldFacts.UPGRADE) && headers.is(FieldFacts.UPGRADE_OPTION)
				&& version == HttpVersion.HTTP_1_1;
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
