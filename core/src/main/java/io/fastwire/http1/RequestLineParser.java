/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;

import io.fastwire.http.HttpVersion;
import io.fastwire.http.Rejection;
import io.fastwire.http.RequestTarget;
import io.fastwire.internal.bytes.Ascii;
import io.fastwire.internal.bytes.Numbers;
import io.fastwire.internal.bytes.Words;
import io.fastwire.internal.http.TargetCache;
import org.jspecify.annotations.Nullable;

/**
 * Parses request lines (RFC 9112 section 3). Keeps nothing of a line that is incomplete:
 * it is read again from its start.
 */
final class RequestLineParser {

	private static final int MORE = RequestHeadParser.MORE;

	/** Longest method, in bytes; the longest registered one has 17. */
	static final int MAX_METHOD_BYTES = 32;

	private static final String[] METHODS = { "GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE",
			"CONNECT", "QUERY" };

	private static final long[] METHOD_WORDS = new long[METHODS.length];

	/** Shape of a version; d stands for a digit. */
	private static final byte[] VERSION = "HTTP/d.d".getBytes(StandardCharsets.US_ASCII);

	private static final long VERSION_1_1 = Words.at("HTTP/1.1".getBytes(StandardCharsets.US_ASCII), 0);

	private static final int MAJOR = 5;

	private static final int MINOR = 7;

	/** The two methods with rules of their own have seven bytes. */
	private static final int RULED_METHOD_BYTES = 7;

	private static final long OPTIONS = Words.partial("OPTIONS".getBytes(StandardCharsets.US_ASCII), 0,
			RULED_METHOD_BYTES);

	private static final long CONNECT = Words.partial("CONNECT".getBytes(StandardCharsets.US_ASCII), 0,
			RULED_METHOD_BYTES);

	private static final RequestTarget ASTERISK = RequestTarget.asterisk();

	static {
		for (int i = 0; i < METHODS.length; i++) {
			byte[] method = METHODS[i].getBytes(StandardCharsets.US_ASCII);
			METHOD_WORDS[i] = Words.partial(method, 0, method.length);
		}
	}

	private final int maxLineBytes;

	private final TargetSyntax syntax;

	private final TargetCache targets = new TargetCache();

	RequestLineParser(int maxLineBytes, boolean lenientQuery) {
		this.maxLineBytes = maxLineBytes;
		this.syntax = new TargetSyntax(lenientQuery);
	}

	TargetCache targets() {
		return targets;
	}

	/**
	 * Parses a line.
	 * @param from where it starts
	 * @param to where the bytes end
	 * @param head takes method, target and version, or the rejection
	 * @return the index behind the line's CRLF, {@link RequestHeadParser#MORE} or
	 * {@link RequestHeadParser#REJECTED}
	 */
	int parse(byte[] bytes, int from, int to, RequestHead head) {
		boolean full = to - from >= maxLineBytes;
		int end = full ? from + maxLineBytes : to;
		int methodEnd = methodEnd(bytes, from, end, head);
		if (methodEnd <= 0) {
			return stop(methodEnd, full, head);
		}
		int targetStart = methodEnd + 1;
		int targetEnd = Words.findSpaceOrBelow(bytes, targetStart, end);
		boolean candidate = targetStart < targetEnd && targetEnd < end && bytes[targetEnd] == ' ';
		RequestTarget target = candidate ? targets.find(bytes, targetStart, targetEnd) : null;
		if (target == null) {
			boolean options = is(bytes, from, methodEnd, OPTIONS);
			targetEnd = syntax.end(bytes, targetStart, end, options, head);
			if (targetEnd <= 0) {
				return stop(targetEnd, full, head);
			}
		}
		int versionStart = targetEnd + 1;
		int versionEnd = versionEnd(bytes, versionStart, end, head);
		if (versionEnd <= 0) {
			return stop(versionEnd, full, head);
		}
		int next = lineEnd(bytes, versionEnd, to, head);
		if (next <= 0) {
			return next;
		}
		if (bytes[versionStart + MAJOR] != '1') {
			return head.reject(Rejection.VERSION_UNSUPPORTED);
		}
		HttpVersion version = (bytes[versionStart + MINOR] == '0') ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1;
		head.requestLine(method(bytes, from, methodEnd), resolve(target, bytes, targetStart, targetEnd), version);
		return next;
	}

	/**
	 * Running out of bytes means that the line is too long, if its limit was what ended
	 * them.
	 */
	private static int stop(int result, boolean full, RequestHead head) {
		return (result == MORE && full) ? head.reject(Rejection.TARGET_TOO_LONG) : result;
	}

	private static int methodEnd(byte[] bytes, int from, int end, RequestHead head) {
		int limit = Math.min(end, from + MAX_METHOD_BYTES + 1);
		int i = Ascii.tokenEnd(bytes, from, limit);
		if (i == limit) {
			return (i - from > MAX_METHOD_BYTES) ? head.reject(Rejection.METHOD_TOO_LONG) : MORE;
		}
		if (bytes[i] != ' ' || i == from) {
			return rejectByte(bytes[i], i == from, Rejection.METHOD_MALFORMED, head);
		}
		return is(bytes, from, i, CONNECT) ? head.reject(Rejection.CONNECT_UNSUPPORTED) : i;
	}

	/** RFC 9112 section 2.3; the case of the name matters. */
	private static int versionEnd(byte[] bytes, int from, int end, RequestHead head) {
		if (end - from >= VERSION.length && Words.at(bytes, from) == VERSION_1_1) {
			return from + VERSION.length;
		}
		for (int i = 0; i < VERSION.length; i++) {
			if (from + i == end) {
				return MORE;
			}
			byte b = bytes[from + i];
			if ((VERSION[i] == 'd') ? !Numbers.isDigit(b) : b != VERSION[i]) {
				return rejectByte(b, i > 0, Rejection.VERSION_MALFORMED, head);
			}
		}
		return from + VERSION.length;
	}

	private static int lineEnd(byte[] bytes, int from, int to, RequestHead head) {
		if (from == to) {
			return MORE;
		}
		if (bytes[from] != '\r') {
			return rejectByte(bytes[from], false, Rejection.VERSION_MALFORMED, head);
		}
		if (from + 1 == to) {
			return MORE;
		}
		return (bytes[from + 1] == '\n') ? from + 2 : head.reject(Rejection.LINE_ENDING_MALFORMED);
	}

	/**
	 * Refuses a byte in the request line. LF is a bare one wherever it stands. Where an
	 * element could have ended, a space or CR means that elements are missing or too
	 * many.
	 * @param inside whether the element is incomplete, so that even those are foreign to
	 * it
	 * @param otherwise what the byte is to the element
	 */
	static int rejectByte(byte b, boolean inside, Rejection otherwise, RequestHead head) {
		if (b == '\n') {
			return head.reject(Rejection.LINE_ENDING_MALFORMED);
		}
		boolean boundary = !inside && (b == ' ' || b == '\r');
		return head.reject(boundary ? Rejection.REQUEST_LINE_MALFORMED : otherwise);
	}

	/**
	 * Only now the line is known to be good: before, a piece of it would be counted again
	 * and again.
	 */
	private RequestTarget resolve(@Nullable RequestTarget cached, byte[] bytes, int from, int to) {
		if (cached != null) {
			targets.hit();
			return cached;
		}
		if (bytes[from] == '*') {
			return ASTERISK;
		}
		RequestTarget target = TargetSyntax.split(bytes, from, to);
		targets.miss(bytes, from, to, target);
		return target;
	}

	private static String method(byte[] bytes, int from, int to) {
		long word = Words.partial(bytes, from, Math.min(8, to - from));
		for (int i = 0; i < METHODS.length; i++) {
			if (word == METHOD_WORDS[i] && METHODS[i].length() == to - from) {
				return METHODS[i];
			}
		}
		return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
	}

	private static boolean is(byte[] bytes, int from, int to, long method) {
		return to - from == RULED_METHOD_BYTES && Words.partial(bytes, from, RULED_METHOD_BYTES) == method;
	}

}
