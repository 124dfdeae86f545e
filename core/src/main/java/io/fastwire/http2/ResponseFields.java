/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.util.Locale;

import io.fastwire.http.ResponseHeaders;
import io.fastwire.internal.bytes.Ascii;
import io.fastwire.internal.http.FieldValues;
import io.fastwire.internal.io.DateClock;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * Makes the header section of a response from what the application has set (RFC 9113
 * section 8.3.2). One per event loop.
 */
final class ResponseFields {

	/*
	 * A line that was sent before is found in a direct-mapped cache: checked, in lower
	 * case and as the bytes that HPACK wants. Long values and those that may be secrets
	 * are not kept.
	 */

	private static final int SLOTS = 256;

	private static final int MAX_CACHED_CHARS = 128;

	/** Lengths of bodies up to here are kept as the bytes that HPACK wants. */
	private static final int KEPT_LENGTHS = 512;

	private static final AsciiString STATUS_NAME = Http2Headers.PseudoHeaderName.STATUS.value();

	private static final AsciiString DATE = AsciiString.cached("date");

	private static final AsciiString SERVER = AsciiString.cached("server");

	private static final AsciiString CONTENT_LENGTH = AsciiString.cached("content-length");

	private static final AsciiString[] STATUS = new AsciiString[1000];

	static {
		for (int status = 100; status < STATUS.length; status++) {
			STATUS[status] = AsciiString.cached(Integer.toString(status));
		}
	}

	private final DateClock clock;

	private final @Nullable AsciiString server;

	private final @Nullable Line[] cache = new @Nullable Line[SLOTS];

	private byte[] dateBytes = {};

	private AsciiString date = AsciiString.EMPTY_STRING;

	private final @Nullable AsciiString[] lengths = new @Nullable AsciiString[KEPT_LENGTHS];

	private final HeaderSection section = new HeaderSection();

	private record Line(String name, String value, AsciiString encodedName, AsciiString encodedValue) {

		boolean is(String name, String value) {
			return this.name.equals(name) && this.value.equals(value);
		}

	}

	ResponseFields(DateClock clock, @Nullable String server) {
		this.clock = clock;
		this.server = (server != null) ? AsciiString.of(server) : null;
	}

	/**
	 * Makes a section, which is good until it is written or the next one is made.
	 * @param contentLength bytes, or a negative number for no such field
	 * @throws IllegalArgumentException if a name or value must not be sent
	 */
	Http2Headers head(int status, ResponseHeaders headers, long contentLength) {
		section.clear().add(STATUS_NAME, STATUS[status]);
		boolean ownDate = true;
		boolean ownServer = true;
		for (int i = 0, size = headers.size(); i < size; i++) {
			AsciiString name = add(headers.name(i), headers.value(i));
			ownDate &= !DATE.equals(name);
			ownServer &= !SERVER.equals(name);
		}
		if (ownDate) {
			section.add(DATE, date());
		}
		if (ownServer && server != null) {
			section.add(SERVER, server);
		}
		if (contentLength >= 0) {
			section.add(CONTENT_LENGTH, length(contentLength));
		}
		return section;
	}

	/** Makes the section of an interim response, which has no own fields. */
	Http2Headers interim(int status, ResponseHeaders headers) {
		section.clear().add(STATUS_NAME, STATUS[status]);
		for (int i = 0; i < headers.size(); i++) {
			add(headers.name(i), headers.value(i));
		}
		return section;
	}

	/** Returns the name as it was added, or {@code null} if it is not for HTTP/2. */
	private @Nullable AsciiString add(String name, String value) {
		if (isManaged(name)) {
			return null;
		}
		int slot = (name.hashCode() * 31 + value.hashCode()) & (SLOTS - 1);
		Line line = cache[slot];
		if (line == null || !line.is(name, value)) {
			line = new Line(name, value, encodeName(name), encodeValue(name, value));
			if (value.length() <= MAX_CACHED_CHARS && !name.equalsIgnoreCase("set-cookie")) {
				cache[slot] = line;
			}
		}
		section.add(line.encodedName(), line.encodedValue());
		return line.encodedName();
	}

	private AsciiString length(long bytes) {
		if (bytes >= KEPT_LENGTHS) {
			return AsciiString.of(Long.toString(bytes));
		}
		AsciiString kept = lengths[(int) bytes];
		if (kept == null) {
			kept = AsciiString.of(Long.toString(bytes));
			lengths[(int) bytes] = kept;
		}
		return kept;
	}

	/**
	 * Whether the field frames a message or rules a connection, which is the server's
	 * matter, or does not exist in HTTP/2 (RFC 9113 section 8.2.2).
	 */
	private static boolean isManaged(String name) {
		return switch (name.length()) {
			case 7 -> name.equalsIgnoreCase("Upgrade");
			case 10 -> name.equalsIgnoreCase("Connection") || name.equalsIgnoreCase("Keep-Alive");
			case 14 -> name.equalsIgnoreCase("Content-Length");
			case 16 -> name.equalsIgnoreCase("Proxy-Connection");
			case 17 -> name.equalsIgnoreCase("Transfer-Encoding");
			default -> false;
		};
	}

	private AsciiString date() {
		byte[] bytes = clock.bytes();
		if (bytes != dateBytes) {
			dateBytes = bytes;
			date = new AsciiString(bytes, false);
		}
		return date;
	}

	private static AsciiString encodeName(String name) {
		AsciiString encoded = new AsciiString(name.toLowerCase(Locale.ROOT));
		boolean token = Ascii.tokenEnd(encoded.array(), 0, encoded.length()) == encoded.length();
		if (name.isEmpty() || !token || name.chars().anyMatch((c) -> c > 0x7F)) {
			throw new IllegalArgumentException(
					"Header name '" + name.replaceAll("[^ -~]", "?") + "' is not a token (RFC 9110 5.6.2)");
		}
		return encoded;
	}

	/**
	 * Makes one byte of each character. Blanks around them, which HTTP/1.1 would not tell
	 * from its own, are dropped.
	 */
	private static AsciiString encodeValue(String name, String value) {
		byte[] bytes = new byte[value.length()];
		for (int i = 0; i < bytes.length; i++) {
			char c = value.charAt(i);
			bytes[i] = FieldValues.isFieldChar(c) ? (byte) c : FieldValues.replacement(name, c);
		}
		int from = Ascii.skipBlanks(bytes, 0, bytes.length);
		int to = Ascii.trimBlanks(bytes, from, bytes.length);
		return new AsciiString(bytes, from, to - from, false);
	}

}
