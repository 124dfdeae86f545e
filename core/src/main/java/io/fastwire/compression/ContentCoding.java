/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;

/**
 * A content coding of the IANA registry, in the order of the server's preference. A
 * stream that is flushed has written all that it was given.
 */
enum ContentCoding {

	/** RFC 7932, by brotli4j. */
	BROTLI("br", usable(() -> BrotliStreams.available())) {

		@Override
		OutputStream open(OutputStream sink) throws IOException {
			return BrotliStreams.open(sink);
		}

	},

	/** RFC 8878, by zstd-jni. */
	ZSTD("zstd", usable(() -> ZstdStreams.available())) {

		@Override
		OutputStream open(OutputStream sink) throws IOException {
			return ZstdStreams.open(sink);
		}

	},

	/** RFC 1952. */
	GZIP("gzip", true) {

		@Override
		OutputStream open(OutputStream sink) throws IOException {
			return new GzipStream(sink, DeflaterPool.RAW);
		}

	},

	/** RFC 1950: deflate data in the zlib format. */
	DEFLATE("deflate", true) {

		@Override
		OutputStream open(OutputStream sink) {
			return new PooledDeflaterStream(sink, DeflaterPool.ZLIB);
		}

	};

	private final String token;

	private final boolean available;

	ContentCoding(String token, boolean available) {
		this.token = token;
		this.available = available;
	}

	/**
	 * The verifier refuses a class whose library is absent before any code of it runs.
	 */
	private static boolean usable(BooleanSupplier library) {
		try {
			return library.getAsBoolean();
		}
		catch (LinkageError ex) {
			return false;
		}
	}

	String token() {
		return token;
	}

	/** Tells whether the library that encodes is there. */
	boolean available() {
		return available;
	}

	/**
	 * Starts to encode. Must be called on an event loop, as the stream must.
	 * @param sink takes the encoded bytes
	 * @return a stream that must be closed, which frees native memory
	 */
	abstract OutputStream open(OutputStream sink) throws IOException;

}
