/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.io.IOException;
import java.io.OutputStream;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.BrotliOutputStream;
import com.aayushatharva.brotli4j.encoder.Encoder;

/** The only class that knows brotli4j, which may be absent. */
final class BrotliStreams {

	/** As quick as gzip's default level, and smaller. */
	private static final int QUALITY = 4;

	private BrotliStreams() {
	}

	static boolean available() {
		return Brotli4jLoader.isAvailable();
	}

	static OutputStream open(OutputStream sink) throws IOException {
		return new BrotliOutputStream(sink, Encoder.Parameters.create(QUALITY));
	}

}
