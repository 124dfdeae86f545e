/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import io.fastwire.http.ResponseHeaders;
import org.jspecify.annotations.Nullable;

/** The head of a response while it can be changed, and how far the response has come. */
abstract class Http2ResponseHead extends Http2Request {

	/** How far the application has come with the response. */
	enum State {

		/** Status and fields can be changed. */
		OPEN,

		/** The head is written. */
		COMMITTED,

		/** The response is given in full. */
		COMPLETE,

		/** Given up by either side. */
		ABORTED

	}

	/**
	 * Shared by all that set no field. Never written to, because it is never handed out.
	 */
	static final ResponseHeaders NO_HEADERS = new ResponseHeaders();

	private State state = State.OPEN;

	private int status = 200;

	private @Nullable ResponseHeaders headers;

	Http2ResponseHead(int id, Http2Connection connection, RequestHead head) {
		super(id, connection, head);
	}

	@Override
	public final int status() {
		return status;
	}

	@Override
	public final Http2ResponseHead status(int status) {
		if (status < 200 || status > 999) {
			throw new IllegalArgumentException("Not a final status: " + status);
		}
		if (state == State.OPEN) {
			this.status = status;
		}
		return this;
	}

	@Override
	public final ResponseHeaders responseHeaders() {
		ResponseHeaders headers = this.headers;
		if (headers == null) {
			headers = new ResponseHeaders();
			this.headers = headers;
		}
		return headers;
	}

	/** Returns the fields so far, not to be changed. */
	final ResponseHeaders fields() {
		return (headers != null) ? headers : NO_HEADERS;
	}

	/** Forgets what the application has set. */
	final void clearFields() {
		headers = null;
	}

	@Override
	public final void inform(int status, ResponseHeaders headers) {
		if (status <= 101 || status >= 200) {
			throw new IllegalArgumentException("Not an interim status: " + status);
		}
		if (state == State.OPEN) {
			connection().heads().interim(id(), status, headers);
		}
	}

	/** Answers {@code Expect: 100-continue} (RFC 9110 section 10.1.1). */
	final void sendContinue() {
		if (state == State.OPEN) {
			connection().heads().interim(id(), 100, NO_HEADERS);
		}
	}

	@Override
	public final boolean committed() {
		return state != State.OPEN;
	}

	@Override
	public final boolean ended() {
		return state == State.COMPLETE || state == State.ABORTED;
	}

	final boolean isOpen() {
		return state == State.OPEN;
	}

	final boolean isAborted() {
		return state == State.ABORTED;
	}

	final void state(State state) {
		this.state = state;
	}

}
