/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.util.Locale;

/**
 * Why a request is refused before, or instead of, the application's answer. An HTTP/1.1
 * connection is closed after each of them, because what follows on it can no longer be
 * told apart from the refused message (RFC 9112 section 9.6); of HTTP/2 only the stream.
 */
public enum Rejection {

	/** The request line has no method, target and version separated by single spaces. */
	REQUEST_LINE_MALFORMED(400, "RFC 9112 3"),

	/** The method is not a token. */
	METHOD_MALFORMED(400, "RFC 9110 9.1"),

	/** The method is longer than any known one. */
	METHOD_TOO_LONG(501, "RFC 9112 3"),

	/** {@code CONNECT}: this server is not a proxy. */
	CONNECT_UNSUPPORTED(501, "RFC 9110 9.3.6"),

	/** The target has none of the four forms, or not the one its method needs. */
	TARGET_MALFORMED(400, "RFC 9112 3.2"),

	/** The request line is longer than the limit. */
	TARGET_TOO_LONG(414, "RFC 9110 15.5.15"),

	/** The version is not of the form {@code HTTP/d.d}. */
	VERSION_MALFORMED(400, "RFC 9112 2.3"),

	/** The version is neither 1.0 nor another 1.x. */
	VERSION_UNSUPPORTED(505, "RFC 9110 15.6.6"),

	/** A line ends in LF without CR, or has a CR without LF. */
	LINE_ENDING_MALFORMED(400, "RFC 9112 2.2"),

	/** A field line has no colon, an empty name, or a name that is not a token. */
	FIELD_NAME_MALFORMED(400, "RFC 9112 5"),

	/**
	 * White space stands between a field name and its colon, or before the first field.
	 */
	FIELD_NAME_WHITESPACE(400, "RFC 9112 5.1"),

	/** A field value is continued on the next line (obs-fold). */
	FIELD_FOLDED(400, "RFC 9112 5.2"),

	/** A field value holds a control byte. */
	FIELD_VALUE_MALFORMED(400, "RFC 9110 5.5"),

	/** The head is larger than the limit. */
	HEAD_TOO_LARGE(431, "RFC 6585 5"),

	/** The head has more field lines than the limit. */
	TOO_MANY_FIELDS(431, "RFC 6585 5"),

	/** An HTTP/1.1 request has no Host field. */
	HOST_MISSING(400, "RFC 9112 3.2"),

	/** There is more than one Host field. */
	HOST_REPEATED(400, "RFC 9112 3.2"),

	/** The Host field is not a host with an optional port. */
	HOST_MALFORMED(400, "RFC 9112 3.2"),

	/** A Content-Length is not a decimal number that fits. */
	CONTENT_LENGTH_MALFORMED(400, "RFC 9112 6.3"),

	/** There are several Content-Length values. */
	CONTENT_LENGTH_REPEATED(400, "RFC 9112 6.3"),

	/** Content-Length and Transfer-Encoding occur together. */
	CONTENT_LENGTH_WITH_TRANSFER_ENCODING(400, "RFC 9112 6.1"),

	/** Transfer-Encoding does not end in a single chunked. */
	TRANSFER_ENCODING_MALFORMED(400, "RFC 9112 6.3"),

	/** Transfer-Encoding names a coding other than chunked. */
	TRANSFER_ENCODING_UNKNOWN(501, "RFC 9112 6.1"),

	/** Transfer-Encoding occurs in HTTP/1.0. */
	TRANSFER_ENCODING_IN_HTTP_1_0(400, "RFC 9112 6.1"),

	/** Expect holds something other than {@code 100-continue}. */
	EXPECTATION_UNKNOWN(417, "RFC 9110 10.1.1"),

	/** A chunk size is not a hexadecimal number that fits. */
	CHUNK_SIZE_MALFORMED(400, "RFC 9112 7.1"),

	/** A chunk extension is malformed or too long. */
	CHUNK_EXTENSION_MALFORMED(400, "RFC 9112 7.1.1"),

	/** Chunk data is not followed by CRLF. */
	CHUNK_DATA_UNTERMINATED(400, "RFC 9112 7.1"),

	/** A trailer field line is malformed. */
	TRAILER_MALFORMED(400, "RFC 9112 7.1.2"),

	/** The trailer section is larger than the head limit. */
	TRAILERS_TOO_LARGE(431, "RFC 6585 5"),

	/**
	 * The header section of an HTTP/2 request breaks the rules of that version; its
	 * stream is reset.
	 */
	FIELDS_MALFORMED(400, "RFC 9113 8.1.1"),

	/**
	 * The body of an HTTP/2 request is not as long as its Content-Length; its stream is
	 * reset.
	 */
	CONTENT_LENGTH_MISMATCH(400, "RFC 9113 8.1.1"),

	/** The body is larger than the limit. */
	BODY_TOO_LARGE(413, "RFC 9110 15.5.14"),

	/** The head did not arrive in time. */
	HEAD_TIMEOUT(408, "RFC 9110 15.5.9"),

	/** The body arrives slower than the minimum rate. */
	BODY_TIMEOUT(408, "RFC 9110 15.5.9");

	private final int status;

	private final String section;

	private final String reason;

	Rejection(int status, String section) {
		this.status = status;
		this.section = section;
		this.reason = name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/**
	 * Returns the status code of the answer.
	 * @return from 400 to 599
	 */
	public int status() {
		return status;
	}

	/**
	 * Returns where the rule is written.
	 * @return for example {@code RFC 9112 6.3}
	 */
	public String section() {
		return section;
	}

	/**
	 * Returns a short name for meters and messages.
	 * @return lower-case words joined by hyphens
	 */
	public String reason() {
		return reason;
	}

}
