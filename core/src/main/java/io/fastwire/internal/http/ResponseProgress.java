/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import org.jspecify.annotations.Nullable;

/**
 * What only a response in progress needs, so that an exchange, of which each request has
 * its own, need not carry it. A version of HTTP adds what it needs itself. Loop only.
 */
public abstract class ResponseProgress {

	/*
	 * An HTTP/1.1 connection has one response at a time, and one of these for all of
	 * them. An application may keep an exchange as long as it likes, so an exchange that
	 * has ended must neither read nor write this: it speaks of another response by then.
	 * AbstractExchange and its superclass look at their state first. What may be asked
	 * for ever (status, fields, bytes written, the cause of an abort) is their own.
	 */

	/** Bytes that the Content-Length field promises, or -1. */
	long declared;

	/** No body is sent, whatever the application writes. */
	boolean bodiless;

	/** A file is on its way, which the end of the response waits for. */
	boolean transferring;

	/** The application has given all of the response. */
	boolean endWanted;

	/** The fields of the response are the loop's, and unknown to the application. */
	boolean borrowed;

	/** {@code null} until the first is set. */
	@Nullable ExchangeCallbacks callbacks;

	/** Creates the progress of a response that begins. */
	protected ResponseProgress() {
		begin();
	}

	/** Another response begins; the one before has ended. */
	protected final void begin() {
		declared = -1;
		bodiless = false;
		transferring = false;
		endWanted = false;
		borrowed = false;
		callbacks = null;
	}

}
