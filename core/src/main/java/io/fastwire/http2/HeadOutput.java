/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

import io.fastwire.http.ResponseHeaders;
import io.netty.handler.codec.http2.Http2Exception;

/** Writes the heads of responses, as far as the client takes them. Loop only. */
final class HeadOutput {

	private static final Logger LOGGER = System.getLogger(HeadOutput.class.getName());

	/** Never written to. */
	static final ResponseHeaders NO_FIELDS = new ResponseHeaders();

	private final FrameOutput frames;

	private final ResponseFields fields;

	HeadOutput(FrameOutput frames, ResponseFields fields) {
		this.frames = frames;
		this.fields = fields;
	}

	/**
	 * Writes the head of a response.
	 * @param length value of Content-Length, or a negative number for none
	 * @return whether it was; if not, the client takes no head of this size (RFC 9113
	 * section 10.5.1)
	 */
	boolean response(Http2Exchange exchange, int status, ResponseHeaders headers, long length, boolean ends) {
		try {
			frames.headers(exchange.id(), fields.head(status, headers, length), ends);
			return true;
		}
		catch (Http2Exception ex) {
			LOGGER.log(Level.DEBUG, () -> "The response to " + exchange.method() + " " + exchange.target().path()
					+ " has a larger head than the client takes; its stream is reset: " + ex.getMessage());
			return false;
		}
	}

	void interim(int stream, int status, ResponseHeaders headers) {
		try {
			frames.headers(stream, fields.interim(status, headers), false);
		}
		catch (Http2Exception ex) {
			LOGGER.log(Level.DEBUG, "The client does not take the head of an interim response", ex);
		}
	}

	/**
	 * Writes the head of an answer to what no exchange was made of.
	 * @return whether it was, as above
	 */
	boolean refusal(int stream, int status, int length) {
		try {
			ResponseHeaders headers = (length > 0) ? ErrorText.FIELDS : NO_FIELDS;
			frames.headers(stream, fields.head(status, headers, length), length == 0);
			return true;
		}
		catch (Http2Exception ex) {
			LOGGER.log(Level.DEBUG, "The client does not take the head of an error", ex);
			return false;
		}
	}

}
