/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import io.fastwire.http.Exchange;
import io.fastwire.http.RequestHandler;

/**
 * Compresses the responses of another handler where that is worth it (RFC 9110 section
 * 8.4).
 * <p>
 * Left as they are: responses that are short, partial (206), of another media type, that
 * have a content coding already, or that say {@code no-transform}. What is compressed
 * varies by Accept-Encoding and says so, and its entity tag becomes a weak one, because
 * the same tag now stands for several sequences of bytes. A part that is written leaves
 * by the end of the loop turn as it does without compression, so that events are not held
 * back.
 * <p>
 * Do not compress responses that hold both a secret and text of the client's choice: the
 * length then tells about the secret (BREACH).
 */
public final class CompressingHandler implements RequestHandler {

	private final CompressionOptions options;

	private final RequestHandler next;

	/**
	 * Creates a handler.
	 * @param options which responses are compressed
	 * @param next answers the requests
	 */
	public CompressingHandler(CompressionOptions options, RequestHandler next) {
		this.options = options;
		this.next = next;
	}

	@Override
	public void handle(Exchange exchange) {
		next.handle(wrap(exchange, options));
	}

	/**
	 * Returns an exchange whose response is compressed where that is worth it.
	 * @param exchange takes the response
	 * @param options which responses are compressed
	 * @return what the handler is to get in its place
	 */
	public static Exchange wrap(Exchange exchange, CompressionOptions options) {
		return new CompressedExchange(exchange, options);
	}

}
