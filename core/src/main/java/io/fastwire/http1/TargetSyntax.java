/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;

import io.fastwire.http.Rejection;
import io.fastwire.http.RequestTarget;
import io.fastwire.internal.bytes.Words;
import io.fastwire.internal.http.Authority;
import io.fastwire.internal.http.UriBytes;

/**
 * Validates request targets (RFC 9112 section 3.2) and splits them. A target is kept as
 * it was sent: escapes stay encoded, and empty or dot segments stay where they are.
 */
final class TargetSyntax {

	private static final int MORE = RequestHeadParser.MORE;

	private static final String HTTP = "http://";

	private static final String HTTPS = "https://";

	private final int query;

	/**
	 * Creates the rules.
	 * @param lenientQuery whether {@code [ ] | { }} are tolerated in queries
	 */
	TargetSyntax(boolean lenientQuery) {
		this.query = lenientQuery ? UriBytes.LENIENT_QUERY : UriBytes.QUERY;
	}

	/**
	 * Finds the space that ends a target.
	 * @param from where the target starts
	 * @param to where the bytes end
	 * @param options whether the method is OPTIONS, which alone may have {@code *}
	 * @param head takes the rejection
	 * @return its index, {@link RequestHeadParser#MORE} or
	 * {@link RequestHeadParser#REJECTED}
	 */
	int end(byte[] bytes, int from, int to, boolean options, RequestHead head) {
		if (from == to) {
			return MORE;
		}
		switch (bytes[from]) {
			case '/':
				return pathEnd(bytes, from, to, head);
			case '*':
				return options ? expectSpace(bytes, from + 1, to, head) : head.reject(Rejection.TARGET_MALFORMED);
			case 'h', 'H':
				return absoluteEnd(bytes, from, to, head);
			default:
				return RequestLineParser.rejectByte(bytes[from], false, Rejection.TARGET_MALFORMED, head);
		}
	}

	private int pathEnd(byte[] bytes, int from, int to, RequestHead head) {
		int i = UriBytes.end(bytes, from, to, UriBytes.PATH);
		if (i < to && bytes[i] == '?') {
			i = UriBytes.end(bytes, i + 1, to, query);
		}
		return expectSpace(bytes, i, to, head);
	}

	/**
	 * RFC 9112 section 3.2.2; the schemes are those of RFC 9110 sections 4.2.1 and 4.2.2.
	 */
	private int absoluteEnd(byte[] bytes, int from, int to, RequestHead head) {
		int length = schemeLength(bytes, from, to);
		for (int i = 0; i < length; i++) {
			if (from + i == to) {
				return MORE;
			}
			String scheme = (length == HTTP.length()) ? HTTP : HTTPS;
			byte b = bytes[from + i];
			if (b != scheme.charAt(i) && !(i < length - 3 && (b | 0x20) == scheme.charAt(i))) {
				return RequestLineParser.rejectByte(b, true, Rejection.TARGET_MALFORMED, head);
			}
		}
		int authority = from + length;
		int i = UriBytes.end(bytes, authority, to, UriBytes.AUTHORITY);
		if (i == to) {
			return MORE;
		}
		boolean ends = bytes[i] == '/' || bytes[i] == '?' || bytes[i] == ' ';
		if (!ends) {
			return expectSpace(bytes, i, to, head);
		}
		return Authority.isValid(bytes, authority, i) ? pathEnd(bytes, i, to, head)
				: head.reject(Rejection.TARGET_MALFORMED);
	}

	/** The fifth byte tells one scheme from the other. */
	private static int schemeLength(byte[] bytes, int from, int to) {
		boolean secure = to - from > 4 && (bytes[from + 4] | 0x20) == 's';
		return (secure ? HTTPS : HTTP).length();
	}

	private static int expectSpace(byte[] bytes, int at, int to, RequestHead head) {
		if (at == to) {
			return MORE;
		}
		return (bytes[at] == ' ') ? at
				: RequestLineParser.rejectByte(bytes[at], false, Rejection.TARGET_MALFORMED, head);
	}

	/**
	 * Splits a valid target in origin or absolute form.
	 * @param from where it starts
	 * @param to where it ends
	 * @return a new target
	 */
	static RequestTarget split(byte[] bytes, int from, int to) {
		String raw = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
		if (bytes[from] == '/') {
			return RequestTarget.origin(raw);
		}
		int authority = schemeLength(bytes, from, to);
		int path = Words.find(bytes, from + authority, to, (byte) '/') - from;
		int mark = Words.find(bytes, from + authority, to, (byte) '?') - from;
		return RequestTarget.absolute(raw, authority, Math.min(path, mark));
	}

}
