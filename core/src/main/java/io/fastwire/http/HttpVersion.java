/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

/**
 * Version of an HTTP message (RFC 9110 section 2.5).
 */
public enum HttpVersion {

	/** HTTP/1.0: no persistent connection and no chunked coding unless agreed. */
	HTTP_1_0("HTTP/1.0"),

	/** HTTP/1.1 (RFC 9112). */
	HTTP_1_1("HTTP/1.1"),

	/** HTTP/2 (RFC 9113). */
	HTTP_2("HTTP/2");

	private final String text;

	HttpVersion(String text) {
		this.text = text;
	}

	/**
	 * Returns the protocol name and version as written in a request line.
	 * @return for example {@code HTTP/1.1}
	 */
	public String text() {
		return text;
	}

	@Override
	public String toString() {
		return text;
	}

}
