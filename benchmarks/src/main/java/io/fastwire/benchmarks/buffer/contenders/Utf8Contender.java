/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.buffer.contenders;

import io.netty.buffer.ByteBuf;

/**
 * A way to write a string as UTF-8 into a buffer. One thread.
 */
public interface Utf8Contender {

	/**
	 * Is told what will be written, outside the measured time.
	 * @param text what will be written
	 */
	default void prepare(String text) {
	}

	/**
	 * Writes text.
	 * @param text free of lone surrogates
	 * @param dst has room
	 * @return how many bytes were written
	 */
	int write(String text, ByteBuf dst);

}
