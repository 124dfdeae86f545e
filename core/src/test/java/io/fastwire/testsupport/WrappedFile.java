/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/**
 * A file channel that is not the JDK's own, as other file systems have, which can be read
 * at positions, as long as it wants to.
 */
public final class WrappedFile extends FileChannel {

	private final FileChannel file;

	private final long readable;

	/**
	 * Wraps a file.
	 * @param file to read from
	 * @param readable at which position reading begins to fail with an unchecked
	 * exception
	 */
	public WrappedFile(FileChannel file, long readable) {
		this.file = file;
		this.readable = readable;
	}

	@Override
	public long size() throws IOException {
		return file.size();
	}

	@Override
	public int read(ByteBuffer target, long position) throws IOException {
		if (position >= readable) {
			throw new NonReadableChannelException();
		}
		return file.read(target, position);
	}

	@Override
	protected void implCloseChannel() throws IOException {
		file.close();
	}

	@Override
	public int read(ByteBuffer target) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long read(ByteBuffer[] targets, int offset, int length) {
		throw new UnsupportedOperationException();
	}

	@Override
	public int write(ByteBuffer source) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long write(ByteBuffer[] sources, int offset, int length) {
		throw new UnsupportedOperationException();
	}

	@Override
	public int write(ByteBuffer source, long position) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long position() {
		throw new UnsupportedOperationException();
	}

	@Override
	public FileChannel position(long position) {
		throw new UnsupportedOperationException();
	}

	@Override
	public FileChannel truncate(long size) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void force(boolean metaData) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long transferTo(long position, long count, WritableByteChannel target) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long transferFrom(ReadableByteChannel source, long position, long count) {
		throw new UnsupportedOperationException();
	}

	@Override
	public MappedByteBuffer map(MapMode mode, long position, long size) {
		throw new UnsupportedOperationException();
	}

	@Override
	public FileLock lock(long position, long size, boolean shared) {
		throw new UnsupportedOperationException();
	}

	@Override
	public FileLock tryLock(long position, long size, boolean shared) {
		throw new UnsupportedOperationException();
	}

}
