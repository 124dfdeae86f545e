/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.fastwire.http.ResponseHeaders;
import io.fastwire.internal.bytes.Ascii;
import io.fastwire.internal.io.LoopCounters;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Writes response heads (RFC 9112 section 4) into an array that grows to the largest head
 * so far. One per event loop.
 * <p>
 * The fields that frame a message or rule its connection are the server's:
 * Content-Length, Transfer-Encoding, Connection and Keep-Alive. They are left out of what
 * the application set and written from the arguments. Where the application offers an
 * Upgrade, Connection says so (RFC 9110 section 7.8).
 */
final class ResponseHeadEncoder {

	/** In place of a length: the message has no framing field. */
	static final long UNFRAMED = -1;

	/** In place of a length: the message is chunked. */
	static final long CHUNKED = -2;

	private static final byte[] DATE = ascii("Date: ");

	private static final byte[] CONTENT_LENGTH = ascii("Content-Length: ");

	private static final byte[] TRANSFER_ENCODING_CHUNKED = ascii("Transfer-Encoding: chunked\r\n");

	private static final byte[] CONNECTION_CLOSE = ascii("Connection: close\r\n");

	private static final byte[] CONNECTION_KEEP_ALIVE = ascii("Connection: keep-alive\r\n");

	private static final byte[] CONNECTION_UPGRADE = ascii("Connection: upgrade\r\n");

	private static final int MAX_LONG_DIGITS = 19;

	private final byte @Nullable [] serverLine;

	private final EncodedFieldCache cache;

	private byte[] bytes = new byte[1024];

	private int length;

	/**
	 * Creates an encoder with counters of its own, which nobody reads.
	 * @param server value of the Server field, or {@code null} for none
	 */
	ResponseHeadEncoder(@Nullable String server) {
		this(server, new LoopCounters(0));
	}

	/**
	 * Creates an encoder.
	 * @param server value of the Server field, or {@code null} for none
	 * @param counters of the loop
	 */
	ResponseHeadEncoder(@Nullable String server, LoopCounters counters) {
		this.cache = new EncodedFieldCache(counters);
		this.serverLine = (server != null) ? ascii("Server: " + server + "\r\n") : null;
	}

	/**
	 * Encodes a head, which then can be taken by {@link #writeTo}.
	 * @param contentLength bytes, {@link #UNFRAMED} or {@link #CHUNKED}
	 * @param date 29 bytes
	 * @return the length of the head in bytes
	 * @throws IllegalArgumentException if a name or value must not be sent
	 */
	int encode(int status, ResponseHeaders headers, long contentLength, Persistence persistence, byte[] date) {
		length = 0;
		append(StatusLines.line(status));
		boolean ownDate = true;
		boolean ownServer = serverLine != null;
		boolean upgrade = false;
		for (int i = 0, size = headers.size(); i < size; i++) {
			String name = headers.name(i);
			switch (name.length()) {
				case 4 -> ownDate &= !name.equalsIgnoreCase("Date");
				case 6 -> ownServer &= !name.equalsIgnoreCase("Server");
				case 7 -> upgrade |= name.equalsIgnoreCase("Upgrade");
				default -> {
					if (isManaged(name)) {
						continue;
					}
				}
			}
			cachedField(name, headers.value(i));
		}
		appendOwn(contentLength, persistence, ownDate ? date : null, ownServer ? serverLine : null);
		if (upgrade && persistence != Persistence.UPGRADE) {
			append(CONNECTION_UPGRADE);
		}
		crlf();
		return length;
	}

	/** Encodes an interim response (RFC 9110 section 15.2), which has no own fields. */
	int encodeInterim(int status, ResponseHeaders headers) {
		length = 0;
		append(StatusLines.line(status));
		for (int i = 0; i < headers.size(); i++) {
			if (!isManaged(headers.name(i))) {
				cachedField(headers.name(i), headers.value(i));
			}
		}
		crlf();
		return length;
	}

	/** Copies the head that was encoded last. */
	void writeTo(ByteBuf out) {
		out.writeBytes(bytes, 0, length);
	}

	private static boolean isManaged(String name) {
		return switch (name.length()) {
			case 10 -> name.equalsIgnoreCase("Connection") || name.equalsIgnoreCase("Keep-Alive");
			case 14 -> name.equalsIgnoreCase("Content-Length");
			case 17 -> name.equalsIgnoreCase("Transfer-Encoding");
			default -> false;
		};
	}

	private void appendOwn(long contentLength, Persistence persistence, byte @Nullable [] date,
			byte @Nullable [] server) {
		if (date != null) {
			append(DATE);
			append(date);
			crlf();
		}
		if (server != null) {
			append(server);
		}
		if (contentLength >= 0) {
			append(CONTENT_LENGTH);
			decimal(contentLength);
			crlf();
		}
		else if (contentLength == CHUNKED) {
			append(TRANSFER_ENCODING_CHUNKED);
		}
		switch (persistence) {
			case CLOSE -> append(CONNECTION_CLOSE);
			case KEEP_ALIVE_HTTP_1_0 -> append(CONNECTION_KEEP_ALIVE);
			case UPGRADE -> append(CONNECTION_UPGRADE);
			case KEEP_ALIVE -> {
				// what HTTP/1.1 takes for granted
			}
		}
	}

	private void cachedField(String name, String value) {
		int slot = EncodedFieldCache.slot(name, value);
		int from = length;
		int copied = cache.copy(slot, name, value, room(EncodedFieldCache.MAX_BYTES), from);
		length = from + copied;
		if (copied == 0) {
			field(name, value);
			cache.put(slot, name, value, bytes, from, length);
		}
	}

	/** Validates and encodes a line. */
	private void field(String name, String value) {
		int nameLength = name.length();
		int valueLength = value.length();
		byte[] bytes = room(nameLength + valueLength + 4);
		int at = length;
		for (int i = 0; i < nameLength; i++) {
			char c = name.charAt(i);
			if (c > 0x7F || !Ascii.isToken((byte) c)) {
				throw rejectedName(name);
			}
			bytes[at++] = (byte) c;
		}
		if (nameLength == 0) {
			throw rejectedName(name);
		}
		bytes[at++] = ':';
		bytes[at++] = ' ';
		for (int i = 0; i < valueLength; i++) {
			char c = value.charAt(i);
			if (!isFieldChar(c)) {
				throw rejectedValue(name, c);
			}
			bytes[at++] = (byte) c;
		}
		bytes[at++] = '\r';
		bytes[at++] = '\n';
		length = at;
	}

	/** RFC 9110 section 5.5: visible, blank, tab, or obs-text. */
	private static boolean isFieldChar(char c) {
		return (c >= ' ' && c != 0x7F && c <= 0xFF) || c == '\t';
	}

	private static IllegalArgumentException rejectedName(String name) {
		return new IllegalArgumentException("Header name '" + printable(name) + "' is not a token (RFC 9110 5.6.2)");
	}

	private static IllegalArgumentException rejectedValue(String name, char c) {
		return new IllegalArgumentException(String.format(
				"Value of header '%s' holds the character 0x%02X, which cannot be sent (RFC 9110 5.5)", name, (int) c));
	}

	private static String printable(String text) {
		return text.replaceAll("[^ -~]", "?");
	}

	private void decimal(long value) {
		byte[] bytes = room(MAX_LONG_DIGITS);
		int at = length;
		int digits = 1;
		for (long rest = value; rest >= 10; rest /= 10) {
			digits++;
		}
		for (int i = at + digits - 1; i >= at; i--) {
			bytes[i] = (byte) ('0' + value % 10);
			value /= 10;
		}
		length = at + digits;
	}

	private void crlf() {
		byte[] bytes = room(2);
		bytes[length++] = '\r';
		bytes[length++] = '\n';
	}

	private void append(byte[] part) {
		System.arraycopy(part, 0, room(part.length), length, part.length);
		length += part.length;
	}

	private byte[] room(int more) {
		if (bytes.length - length < more) {
			bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
		}
		return bytes;
	}

	private static byte[] ascii(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

}
