/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who listens on a port of this machine, as the kernel of Linux tells. */
final class Listeners {

	/** All sockets of the machine, a line for each; see proc_pid_net(5). */
	private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

	private static final int LOCAL_ADDRESS = 1;

	private static final int STATE = 3;

	private static final int INODE = 9;

	private static final String LISTEN = "0A";

	private Listeners() {
	}

	/** Whether a process listens on a port, and nobody else does. */
	static boolean only(long pid, int port) throws IOException {
		Set<String> listening = new HashSet<>();
		for (Path table : TABLES) {
			if (Files.exists(table)) {
				listening.addAll(listening(Files.readAllLines(table), port));
			}
		}
		return !listening.isEmpty() && open(pid).containsAll(listening);
	}

	private static List<String> listening(List<String> table, int port) {
		String ending = ":%04X".formatted(port);
		return table.stream()
			.map((line) -> line.trim().split("\\s+", -1))
			.filter((words) -> words[LOCAL_ADDRESS].endsWith(ending) && words[STATE].equals(LISTEN))
			.map((words) -> "socket:[" + words[INODE] + "]")
			.toList();
	}

	/** Returns what a process has open, nothing if it has ended. */
	private static Set<String> open(long pid) throws IOException {
		try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
			return descriptors.map(Listeners::target).collect(Collectors.toSet());
		}
		catch (NoSuchFileException | UncheckedIOException ex) {
			return Set.of();
		}
	}

	/** What was open a moment ago may be closed now. */
	private static String target(Path descriptor) {
		try {
			return Files.readSymbolicLink(descriptor).toString();
		}
		catch (IOException ex) {
			return "";
		}
	}

}
