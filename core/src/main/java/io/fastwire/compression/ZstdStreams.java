/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.io.IOException;
import java.io.OutputStream;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;

/** The only class that knows zstd-jni, which may be absent. */
final class ZstdStreams {

	private ZstdStreams() {
	}

	static boolean available() {
		return Zstd.compressBound(1) > 0;
	}

	static OutputStream open(OutputStream sink) throws IOException {
		return new ZstdOutputStreamNoFinalizer(sink, Zstd.defaultCompressionLevel());
	}

}
