/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.Objects;

import io.fastwire.http.Headers;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.Rejection;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Takes the chunked coding off one request body (RFC 9112 section 7.1). Resumable at each
 * byte; not thread-safe. Allocates for trailers only.
 */
final class ChunkDecoder {

	/*
	 * Overhead. A chunk of one byte may carry a line of maxChunkExtensionBytes, so a
	 * sender can make the server read a thousand bytes for each one it accounts for as
	 * body. The bytes of framing are therefore counted, and refused when they exceed both
	 * FREE_OVERHEAD and OVERHEAD_FACTOR times the data in front of them. One-byte chunks
	 * without extensions cost five bytes each and always pass: some clients flush each
	 * byte they write.
	 */

	/** More input is needed; all of it was taken. */
	static final int MORE = 0;

	/**
	 * {@link #dataLength()} bytes of data follow in the input, for the caller to take.
	 */
	static final int DATA = 1;

	/** The body is complete, and {@link #trailers()} are known. */
	static final int DONE = 2;

	/** The body is refused, see {@link #rejection()}. */
	static final int REJECTED = -1;

	/** Bytes of framing that pass whatever the amount of data. */
	static final int FREE_OVERHEAD = 65536;

	/** Bytes of framing that pass for each byte of data. */
	static final int OVERHEAD_FACTOR = 8;

	/** Two line endings: behind the size line and behind the data. */
	private static final int LINE_ENDINGS = 4;

	private static final int CONTINUE = Integer.MIN_VALUE;

	private enum State {

		/** In the line with the size. */
		LINE,

		/** In the data, some of which has not arrived. */
		DATA,

		/** Behind the data. */
		DATA_CR,

		/** Behind the data and a carriage return. */
		DATA_LF,

		/** Behind the line of the last chunk. */
		LAST,

		/** Behind the line of the last chunk and a carriage return. */
		LAST_LF,

		/** In trailer fields. */
		TRAILERS,

		/** Behind the body. */
		DONE,

		/** Refused. */
		REJECTED

	}

	private final HttpLimits limits;

	private final ChunkLine line;

	private State state = State.LINE;

	private long remaining;

	private long total;

	private long overhead;

	private int dataLength;

	private @Nullable TrailerReader trailerReader;

	private Headers trailers = Headers.empty();

	private @Nullable Rejection rejection;

	/**
	 * Creates a decoder for one body.
	 * @param limits what is accepted
	 */
	ChunkDecoder(HttpLimits limits) {
		this.limits = limits;
		this.line = new ChunkLine(limits.maxChunkExtensionBytes());
	}

	/**
	 * Goes on with what has arrived. Advances the reader index over framing, never over
	 * data: those the caller takes before the next call.
	 * @param in the input, which stays the caller's
	 * @return {@link #DATA}, {@link #MORE}, {@link #DONE} or {@link #REJECTED}; the
	 * latter two for ever after
	 */
	int decode(ByteBuf in) {
		while (in.isReadable() && state.ordinal() < State.DONE.ordinal()) {
			int result = switch (state) {
				case LINE -> readLine(in);
				case DATA -> offerData(in);
				case DATA_CR -> expect(in, '\r', State.DATA_LF, Rejection.CHUNK_DATA_UNTERMINATED);
				case DATA_LF -> expect(in, '\n', State.LINE, Rejection.CHUNK_DATA_UNTERMINATED);
				case LAST -> afterLast(in);
				case LAST_LF -> expect(in, '\n', State.DONE, Rejection.TRAILER_MALFORMED);
				default -> readTrailers(in);
			};
			if (result != CONTINUE) {
				return result;
			}
		}
		return (state == State.DONE) ? DONE : (state == State.REJECTED) ? REJECTED : MORE;
	}

	/**
	 * Returns how much data follows.
	 * @return bytes, at least 1; valid after {@link #DATA}
	 */
	int dataLength() {
		return dataLength;
	}

	/**
	 * Returns the trailer fields, which never mix with the header fields.
	 * @return the fields, empty if there are none; valid after {@link #DONE}
	 */
	Headers trailers() {
		return trailers;
	}

	/**
	 * Returns why the body was refused.
	 * @return the reason; valid after {@link #REJECTED}
	 * @throws NullPointerException if it was not
	 */
	Rejection rejection() {
		return Objects.requireNonNull(rejection, "not rejected");
	}

	private int readLine(ByteBuf in) {
		ChunkLine line = this.line;
		int end = in.writerIndex();
		for (int i = in.readerIndex(); i < end; i++) {
			int result = line.accept(in.getByte(i));
			if (result != 0) {
				in.readerIndex(i + 1);
				return (result > 0) ? startChunk(line) : reject(line.rejection());
			}
		}
		in.readerIndex(end);
		return MORE;
	}

	private int startChunk(ChunkLine line) {
		long size = line.size();
		overhead += line.length() + LINE_ENDINGS;
		if (overhead > FREE_OVERHEAD && overhead / OVERHEAD_FACTOR > total) {
			return reject(Rejection.CHUNK_EXTENSION_MALFORMED);
		}
		if (size > limits.maxBodyBytes() - total) {
			return reject(Rejection.BODY_TOO_LARGE);
		}
		total += size;
		remaining = size;
		state = (size == 0) ? State.LAST : State.DATA;
		line.clear();
		return CONTINUE;
	}

	private int offerData(ByteBuf in) {
		int length = (int) Math.min(remaining, in.readableBytes());
		remaining -= length;
		state = (remaining == 0) ? State.DATA_CR : State.DATA;
		dataLength = length;
		return DATA;
	}

	private int expect(ByteBuf in, char wanted, State next, Rejection otherwise) {
		if (in.readByte() != wanted) {
			return reject(otherwise);
		}
		state = next;
		return CONTINUE;
	}

	/** Most bodies have no trailers: then nothing is allocated. */
	private int afterLast(ByteBuf in) {
		if (in.getByte(in.readerIndex()) == '\r') {
			in.skipBytes(1);
			state = State.LAST_LF;
			return CONTINUE;
		}
		trailerReader = new TrailerReader(limits);
		state = State.TRAILERS;
		return CONTINUE;
	}

	private int readTrailers(ByteBuf in) {
		TrailerReader reader = Objects.requireNonNull(trailerReader);
		int result = reader.read(in);
		if (result == MORE) {
			return MORE;
		}
		trailerReader = null;
		if (result == REJECTED) {
			return reject(reader.rejection());
		}
		trailers = reader.trailers();
		state = State.DONE;
		return DONE;
	}

	private int reject(Rejection rejection) {
		this.rejection = rejection;
		state = State.REJECTED;
		return REJECTED;
	}

}
