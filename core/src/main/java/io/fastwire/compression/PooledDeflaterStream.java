/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.DeflaterOutputStream;

/**
 * Deflates by a deflater of the pool, to which it goes back when the stream is closed.
 */
class PooledDeflaterStream extends DeflaterOutputStream {

	private static final int BUFFER_BYTES = 4096;

	private final DeflaterPool pool;

	private boolean closed;

	PooledDeflaterStream(OutputStream sink, DeflaterPool pool) {
		super(sink, pool.take(), BUFFER_BYTES, true);
		this.pool = pool;
	}

	@Override
	public void close() throws IOException {
		if (!closed) {
			closed = true;
			try {
				finish();
			}
			finally {
				pool.give(def);
			}
			out.close();
		}
	}

}
