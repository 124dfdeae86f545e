/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.HttpVersion;
import io.fastwire.http.RequestTarget;
import io.fastwire.internal.http.TargetCache;

/**
 * A request head that is complete and valid, and what its parts mean together. Immutable:
 * the requests of a client that repeats itself share it.
 *
 * @param method a shared constant if it is a known one
 * @param target shared between requests if it is a frequent one
 * @param version 1.0, or 1.1 for it and any higher 1.x
 * @param headers the same block again if a section was repeated
 */
record CompleteHead(String method, RequestTarget target, HttpVersion version, HeaderBlock headers) {

	/**
	 * Tells whether this is the head of such parts. Parts that come again are the same
	 * objects, but for methods that are unknown.
	 */
	@SuppressWarnings("ReferenceEquality")
	boolean consistsOf(String method, RequestTarget target, HttpVersion version, HeaderBlock headers) {
		return this.target == target && this.headers == headers && this.version == version
				&& this.method.equals(method);
	}

	/** Whether it may come again; what may not is not worth its memory. */
	boolean repeatable() {
		return headers.repeatable() && target.raw().length() <= TargetCache.MAX_BYTES;
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

}
