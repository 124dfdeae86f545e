/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.util.ArrayDeque;
import java.util.zip.Deflater;

import io.netty.util.concurrent.FastThreadLocal;

/**
 * Idle deflaters of each event loop. To make one costs the clearing of 256 KB of native
 * memory, more than compressing a small response does.
 */
final class DeflaterPool extends FastThreadLocal<ArrayDeque<Deflater>> {

	/** Without the zlib header and trailer. */
	static final DeflaterPool RAW = new DeflaterPool(true);

	/** In the zlib format. */
	static final DeflaterPool ZLIB = new DeflaterPool(false);

	/** How many a loop keeps, 256 KB each; responses in progress may use more. */
	private static final int MAX_IDLE = 8;

	private final boolean raw;

	private DeflaterPool(boolean raw) {
		this.raw = raw;
	}

	@Override
	protected ArrayDeque<Deflater> initialValue() {
		return new ArrayDeque<>(MAX_IDLE);
	}

	@Override
	protected void onRemoval(ArrayDeque<Deflater> idle) {
		idle.forEach(Deflater::end);
	}

	/** Takes a deflater that must be given back. */
	Deflater take() {
		Deflater idle = get().poll();
		return (idle != null) ? idle : new Deflater(Deflater.DEFAULT_COMPRESSION, raw);
	}

	/** Takes a deflater back in any state. */
	void give(Deflater deflater) {
		ArrayDeque<Deflater> idle = get();
		if (idle.size() < MAX_IDLE) {
			deflater.reset();
			idle.push(deflater);
		}
		else {
			deflater.end();
		}
	}

}
