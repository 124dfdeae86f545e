/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests as bytes, and how long their responses are. */
final class HttpBytes {

	private static final Pattern CONTENT_LENGTH = Pattern.compile("\r\ncontent-length: *(\\d+)",
			Pattern.CASE_INSENSITIVE);

	private HttpBytes() {
	}

	/** Returns a request with three header fields. */
	static byte[] get(String path) {
		return ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nUser-Agent: curl/7.68.0\r\nAccept: */*\r\n\r\n")
			.getBytes(StandardCharsets.US_ASCII);
	}

	/**
	 * Returns the length of a response, -1 if its head is not there yet.
	 * @param response in Latin-1
	 * @throws IllegalStateException if it is not a 200 or does not tell its length
	 */
	static int length(String response) {
		int end = response.indexOf("\r\n\r\n");
		if (end < 0) {
			return -1;
		}
		Matcher length = CONTENT_LENGTH.matcher(response.substring(0, end));
		if (!response.startsWith("HTTP/1.1 200") || !length.find()) {
			throw new IllegalStateException("Not a 200 with a Content-Length: " + response.substring(0, end));
		}
		return end + 4 + Integer.parseInt(length.group(1));
	}

}
