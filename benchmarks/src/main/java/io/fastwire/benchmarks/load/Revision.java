/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds what is in git. Only our two jars are taken from there: the servers around them
 * and all other jars are those of this build, so that nothing else differs.
 */
final class Revision {

	private static final List<String> MODULES = List.of("core", "autoconfigure");

	private Revision() {
	}

	/**
	 * Builds a revision.
	 * @param revision as git understands it
	 * @param folder for the jars
	 * @return the jars by the beginning of their names
	 */
	static Map<String, Path> build(String revision, Path folder) throws IOException {
		Path tree = folder.resolve("tree");
		run(Path.of("."), "git", "worktree", "add", "--detach", tree.toString(), revision);
		try {
			run(tree, "mvn", "-q", "-B", "-DskipTests", "-Dspring-javaformat.skip", "-Dcheckstyle.skip", "-pl",
					String.join(",", MODULES), "package");
			Map<String, Path> jars = new LinkedHashMap<>();
			for (String module : MODULES) {
				Path jar = jar(tree.resolve(module).resolve("target"));
				Path kept = Files.copy(jar, folder.resolve(jar.getFileName()));
				jars.put(kept.getFileName().toString().replaceFirst("\\d.*", ""), kept);
			}
			return jars;
		}
		finally {
			run(Path.of("."), "git", "worktree", "remove", "--force", tree.toString());
		}
	}

	private static Path jar(Path target) throws IOException {
		try (var files = Files.list(target)) {
			return files.filter((file) -> file.getFileName().toString().matches("fastwire-.*\\d(-SNAPSHOT)?\\.jar"))
				.findFirst()
				.orElseThrow(() -> new IOException("No jar in " + target));
		}
	}

	private static void run(Path folder, String... command) throws IOException {
		Process process = new ProcessBuilder(new ArrayList<>(List.of(command))).directory(folder.toFile())
			.redirectErrorStream(true)
			.start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		try {
			if (process.waitFor() != 0) {
				throw new IOException(String.join(" ", command) + " failed:\n" + output);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException(ex);
		}
	}

}
