/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import io.fastwire.http.Rejection;
import io.netty.handler.codec.http2.Http2Error;
import org.jspecify.annotations.Nullable;

/** Why a stream is reset for what its client sent on it (RFC 9113 section 5.4.2). */
enum StreamError {

	/** More came than the window of the stream allowed (section 6.9.1). */
	FLOW_CONTROL(Http2Error.FLOW_CONTROL_ERROR, null),

	/** The body is not as long as Content-Length says (section 8.1.1). */
	CONTENT_LENGTH(Http2Error.PROTOCOL_ERROR, Rejection.CONTENT_LENGTH_MISMATCH),

	/** The header or trailer section is malformed (section 8.1.1). */
	FIELDS(Http2Error.PROTOCOL_ERROR, Rejection.FIELDS_MALFORMED),

	/** Something came behind the end of the stream (section 5.1). */
	CLOSED(Http2Error.STREAM_CLOSED, null),

	/** A frame of this stream is wrong in itself. */
	FRAME(Http2Error.PROTOCOL_ERROR, null),

	/** A frame of this stream has a length that its type does not have (section 4.2). */
	FRAME_SIZE(Http2Error.FRAME_SIZE_ERROR, null),

	/** The connection has as many streams as it may (section 5.1.2). */
	REFUSED(Http2Error.REFUSED_STREAM, null);

	private final Http2Error error;

	private final @Nullable Rejection rejection;

	StreamError(Http2Error error, @Nullable Rejection rejection) {
		this.error = error;
		this.rejection = rejection;
	}

	/** Returns the error code to send. */
	long code() {
		return error.code();
	}

	/** Returns what counts it, if anything does. */
	@Nullable Rejection rejection() {
		return rejection;
	}

}
