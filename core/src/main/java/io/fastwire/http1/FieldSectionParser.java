/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.Rejection;
import io.fastwire.internal.bytes.Ascii;
import io.fastwire.internal.bytes.Words;

/**
 * Parses field lines up to the empty line that ends them: header fields of a request, or
 * trailer fields of a chunked body (RFC 9112 section 5). Stateless but for its limit, so
 * one serves all connections of a loop.
 * <p>
 * Bytes are judged from left to right, and each verdict depends only on the bytes up to
 * the one that causes it. How the bytes arrive therefore never changes the outcome.
 */
final class FieldSectionParser {

	private static final int MORE = RequestHeadParser.MORE;

	private static final byte COLON = ':';

	private final int maxFields;

	private final boolean framing;

	/**
	 * Creates a parser.
	 * @param maxFields the largest number of lines
	 * @param framing whether the lines decide framing, which those of a trailer never do
	 */
	FieldSectionParser(int maxFields, boolean framing) {
		this.maxFields = maxFields;
		this.framing = framing;
	}

	/**
	 * Goes on at the first incomplete line.
	 * @param bytes the array
	 * @param base where the section starts
	 * @param end where the bytes end
	 * @param section remembers what is complete; its bytes may have moved since the last
	 * call
	 * @return the index behind the closing empty line, {@link RequestHeadParser#MORE} or
	 * {@link RequestHeadParser#REJECTED}
	 */
	int parse(byte[] bytes, int base, int end, FieldSection section) {
		int i = base + section.lineStart;
		while (i < end && bytes[i] != '\r') {
			int next = parseLine(bytes, base, i, end, section);
			if (next <= 0) {
				section.lineStart = i - base;
				return next;
			}
			i = next;
		}
		section.lineStart = i - base;
		if (end - i < 2) {
			return MORE;
		}
		return (bytes[i + 1] == '\n') ? i + 2 : section.reject(Rejection.LINE_ENDING_MALFORMED);
	}

	private int parseLine(byte[] bytes, int base, int from, int end, FieldSection section) {
		if (section.lines.size() == maxFields && !Ascii.isBlank(bytes[from])) {
			return section.reject(Rejection.TOO_MANY_FIELDS);
		}
		int nameEnd = Words.find(bytes, from, Math.min(end, from + FieldNames.MAX_LENGTH + 1), COLON);
		int id = (nameEnd < end) ? FieldNames.find(bytes, from, nameEnd) : 0;
		if (id == 0) {
			nameEnd = Ascii.tokenEnd(bytes, from, end);
			if (nameEnd == end) {
				return MORE;
			}
			if (bytes[nameEnd] != COLON || nameEnd == from) {
				return rejectName(bytes[nameEnd], nameEnd - from, section);
			}
		}
		int valueStart = Ascii.skipBlanks(bytes, nameEnd + 1, end);
		int lineEnd = Words.findControl(bytes, valueStart, end);
		if (end - lineEnd < 2 || bytes[lineEnd] != '\r' || bytes[lineEnd + 1] != '\n') {
			return endsBadly(bytes, lineEnd, end, section);
		}
		int valueEnd = Ascii.trimBlanks(bytes, valueStart, lineEnd);
		section.lines.add(from - base, (id != 0) ? -id : nameEnd - base, valueStart - base, valueEnd - base);
		if (framing && id != 0 && id <= FieldNames.LAST_FRAMING) {
			Rejection rejection = section.facts.add(id, section.lines.size() - 1, bytes, valueStart, valueEnd);
			if (rejection != null) {
				return section.reject(rejection);
			}
		}
		return lineEnd + 2;
	}

	/** Names the reason why a token does not end in a colon. */
	private static int rejectName(byte b, int length, FieldSection section) {
		if (Ascii.isBlank(b)) {
			boolean folded = length == 0 && section.lines.size() > 0;
			return section.reject(folded ? Rejection.FIELD_FOLDED : Rejection.FIELD_NAME_WHITESPACE);
		}
		return section.reject((b == '\n') ? Rejection.LINE_ENDING_MALFORMED : Rejection.FIELD_NAME_MALFORMED);
	}

	/** Tells a line that is not complete from one that does not end in CRLF. */
	private static int endsBadly(byte[] bytes, int lineEnd, int end, FieldSection section) {
		if (lineEnd == end || (bytes[lineEnd] == '\r' && lineEnd + 1 == end)) {
			return MORE;
		}
		boolean ending = bytes[lineEnd] == '\r' || bytes[lineEnd] == '\n';
		return section.reject(ending ? Rejection.LINE_ENDING_MALFORMED : Rejection.FIELD_VALUE_MALFORMED);
	}

}
