/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.nio.ByteBuffer;
import java.util.NoSuchElementException;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.buffer.DataBuffer;

/** The one piece of memory that a buffer consists of. */
final class SingleByteBuffer implements DataBuffer.ByteBufferIterator {

	private @Nullable ByteBuffer next;

	SingleByteBuffer(ByteBuffer only) {
		this.next = only;
	}

	@Override
	public boolean hasNext() {
		return next != null;
	}

	@Override
	public ByteBuffer next() {
		ByteBuffer only = next;
		if (only == null) {
			throw new NoSuchElementException();
		}
		next = null;
		return only;
	}

	@Override
	public void close() {
		// There is nothing to give back.
	}

}
