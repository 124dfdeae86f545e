/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.HttpVersion;
import io.fastwire.http.ResponseHeaders;
import io.fastwire.internal.io.CorkedWriter;
import io.netty.buffer.ByteBuf;

/** How the end of a response body is told (RFC 9112 section 6.3). */
enum ResponseFraming {

	/** There is no body on the wire, whatever the application writes. */
	NONE,

	/** By Content-Length. */
	LENGTH,

	/** By the chunked coding. */
	CHUNKED,

	/** By closing the connection, for HTTP/1.0. */
	UNTIL_CLOSE;

	private static final int CRLF = '\r' << 8 | '\n';

	private static final int MAX_HEX_DIGITS = 16;

	/**
	 * Chooses the framing of a body.
	 * @param length of the body, or -1 if it is not known
	 */
	static ResponseFraming of(HttpVersion version, long length) {
		if (length >= 0) {
			return LENGTH;
		}
		return (version == HttpVersion.HTTP_1_0) ? UNTIL_CLOSE : CHUNKED;
	}

	/**
	 * Returns the argument of {@link ResponseHeadEncoder#encode}.
	 * @param length value of Content-Length, or -1 for none
	 */
	long lengthField(long length) {
		return (this == CHUNKED) ? ResponseHeadEncoder.CHUNKED : length;
	}

	/** Whether the application asked to close the connection after the response. */
	static boolean closeWanted(ResponseHeaders headers) {
		for (int i = headers.indexOf("Connection", 0); i >= 0; i = headers.indexOf("Connection", i + 1)) {
			if (listsClose(headers.value(i))) {
				return true;
			}
		}
		return false;
	}

	private static boolean listsClose(String options) {
		for (String option : options.split(",", -1)) {
			if (option.trim().equalsIgnoreCase("close")) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Writes a piece of the body.
	 * @param data not empty; ownership passes to the writer
	 */
	void write(CorkedWriter writer, ByteBuf data) {
		begin(writer, data.readableBytes());
		writer.write(data);
		finish(writer);
	}

	/** Writes a piece of the body, of at least one byte. */
	void write(CorkedWriter writer, byte[] data, int offset, int length) {
		begin(writer, length);
		writer.write(data, offset, length);
		finish(writer);
	}

	/**
	 * Writes a piece of the body.
	 * @param length of the text in bytes, greater than 0
	 */
	void write(CorkedWriter writer, String text, int length) {
		begin(writer, length);
		writer.write(text);
		finish(writer);
	}

	/** Begins a piece of the body. */
	void begin(CorkedWriter writer, long length) {
		if (this == CHUNKED) {
			writeChunkSize(writer, length);
		}
	}

	/** Ends what {@link #begin} began. */
	void finish(CorkedWriter writer) {
		if (this == CHUNKED) {
			writer.reserve(2).writeShort(CRLF);
		}
	}

	private static void writeChunkSize(CorkedWriter writer, long size) {
		ByteBuf out = writer.reserve(MAX_HEX_DIGITS + 2);
		int digits = (Long.SIZE - Long.numberOfLeadingZeros(size | 1) + 3) / 4;
		for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
			out.writeByte(Character.forDigit((int) (size >>> shift) & 0xF, 16));
		}
		out.writeShort(CRLF);
	}

	static void writeLastChunk(CorkedWriter writer) {
		writer.reserve(5).writeByte('0').writeInt(CRLF << 16 | CRLF);
	}

}
