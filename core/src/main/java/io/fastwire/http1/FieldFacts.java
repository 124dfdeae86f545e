/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.Rejection;
import io.fastwire.internal.bytes.Ascii;
import io.fastwire.internal.bytes.Numbers;
import io.fastwire.internal.bytes.Words;
import io.fastwire.internal.http.Authority;
import org.jspecify.annotations.Nullable;

/**
 * What the lines of a request's field section mean for its framing and its connection,
 * collected line by line. What also depends on the version is left to
 * {@link RequestHeadParser}.
 */
final class FieldFacts {

	/** Connection lists {@code close}. */
	static final int CLOSE = 1;

	/** Connection lists {@code keep-alive}. */
	static final int KEEP_ALIVE = 1 << 1;

	/** Connection lists {@code upgrade}. */
	static final int UPGRADE_OPTION = 1 << 2;

	/** Upgrade names a protocol. */
	static final int UPGRADE = 1 << 3;

	/** Expect lists {@code 100-continue}. */
	static final int EXPECT_CONTINUE = 1 << 4;

	/** Expect holds something else. */
	static final int EXPECT_OTHER = 1 << 5;

	/** Content-Length is there. */
	static final int CONTENT_LENGTH = 1 << 6;

	/** Transfer-Encoding is there. */
	static final int TRANSFER_ENCODING = 1 << 7;

	/** The last transfer coding is {@code chunked}. */
	static final int CHUNKED = 1 << 8;

	/** There is a transfer coding other than {@code chunked}. */
	static final int CODING_OTHER = 1 << 9;

	private static final byte COMMA = ',';

	private int flags;

	private int hostIndex = -1;

	private long contentLength;

	void clear() {
		flags = 0;
		hostIndex = -1;
		contentLength = 0;
	}

	int flags() {
		return flags;
	}

	/** Index of the Host line, or -1. */
	int hostIndex() {
		return hostIndex;
	}

	/** Value of Content-Length, or 0. */
	long contentLength() {
		return contentLength;
	}

	/**
	 * Takes a line.
	 * @param id of its name, from 1 to {@link FieldNames#LAST_FRAMING}
	 * @param index of the line
	 * @param bytes the array
	 * @param from where the value starts, white space dropped
	 * @param to where it ends
	 * @return why the line is refused, or {@code null}
	 */
	@Nullable Rejection add(int id, int index, byte[] bytes, int from, int to) {
		switch (id) {
			case FieldNames.HOST:
				return addHost(index, bytes, from, to);
			case FieldNames.CONTENT_LENGTH:
				return addContentLength(bytes, from, to);
			case FieldNames.TRANSFER_ENCODING:
				return addTransferEncoding(bytes, from, to);
			case FieldNames.CONNECTION:
				addConnection(bytes, from, to);
				return null;
			case FieldNames.EXPECT:
				addExpect(bytes, from, to);
				return null;
			case FieldNames.UPGRADE:
				flags |= (from < to) ? UPGRADE : 0;
				return null;
			default:
				return null;
		}
	}

	/** RFC 9112 section 3.2: one line, with a value. */
	private @Nullable Rejection addHost(int index, byte[] bytes, int from, int to) {
		if (hostIndex >= 0) {
			return Rejection.HOST_REPEATED;
		}
		hostIndex = index;
		return Authority.isValid(bytes, from, to) ? null : Rejection.HOST_MALFORMED;
	}

	/**
	 * RFC 9112 section 6.3: a list of equal values might be accepted, but never has to.
	 */
	private @Nullable Rejection addContentLength(byte[] bytes, int from, int to) {
		if ((flags & CONTENT_LENGTH) != 0 || Words.find(bytes, from, to, COMMA) < to) {
			return Rejection.CONTENT_LENGTH_REPEATED;
		}
		if ((flags & TRANSFER_ENCODING) != 0) {
			return Rejection.CONTENT_LENGTH_WITH_TRANSFER_ENCODING;
		}
		flags |= CONTENT_LENGTH;
		long length = Numbers.decimal(bytes, from, to);
		contentLength = Math.max(0, length);
		return (length < 0) ? Rejection.CONTENT_LENGTH_MALFORMED : null;
	}

	/**
	 * RFC 9112 sections 6.1 and 7: several lines make one list. Once chunked has occurred
	 * nothing may follow it; an empty list element, which lists elsewhere tolerate, is
	 * refused here because others may read it differently.
	 */
	private @Nullable Rejection addTransferEncoding(byte[] bytes, int from, int to) {
		if ((flags & CONTENT_LENGTH) != 0) {
			return Rejection.CONTENT_LENGTH_WITH_TRANSFER_ENCODING;
		}
		flags |= TRANSFER_ENCODING;
		for (int i = from; i <= to;) {
			int comma = Words.find(bytes, i, to, COMMA);
			int start = Ascii.skipBlanks(bytes, i, comma);
			int end = Ascii.trimBlanks(bytes, start, comma);
			if (start == end || (flags & CHUNKED) != 0) {
				return Rejection.TRANSFER_ENCODING_MALFORMED;
			}
			flags |= Ascii.equalsIgnoreCase(bytes, start, end, "chunked") ? CHUNKED : CODING_OTHER;
			i = comma + 1;
		}
		return null;
	}

	/** RFC 9110 section 7.6.1. */
	private void addConnection(byte[] bytes, int from, int to) {
		for (int i = from; i < to;) {
			int comma = Words.find(bytes, i, to, COMMA);
			int start = Ascii.skipBlanks(bytes, i, comma);
			int end = Ascii.trimBlanks(bytes, start, comma);
			if (Ascii.equalsIgnoreCase(bytes, start, end, "close")) {
				flags |= CLOSE;
			}
			else if (Ascii.equalsIgnoreCase(bytes, start, end, "keep-alive")) {
				flags |= KEEP_ALIVE;
			}
			else if (Ascii.equalsIgnoreCase(bytes, start, end, "upgrade")) {
				flags |= UPGRADE_OPTION;
			}
			i = comma + 1;
		}
	}

	/** RFC 9110 section 10.1.1. */
	private void addExpect(byte[] bytes, int from, int to) {
		int i = from;
		do {
			int comma = Words.find(bytes, i, to, COMMA);
			int start = Ascii.skipBlanks(bytes, i, comma);
			int end = Ascii.trimBlanks(bytes, start, comma);
			flags |= Ascii.equalsIgnoreCase(bytes, start, end, "100-continue") ? EXPECT_CONTINUE : EXPECT_OTHER;
			i = comma + 1;
		}
		while (i <= to);
	}

}
