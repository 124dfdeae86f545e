/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.io.IOException;
import java.io.InputStream;

/** The content of a chunked response, as soon as each chunk is there. */
final class ChunkedStream extends InputStream {

	private final InputStream in;

	private int left;

	private boolean ended;

	ChunkedStream(InputStream in) throws IOException {
		this.in = in;
		while (!line().isEmpty()) {
			// the head, which other tests look at
		}
	}

	private String line() throws IOException {
		StringBuilder line = new StringBuilder();
		for (int b = in.read(); b != '\n'; b = in.read()) {
			if (b < 0) {
				throw new IOException("The response ends in a line: " + line);
			}
			line.append((char) b);
		}
		return line.toString().strip();
	}

	@Override
	public int read() throws IOException {
		byte[] one = new byte[1];
		return (read(one, 0, 1) < 0) ? -1 : one[0] & 0xFF;
	}

	@Override
	public int read(byte[] bytes, int offset, int count) throws IOException {
		if (left == 0 && !ended) {
			left = Integer.parseInt(line(), 16);
			ended = left == 0;
		}
		if (ended) {
			return -1;
		}
		int length = in.read(bytes, offset, Math.min(count, left));
		left -= length;
		if (left == 0) {
			line();
		}
		return length;
	}

	@Override
	public int available() throws IOException {
		return Math.min(left, in.available());
	}

}
