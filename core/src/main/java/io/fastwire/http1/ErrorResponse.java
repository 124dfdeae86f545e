/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;

import io.fastwire.http.Rejection;
import io.fastwire.http.ResponseHeaders;

/** Responses that the server gives by itself; each closes the connection. */
final class ErrorResponse {

	private ErrorResponse() {
	}

	/**
	 * Answers a refused request with one line that names the reason, and no more.
	 * @param method of the request, as far as it is known; HEAD gets no line (RFC 9110
	 * section 9.3.2)
	 */
	static void write(Rejection rejection, String method, Http1Connection connection) {
		String text = StatusLines.reason(rejection.status()) + ": " + rejection.reason() + '\n';
		byte[] body = text.getBytes(StandardCharsets.US_ASCII);
		ResponseHeaders headers = new ResponseHeaders().add("Content-Type", "text/plain;charset=US-ASCII");
		writeHead(rejection.status(), headers, body.length, connection);
		if (!method.equals("HEAD")) {
			connection.writer().write(body);
		}
	}

	/** Answers a request whose handler failed. */
	static void writeServerError(Http1Connection connection) {
		writeHead(500, new ResponseHeaders(), 0, connection);
	}

	private static void writeHead(int status, ResponseHeaders headers, int bodyLength, Http1Connection connection) {
		ResponseHeadEncoder encoder = connection.loop().encoder();
		int length = encoder.encode(status, headers, bodyLength, Persistence.CLOSE, connection.loop().date());
		encoder.writeTo(connection.writer().reserve(length + bodyLength));
	}

}
