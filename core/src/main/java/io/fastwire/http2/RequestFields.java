/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import io.fastwire.http.Headers;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.Rejection;
import io.fastwire.http.RequestTarget;
import io.fastwire.internal.bytes.Ascii;
import io.fastwire.internal.bytes.Numbers;
import io.fastwire.internal.http.Authority;
import io.fastwire.internal.http.TargetCache;
import io.fastwire.internal.http.UriBytes;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * Turns the header section of a request into its method, target and fields, or refuses it
 * (RFC 9113 sections 8.2 and 8.3). One per event loop; what it has read is good until the
 * next call.
 */
final class RequestFields {

	/*
	 * Netty's decoder is told to check nothing: it looks up what begins with a colon
	 * without the case that it is unknown, and relies on its own headers, which are not
	 * used here, to have refused that. So all that RFC 9113 asks for is checked here.
	 *
	 * What is malformed in the sense of RFC 9113 section 8.1.1 ends the stream; an
	 * intermediary would treat it alike. What HTTP/1.1 would answer by a status that says
	 * more, such as 414 or 431, is answered alike here. Sizes are those that HTTP/1.1
	 * would count, so one limit means the same for both.
	 *
	 * Names and values are the decoder's AsciiStrings. Those of its tables live on with
	 * the Strings they were once turned into, which makes the fields of a client that
	 * repeats itself free of garbage.
	 */

	private static final int MAX_METHOD_BYTES = 32;

	/** The version and the line ending behind method and target, with two spaces. */
	private static final int LINE_REST_BYTES = 12;

	/** Colon, space and line ending. */
	private static final int FIELD_REST_BYTES = 4;

	/** A larger section is not kept for a client that may never repeat it. */
	private static final int MAX_REMEMBERED_BYTES = 4096;

	private static final int UNKNOWN = -1;

	private static final RequestTarget ASTERISK = RequestTarget.asterisk();

	private final HttpLimits limits;

	private final int query;

	private final TargetCache targets = new TargetCache();

	private @Nullable AsciiString method;

	private @Nullable AsciiString scheme;

	private @Nullable AsciiString authority;

	private @Nullable AsciiString path;

	private @Nullable AsciiString host;

	private FieldList fields = new FieldList(0);

	private @Nullable RequestTarget target;

	private long contentLength;

	private boolean expectContinue;

	private int cookie;

	/** The cookie, if it came in more than one piece. */
	private final StringBuilder crumbs = new StringBuilder();

	/** Of the head as HTTP/1.1 would count it; of the fields until they are complete. */
	private int bytes;

	private @Nullable Rejection rejection;

	RequestFields(HttpLimits limits) {
		this.limits = limits;
		this.query = limits.lenientQuery() ? UriBytes.LENIENT_QUERY : UriBytes.QUERY;
	}

	/**
	 * Reads the section of a request.
	 * @param ends whether no body follows
	 * @return what it says, or {@code null} if it is refused: see {@link #rejection()}
	 */
	@Nullable RequestHead read(HeaderSection section, boolean ends) {
		reset(section.size());
		if (!readAll(section) || !complete(ends) || rejection != null) {
			return null;
		}
		RequestHead head = new RequestHead(method(), target(), fields, contentLength, expectContinue);
		if (bytes <= MAX_REMEMBERED_BYTES) {
			section.remember(head, ends);
		}
		return head;
	}

	private boolean readAll(HeaderSection section) {
		boolean first = true;
		for (int i = 0, size = section.size(); i < size; i++) {
			AsciiString name = section.name(i);
			AsciiString value = section.value(i);
			boolean pseudo = isPseudo(name);
			boolean good = pseudo ? first && addPseudo(name, value) : addField(name, value, true);
			if (!good) {
				return refuse(Rejection.FIELDS_MALFORMED);
			}
			first = pseudo;
		}
		if (!crumbs.isEmpty()) {
			fields.value(cookie, crumbs.toString());
		}
		return true;
	}

	/**
	 * Reads a trailer section.
	 * @return the fields, or {@code null} if it is malformed or too large
	 */
	@Nullable Headers readTrailers(HeaderSection section) {
		reset(section.size());
		for (int i = 0, size = section.size(); i < size; i++) {
			AsciiString name = section.name(i);
			if (isPseudo(name) || !addField(name, section.value(i), false)) {
				return null;
			}
		}
		boolean fits = bytes <= limits.maxHeadBytes() && fields.size() <= limits.maxHeaderFields();
		return fits ? fields : null;
	}

	private void reset(int lines) {
		method = null;
		scheme = null;
		authority = null;
		path = null;
		host = null;
		fields = new FieldList(lines);
		target = null;
		contentLength = UNKNOWN;
		expectContinue = false;
		cookie = UNKNOWN;
		crumbs.setLength(0);
		bytes = 0;
		rejection = null;
	}

	private static boolean isPseudo(AsciiString name) {
		return !name.isEmpty() && name.byteAt(0) == ':';
	}

	private boolean addPseudo(AsciiString name, AsciiString value) {
		boolean first;
		switch (name.toString()) {
			case ":method" -> {
				first = method == null;
				method = value;
			}
			case ":scheme" -> {
				first = scheme == null;
				scheme = value;
			}
			case ":path" -> {
				first = path == null;
				path = value;
			}
			case ":authority" -> {
				first = authority == null;
				authority = value;
				fields.add("host", value.toString());
				bytes += "host".length() + value.length() + FIELD_REST_BYTES;
			}
			default -> first = false;
		}
		return first && !value.isEmpty() && isFieldValue(value);
	}

	/**
	 * Takes a field.
	 * @param request whether its meaning for the request is looked at
	 * @return whether it is well formed
	 */
	private boolean addField(AsciiString name, AsciiString value, boolean request) {
		bytes += name.length() + value.length() + FIELD_REST_BYTES;
		String text = name.toString();
		if (!isFieldName(name) || !isFieldValue(value) || isForbidden(text, value)) {
			return false;
		}
		if (request && !addMeaning(text, value)) {
			return false;
		}
		if (request && text.equals("cookie") && cookie >= 0) {
			addCrumb(value);
			return true;
		}
		if (request && text.equals("cookie")) {
			cookie = fields.size();
		}
		else if (request && text.equals("host") && authority != null) {
			return true;
		}
		fields.add(text, value.toString());
		return true;
	}

	/**
	 * Crumbs of a cookie are one field (RFC 9113 section 8.2.3). Not more of it is made
	 * than is accepted.
	 */
	private void addCrumb(AsciiString value) {
		if (bytes > limits.maxHeadBytes()) {
			return;
		}
		if (crumbs.isEmpty()) {
			crumbs.append(fields.value(cookie));
		}
		crumbs.append("; ").append(value);
	}

	private boolean addMeaning(String name, AsciiString value) {
		switch (name) {
			case "host" -> {
				boolean first = host == null;
				host = value;
				return first;
			}
			case "content-length" -> {
				boolean first = contentLength == UNKNOWN;
				contentLength = Numbers.decimal(value.array(), value.arrayOffset(), end(value));
				return first && contentLength >= 0;
			}
			case "expect" -> {
				expectContinue = true;
				if (!value.contentEqualsIgnoreCase("100-continue")) {
					refuse(Rejection.EXPECTATION_UNKNOWN);
				}
			}
			default -> {
				// means nothing here
			}
		}
		return true;
	}

	/** RFC 9113 section 8.2.2. */
	private static boolean isForbidden(String name, AsciiString value) {
		return switch (name) {
			case "connection", "proxy-connection", "keep-alive", "transfer-encoding", "upgrade" -> true;
			case "te" -> !value.contentEqualsIgnoreCase("trailers");
			default -> false;
		};
	}

	private boolean complete(boolean ends) {
		if (method == null) {
			return refuse(Rejection.FIELDS_MALFORMED);
		}
		if (method.length() > MAX_METHOD_BYTES) {
			return refuse(Rejection.METHOD_TOO_LONG);
		}
		if (!isToken(method)) {
			return refuse(Rejection.FIELDS_MALFORMED);
		}
		if (method.contentEquals("CONNECT")) {
			boolean formed = scheme == null && path == null && authority != null;
			return refuse(formed ? Rejection.CONNECT_UNSUPPORTED : Rejection.FIELDS_MALFORMED);
		}
		if (scheme == null || path == null || !isSameHost() || (ends && contentLength > 0)) {
			return refuse(Rejection.FIELDS_MALFORMED);
		}
		return fits(method, path) && hasHost() && resolve(method, path);
	}

	private boolean fits(AsciiString method, AsciiString path) {
		int line = method.length() + path.length() + LINE_REST_BYTES;
		if (line - 2 > limits.maxRequestLineBytes()) {
			return refuse(Rejection.TARGET_TOO_LONG);
		}
		bytes += line + 2;
		if (bytes > limits.maxHeadBytes()) {
			return refuse(Rejection.HEAD_TOO_LARGE);
		}
		return fields.size() <= limits.maxHeaderFields() || refuse(Rejection.TOO_MANY_FIELDS);
	}

	/** RFC 9113 section 8.3.1: two hosts would let two servers disagree. */
	private boolean isSameHost() {
		return authority == null || host == null || authority.contentEqualsIgnoreCase(host);
	}

	private boolean hasHost() {
		AsciiString given = (authority != null) ? authority : host;
		if (given == null) {
			return refuse(Rejection.HOST_MISSING);
		}
		return Authority.isValid(given.array(), given.arrayOffset(), end(given)) || refuse(Rejection.HOST_MALFORMED);
	}

	/** The path has the forms of an HTTP/1.1 target but the absolute one. */
	private boolean resolve(AsciiString method, AsciiString path) {
		byte[] array = path.array();
		int from = path.arrayOffset();
		int to = end(path);
		if (path.contentEquals("*") && method.contentEquals("OPTIONS")) {
			target = ASTERISK;
			return true;
		}
		target = targets.find(array, from, to);
		if (target != null) {
			targets.hit();
			return true;
		}
		if (array[from] != '/') {
			return refuse(Rejection.FIELDS_MALFORMED);
		}
		int end = UriBytes.end(array, from, to, UriBytes.PATH);
		if (end < to && array[end] == '?') {
			end = UriBytes.end(array, end + 1, to, query);
		}
		if (end < to || endsInEscape(array, from, to)) {
			return refuse(Rejection.TARGET_MALFORMED);
		}
		RequestTarget origin = RequestTarget.origin(path.toString());
		targets.miss(array, from, to, origin);
		target = origin;
		return true;
	}

	/** {@link UriBytes#end} passes an escape at the very end as far as it goes. */
	private static boolean endsInEscape(byte[] array, int from, int to) {
		return array[to - 1] == '%' || (to - from >= 2 && array[to - 2] == '%');
	}

	private boolean refuse(Rejection reason) {
		if (rejection == null) {
			rejection = reason;
		}
		return false;
	}

	/** RFC 9113 section 8.2.1: a token without upper-case letters. */
	private static boolean isFieldName(AsciiString name) {
		byte[] array = name.array();
		int to = end(name);
		for (int i = name.arrayOffset(); i < to; i++) {
			byte b = array[i];
			if (!Ascii.isToken(b) || (b >= 'A' && b <= 'Z')) {
				return false;
			}
		}
		return !name.isEmpty();
	}

	private static boolean isToken(AsciiString text) {
		return Ascii.tokenEnd(text.array(), text.arrayOffset(), end(text)) == end(text);
	}

	/** RFC 9113 section 8.2.1, and no control byte (RFC 9110 section 5.5). */
	private static boolean isFieldValue(AsciiString value) {
		byte[] array = value.array();
		int from = value.arrayOffset();
		int to = end(value);
		for (int i = from; i < to; i++) {
			byte b = array[i];
			if ((b >= 0 && b < ' ' && b != '\t') || b == 0x7F) {
				return false;
			}
		}
		return from == to || !(Ascii.isBlank(array[from]) || Ascii.isBlank(array[to - 1]));
	}

	private static int end(AsciiString text) {
		return text.arrayOffset() + text.length();
	}

	// What was read

	/** Returns why the section was refused. */
	Rejection rejection() {
		return (rejection != null) ? rejection : Rejection.FIELDS_MALFORMED;
	}

	/** Returns whether that ends the stream without an answer. */
	boolean malformed() {
		return rejection() == Rejection.FIELDS_MALFORMED;
	}

	/** Returns the method; empty if there is none. */
	String method() {
		return (method != null) ? method.toString() : "";
	}

	private RequestTarget target() {
		return (target != null) ? target : ASTERISK;
	}

}
