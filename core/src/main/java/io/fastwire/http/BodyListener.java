/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import io.netty.buffer.ByteBuf;

/**
 * Receives a request body. All calls come on the event loop of the exchange, one at a
 * time; exactly one of {@link #onComplete} and {@link #onFailure} ends the sequence,
 * unless {@link Exchange#discardBody()} does.
 */
public interface BodyListener {

	/**
	 * Takes the next piece of the body; called at most once per chunk that was asked for
	 * by {@link Exchange#request(long)}.
	 * @param chunk never empty; ownership passes to the listener, which must release it
	 */
	void onData(ByteBuf chunk);

	/**
	 * Ends a body that arrived in full. Needs no demand.
	 * @param trailers the trailer fields of a chunked body (RFC 9112 section 7.1.2),
	 * empty if there were none
	 */
	void onComplete(Headers trailers);

	/**
	 * Ends a body that will not arrive in full. Needs no demand.
	 * @param cause an {@link AbortedException} if the client went away,
	 * {@link RejectedBodyException} if its framing or size was refused, a
	 * {@link java.util.concurrent.CancellationException} if the response was complete
	 * before
	 */
	void onFailure(Throwable cause);

}
