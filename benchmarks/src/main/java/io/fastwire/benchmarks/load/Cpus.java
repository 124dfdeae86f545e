/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which CPUs server and load are pinned to: the first one that this process may use, and
 * all others. Nothing is pinned if there is no other, or no {@code taskset}.
 *
 * @param server the server's, empty for any
 * @param load those of the load
 */
record Cpus(String server, String load) {

	private static final Path STATUS = Path.of("/proc/self/status");

	private static final String ALLOWED = "Cpus_allowed_list:";

	static Cpus allowed() throws IOException {
		if (!Files.exists(STATUS) || !Files.exists(Path.of("/usr/bin/taskset"))) {
			return new Cpus("", "");
		}
		String list = Files.readAllLines(STATUS)
			.stream()
			.filter((line) -> line.startsWith(ALLOWED))
			.findFirst()
			.orElse(ALLOWED + "0");
		return of(list.substring(ALLOWED.length()).trim());
	}

	/** Returns them for a list such as {@code 0-2,5}. */
	static Cpus of(String list) {
		List<Integer> cpus = new ArrayList<>();
		for (String range : list.split(",", -1)) {
			String[] ends = range.split("-", 2);
			for (int cpu = Integer.parseInt(ends[0]); cpu <= Integer.parseInt(ends[ends.length - 1]); cpu++) {
				cpus.add(cpu);
			}
		}
		if (cpus.size() < 2) {
			return new Cpus("", "");
		}
		return new Cpus(cpus.get(0).toString(),
				cpus.stream().skip(1).map(String::valueOf).collect(Collectors.joining(",")));
	}

	/** Returns the command of a server, pinned. */
	List<String> forServer(List<String> command) {
		return pinned(server, command);
	}

	/** Returns the command of a load generator, pinned. */
	List<String> forLoad(List<String> command) {
		return pinned(load, command);
	}

	private static List<String> pinned(String cpus, List<String> command) {
		if (cpus.isEmpty()) {
			return command;
		}
		List<String> pinned = new ArrayList<>(List.of("taskset", "-c", cpus));
		pinned.addAll(command);
		return pinned;
	}

}
