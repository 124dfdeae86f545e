/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

import io.fastwire.benchmarks.servers.Answers;

/**
 * What server processes need: class paths, ports, static files, and a folder for their
 * logs, which is deleted in the end.
 */
final class ServerHost implements AutoCloseable {

	private static final int FIRST_PORT = 18080;

	private static final int PORTS = 4000;

	private final Cpus cpus;

	private final Path folder;

	private final ClassPath original;

	private final ClassPath copied;

	private int started;

	private ServerHost(Cpus cpus, Path folder, ClassPath original, ClassPath copied) {
		this.cpus = cpus;
		this.folder = folder;
		this.original = original;
		this.copied = copied;
	}

	static ServerHost create(Cpus cpus) throws IOException {
		Path folder = Files.createTempDirectory("fastwire-comparison");
		Path files = Files.createDirectory(folder.resolve("files"));
		Files.write(files.resolve(Answers.FILE), Answers.fileContent());
		ClassPath original = ClassPath.own();
		// whoever interrupts the comparison leaves no server behind
		Runtime.getRuntime()
			.addShutdownHook(new Thread(() -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy)));
		return new ServerHost(cpus, folder, original, original.copyTo(Files.createDirectory(folder.resolve("copy"))));
	}

	/** Claims a port that was not used before by this process, nor is by another. */
	PortClaim claimPort() throws IOException {
		for (int tries = 0; tries < PORTS; tries++) {
			PortClaim claim = PortClaim.of(FIRST_PORT + started++ % PORTS);
			if (claim != null) {
				return claim;
			}
		}
		throw new IOException("No port is free");
	}

	/** Returns the command of a server's process. */
	List<String> command(Contender contender, int port, boolean fromCopy) {
		if (contender.launch() instanceof Launch.Jvm jvm) {
			return cpus.forServer(jvm.command(fromCopy ? copied : original, port, folder.resolve("files")));
		}
		if (contender.launch() instanceof Launch.Program program) {
			return cpus.forServer(program.command(port));
		}
		throw new IllegalArgumentException(contender.name() + " runs already");
	}

	/** Returns a new file. */
	Path log(Contender contender) throws IOException {
		return Files.createTempFile(folder, contender.name(), ".log");
	}

	@Override
	public void close() throws IOException {
		try (var paths = Files.walk(folder)) {
			for (Path path : paths.sorted(Collections.reverseOrder()).toList()) {
				Files.delete(path);
			}
		}
	}

}
