/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.Arrays;

import io.fastwire.http.Headers;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.Rejection;
import io.netty.buffer.ByteBuf;

/**
 * Collects the trailer section of one chunked body, by the rules of header fields and
 * within the limits of a head (RFC 9112 section 7.1.2). None of its fields is
 * interpreted.
 */
final class TrailerReader {

	private static final int INITIAL_BYTES = 256;

	private final int maxBytes;

	private final FieldSectionParser parser;

	private final FieldSection section = new FieldSection();

	private byte[] bytes = new byte[INITIAL_BYTES];

	private int length;

	private Headers trailers = Headers.empty();

	TrailerReader(HttpLimits limits) {
		this.maxBytes = limits.maxHeadBytes();
		this.parser = new FieldSectionParser(limits.maxHeaderFields(), false);
	}

	/**
	 * Takes input up to the end of the section and no further.
	 * @param in the input
	 * @return {@link ChunkDecoder#DONE}, {@link ChunkDecoder#MORE} or
	 * {@link ChunkDecoder#REJECTED}
	 */
	int read(ByteBuf in) {
		int before = length;
		int count = Math.min(in.readableBytes(), maxBytes - before);
		append(in, count);
		int next = parser.parse(bytes, 0, length, section);
		if (next > 0) {
			in.skipBytes(next - before);
			trailers = section.toBlock(bytes, 0, next, null);
			return ChunkDecoder.DONE;
		}
		in.skipBytes(count);
		if (next == RequestHeadParser.MORE && length == maxBytes) {
			next = section.reject(Rejection.TRAILERS_TOO_LARGE);
		}
		return (next == RequestHeadParser.MORE) ? ChunkDecoder.MORE : ChunkDecoder.REJECTED;
	}

	/** Returns the fields; only when they are complete. */
	Headers trailers() {
		return trailers;
	}

	/** Returns why the section is refused; only after it was. */
	Rejection rejection() {
		return switch (section.rejection()) {
			case TOO_MANY_FIELDS, TRAILERS_TOO_LARGE -> Rejection.TRAILERS_TOO_LARGE;
			default -> Rejection.TRAILER_MALFORMED;
		};
	}

	private void append(ByteBuf in, int count) {
		if (length + count > bytes.length) {
			bytes = Arrays.copyOf(bytes, Math.max(length + count, Math.min(2 * bytes.length, maxBytes)));
		}
		in.getBytes(in.readerIndex(), bytes, length, count);
		length += count;
	}

}
