/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.jspecify.annotations.Nullable;

/**
 * A free port that no other comparison chooses until this is closed. To be held until the
 * server listens on it.
 */
final class PortClaim implements AutoCloseable {

	/*
	 * A free port is still free for whoever asks next, as long as the server for it is
	 * starting; and it may be any program, which cannot be handed a socket or asked which
	 * port it took. So the choice is locked: one file has a byte for each port. The locks
	 * go with the process, however it ends, and the file is left for the next one.
	 */

	private static final FileChannel PORTS = open();

	private final int port;

	private final FileLock lock;

	private PortClaim(int port, FileLock lock) {
		this.port = port;
		this.lock = lock;
	}

	/** Closed by the end of the process alone: that would release all locks. */
	private static FileChannel open() {
		try {
			return FileChannel.open(
					Path.of(System.getProperty("java.io.tmpdir"),
							"fastwire-comparison-ports-" + System.getProperty("user.name")),
					StandardOpenOption.CREATE, StandardOpenOption.WRITE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Claims a port, or returns {@code null} if somebody else has it. */
	static @Nullable PortClaim of(int port) throws IOException {
		FileLock lock = lock(port);
		if (lock == null) {
			return null;
		}
		if (isFree(port)) {
			return new PortClaim(port, lock);
		}
		lock.release();
		return null;
	}

	private static @Nullable FileLock lock(int port) throws IOException {
		try {
			return PORTS.tryLock(port, 1, false);
		}
		catch (OverlappingFileLockException ex) {
			// this process has it
			return null;
		}
	}

	private static boolean isFree(int port) {
		try {
			new ServerSocket(port).close();
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	int port() {
		return port;
	}

	@Override
	public void close() throws IOException {
		lock.release();
	}

}
