/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

import com.github.luben.zstd.ZstdInputStream;

/** Decodes what the server encoded, as far as it goes. */
final class Decoders {

	private Decoders() {
	}

	static InputStream open(String coding, InputStream encoded) throws IOException {
		return switch (coding) {
			case "gzip" -> new GZIPInputStream(encoded);
			case "deflate" -> new InflaterInputStream(encoded);
			case "br" -> new BrotliStream(encoded);
			case "zstd" -> new ZstdInputStream(encoded);
			default -> throw new IllegalArgumentException(coding);
		};
	}

	static byte[] decode(String coding, byte[] encoded) throws IOException {
		try (InputStream in = open(coding, new ByteArrayInputStream(encoded))) {
			return in.readAllBytes();
		}
	}

}
