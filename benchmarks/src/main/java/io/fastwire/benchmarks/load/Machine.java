/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Where it was measured. */
final class Machine {

	private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

	private Machine() {
	}

	/** Returns one line. */
	static String line(Cpus cpus) throws IOException {
		String pinned = cpus.server().isEmpty() ? "nothing pinned"
				: "server on CPU " + cpus.server() + ", load on " + cpus.load();
		return String.format(Locale.ROOT, "Java %s, %s %s, %d CPUs (%s), %s", System.getProperty("java.version"),
				System.getProperty("os.name"), System.getProperty("os.version"),
				Runtime.getRuntime().availableProcessors(), model(), pinned);
	}

	private static String model() throws IOException {
		if (!Files.exists(CPU_INFO)) {
			return System.getProperty("os.arch");
		}
		return Files.readAllLines(CPU_INFO)
			.stream()
			.filter((line) -> line.startsWith("model name"))
			.map((line) -> line.substring(line.indexOf(':') + 2))
			.findFirst()
			.orElse(System.getProperty("os.arch"));
	}

}
