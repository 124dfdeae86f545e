/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.HttpLimits;
import io.fastwire.http.HttpVersion;
import io.fastwire.http.Rejection;
import io.fastwire.internal.http.TargetCache;
import io.fastwire.internal.io.LoopCounters;
import org.jspecify.annotations.Nullable;

/**
 * Parses request heads (RFC 9112 sections 2 to 6): strict, resumable, and without
 * allocation other than for what a head hands out. One per event loop; not thread-safe.
 */
final class RequestHeadParser {

	/*
	 * Arrival. A head may arrive whole, in pieces cut anywhere, or a byte at a time; the
	 * outcome, the rejection included, must be the same. That holds because the outcome
	 * is a function of the shortest prefix that settles it:
	 *
	 * - Bytes are judged from left to right. A byte that cannot stand where it stands is
	 * refused when it is reached, before anything behind it is looked at. - What a line
	 * means (a Content-Length, say) is judged when its CRLF is reached. - What the head
	 * as a whole means (a Host that is missing, or anything that depends on the version)
	 * is judged when the empty line is reached, in judge(). - A limit counts as reached
	 * at the byte that passes it: bytes behind maxHeadBytes are cut off before parsing.
	 * So an error in front of a limit wins over the limit, and the limit over any error
	 * behind it.
	 *
	 * On MORE the head remembers where the first incomplete line starts, and that line is
	 * read again from there with the next bytes. This is quadratic in the length of a
	 * line for a client that drips, but bounded by maxHeadBytes and, at eight bytes a
	 * step, cheaper than the system calls that deliver the drops.
	 *
	 * Repeated sections. A section that equals the connection's previous one is not
	 * parsed, because nothing in it can be refused but by judge(), which sees it again
	 * with the new version.
	 *
	 * RequestLineParser, FieldSectionParser and FieldFacts hold the rules; this class
	 * only puts them in order.
	 */

	/** The head is incomplete: call again with the same bytes and more. */
	static final int MORE = 0;

	/** The head is refused, see {@link RequestHead#rejection()}. */
	static final int REJECTED = -1;

	/** All empty lines are skipped, and a request line has begun. */
	private static final int SKIPPED = 1;

	private final int maxHeadBytes;

	private final long maxBodyBytes;

	private final RequestLineParser requestLine;

	private final FieldSectionParser fields;

	private final FieldNameCache names;

	/**
	 * Creates a parser with counters of its own, which nobody reads.
	 * @param limits what is accepted
	 */
	RequestHeadParser(HttpLimits limits) {
		this(limits, new LoopCounters(0));
	}

	/**
	 * Creates a parser.
	 * @param limits what is accepted
	 * @param counters of the loop
	 */
	RequestHeadParser(HttpLimits limits, LoopCounters counters) {
		this.names = new FieldNameCache(counters);
		this.maxHeadBytes = limits.maxHeadBytes();
		this.maxBodyBytes = limits.maxBodyBytes();
		this.requestLine = new RequestLineParser(limits.maxRequestLineBytes(), limits.lenientQuery());
		this.fields = new FieldSectionParser(limits.maxHeaderFields(), true);
	}

	/**
	 * Parses a head, or goes on with one. The array may be another one than in the last
	 * call, and the head may have moved in it. What lies outside {@code [from, to)} has
	 * no influence.
	 * @param bytes the array
	 * @param from where the head starts
	 * @param to where the bytes end
	 * @param head takes the outcome; must have been reset for the first bytes of a head
	 * @param previous the fields of the previous request of this connection
	 * @return the number of bytes consumed, the final CRLF included, if the head is
	 * complete; else {@link #MORE} or {@link #REJECTED}
	 */
	int parse(byte[] bytes, int from, int to, RequestHead head, @Nullable HeaderBlock previous) {
		boolean full = to - from >= maxHeadBytes;
		int end = full ? from + maxHeadBytes : to;
		int next = parseLines(bytes, from, end, head, previous);
		if (next > 0) {
			return next - from;
		}
		return (next == MORE && full) ? rejectTooLarge(from, end, head) : next;
	}

	/** Returns the cache of targets, for its counts. */
	TargetCache targets() {
		return requestLine.targets();
	}

	private int parseLines(byte[] bytes, int from, int end, RequestHead head, @Nullable HeaderBlock previous) {
		if (head.sectionStart == 0) {
			int skipped = skipEmptyLines(bytes, from, end, head);
			if (skipped <= 0) {
				return skipped;
			}
			int next = requestLine.parse(bytes, from + head.requestLineStart, end, head);
			if (next <= 0) {
				return next;
			}
			head.sectionStart = next - from;
		}
		int sectionStart = from + head.sectionStart;
		HeaderBlock candidate = (previous != null && previous.repeatable()) ? previous : null;
		if (candidate != null && candidate.matches(bytes, sectionStart, end)) {
			head.headers(candidate);
			return judge(sectionStart + candidate.byteLength(), head);
		}
		int next = fields.parse(bytes, sectionStart, end, head.section);
		if (next > 0) {
			head.headers(head.section.toBlock(bytes, sectionStart, next, names));
			return judge(next, head);
		}
		return (next == MORE) ? MORE : head.reject(head.section.rejection());
	}

	/** RFC 9112 section 2.2: empty lines in front of the request line are ignored. */
	private static int skipEmptyLines(byte[] bytes, int from, int end, RequestHead head) {
		int i = from + head.requestLineStart;
		while (end - i >= 2 && bytes[i] == '\r' && bytes[i + 1] == '\n') {
			i += 2;
		}
		head.requestLineStart = i - from;
		if (i == end || (bytes[i] == '\r' && i + 1 == end)) {
			return MORE;
		}
		boolean ending = bytes[i] == '\r' || bytes[i] == '\n';
		return ending ? head.reject(Rejection.LINE_ENDING_MALFORMED) : SKIPPED;
	}

	/**
	 * Checks what only the complete head tells; a malformed one is refused before one
	 * that asks too much.
	 */
	private int judge(int next, RequestHead head) {
		HeaderBlock headers = head.headers();
		boolean http10 = head.version() == HttpVersion.HTTP_1_0;
		if (headers.is(FieldFacts.TRANSFER_ENCODING)) {
			Rejection rejection = judgeTransferEncoding(headers, http10);
			if (rejection != null) {
				return head.reject(rejection);
			}
		}
		if (headers.hostIndex() < 0 && !http10) {
			return head.reject(Rejection.HOST_MISSING);
		}
		if (headers.contentLength() > maxBodyBytes) {
			return head.reject(Rejection.BODY_TOO_LARGE);
		}
		if (headers.is(FieldFacts.EXPECT_OTHER) && !http10) {
			return head.reject(Rejection.EXPECTATION_UNKNOWN);
		}
		return next;
	}

	/** RFC 9112 section 6.1: chunked alone is supported, and only in 1.1. */
	private static @Nullable Rejection judgeTransferEncoding(HeaderBlock headers, boolean http10) {
		if (http10) {
			return Rejection.TRANSFER_ENCODING_IN_HTTP_1_0;
		}
		if (!headers.is(FieldFacts.CHUNKED)) {
			return Rejection.TRANSFER_ENCODING_MALFORMED;
		}
		return headers.is(FieldFacts.CODING_OTHER) ? Rejection.TRANSFER_ENCODING_UNKNOWN : null;
	}

	/** A request line that fills the head is a target that is too long. */
	private static int rejectTooLarge(int from, int end, RequestHead head) {
		boolean inRequestLine = head.sectionStart == 0 && from + head.requestLineStart + 1 < end;
		return head.reject(inRequestLine ? Rejection.TARGET_TOO_LONG : Rejection.HEAD_TOO_LARGE);
	}

}
