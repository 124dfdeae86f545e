/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32;

/** The gzip format (RFC 1952) around a raw deflater. */
final class GzipStream extends PooledDeflaterStream {

	/** Magic, deflate, no flags, no time, no extra flags, unknown system. */
	private static final byte[] HEADER = { 0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, (byte) 0xFF };

	private final CRC32 checksum = new CRC32();

	private long length;

	GzipStream(OutputStream sink, DeflaterPool pool) throws IOException {
		super(sink, pool);
		sink.write(HEADER);
	}

	@Override
	public void write(byte[] bytes, int offset, int count) throws IOException {
		super.write(bytes, offset, count);
		checksum.update(bytes, offset, count);
		length += count;
	}

	@Override
	public void finish() throws IOException {
		super.finish();
		writeLittleEndian(checksum.getValue());
		writeLittleEndian(length);
	}

	private void writeLittleEndian(long value) throws IOException {
		for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
			out.write((int) (value >>> shift) & 0xFF);
		}
	}

}
