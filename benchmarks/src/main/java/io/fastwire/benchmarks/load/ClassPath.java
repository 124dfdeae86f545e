/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folders and jars of a server's process.
 *
 * @param entries in their order
 */
record ClassPath(List<Path> entries) {

	/** Compiled for JDK 21 and newer. */
	private static final String NEWER_CLASSES = "META-INF/versions/21";

	/** Returns that of this process. */
	static ClassPath own() {
		return new ClassPath(
				Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1)).map(Path::of).toList());
	}

	/** Returns it without the jars whose names begin with any of the given. */
	ClassPath without(List<String> prefixes) {
		return new ClassPath(entries.stream()
			.filter((entry) -> prefixes.stream().noneMatch((prefix) -> name(entry).startsWith(prefix)))
			.toList());
	}

	/** Returns it with other jars in the place of those whose names begin so. */
	ClassPath replacing(Map<String, Path> jars) {
		return new ClassPath(entries.stream()
			.map((entry) -> jars.entrySet()
				.stream()
				.filter((jar) -> name(entry).startsWith(jar.getKey()))
				.map(Map.Entry::getValue)
				.findFirst()
				.orElse(entry))
			.toList());
	}

	/** Returns it with what was compiled for newer JDKs, if that was done. */
	ClassPath withNewerClasses() {
		List<Path> more = new ArrayList<>(entries);
		entries.stream().map((entry) -> entry.resolve(NEWER_CLASSES)).filter(Files::isDirectory).forEach(more::add);
		return new ClassPath(more);
	}

	/** Copies everything, so that the same bytes lie elsewhere. */
	ClassPath copyTo(Path target) throws IOException {
		List<Path> copies = new ArrayList<>();
		for (Path entry : entries) {
			Path copy = target.resolve(copies.size() + "-" + entry.getFileName());
			try (var paths = Files.walk(entry)) {
				paths.forEach((path) -> copy(path, copy.resolve(entry.relativize(path).toString())));
			}
			copies.add(copy);
		}
		return new ClassPath(copies);
	}

	private static void copy(Path from, Path to) {
		try {
			Files.copy(from, to);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The name of a jar; copies have a number before it. */
	private static String name(Path entry) {
		return entry.getFileName().toString().replaceFirst("^\\d+-", "");
	}

	@Override
	public String toString() {
		return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
	}

}
