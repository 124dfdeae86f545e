/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

import com.aayushatharva.brotli4j.decoder.DecoderJNI;

/**
 * Decodes brotli as it arrives. The stream of brotli4j reads on although it could tell
 * more already.
 */
final class BrotliStream extends InputStream {

	private final InputStream in;

	private final DecoderJNI.Wrapper decoder;

	private ByteBuffer decoded = ByteBuffer.allocate(0);

	BrotliStream(InputStream in) throws IOException {
		this.in = in;
		this.decoder = new DecoderJNI.Wrapper(4096);
	}

	@Override
	public int read() throws IOException {
		while (!decoded.hasRemaining()) {
			if (decoder.hasOutput()) {
				decoded = decoder.pull();
			}
			else if (decoder.getStatus() == DecoderJNI.Status.NEEDS_MORE_OUTPUT) {
				decoder.push(0);
			}
			else if (!readMore()) {
				return -1;
			}
		}
		return decoded.get() & 0xFF;
	}

	@Override
	public int read(byte[] bytes, int offset, int count) throws IOException {
		int first = read();
		if (first < 0) {
			return -1;
		}
		bytes[offset] = (byte) first;
		int more = Math.min(count - 1, decoded.remaining());
		decoded.get(bytes, offset + 1, more);
		return more + 1;
	}

	private boolean readMore() throws IOException {
		ByteBuffer input = decoder.getInputBuffer();
		input.clear();
		byte[] encoded = new byte[input.remaining()];
		int length = in.read(encoded);
		if (length < 0 || decoder.getStatus() == DecoderJNI.Status.DONE) {
			return false;
		}
		if (decoder.getStatus() != DecoderJNI.Status.NEEDS_MORE_INPUT) {
			throw new IOException("Not brotli: " + decoder.getStatus());
		}
		input.put(encoded, 0, length);
		decoder.push(length);
		return true;
	}

	@Override
	public void close() {
		decoder.destroy();
	}

}
