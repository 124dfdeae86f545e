/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That the document of the architecture names no class that is gone.
 */
class ArchitectureDocumentTests {

	private static final Pattern TYPE = Pattern.compile("`(?:[a-z0-9]+\\.)?([A-Z][a-z]\\w*|Http1\\w+)[`.(]");

	private static final Set<String> OF_OTHERS = Set.of("ByteBuf", "DataBuffer");

	@Test
	void namesClassesThatAreThere() throws IOException {
		String document = Files.readString(Path.of("../docs/architecture.md"));
		Set<String> named = TYPE.matcher(document).results().map((type) -> type.group(1)).collect(Collectors.toSet());
		named.removeAll(OF_OTHERS);
		assertThat(named).hasSizeGreaterThan(20);
		assertThat(sources(Path.of("../core/src"), Path.of("src"))).containsAll(named);
	}

	private static Set<String> sources(Path... roots) throws IOException {
		Set<String> names = new HashSet<>();
		for (Path root : roots) {
			try (Stream<Path> files = Files.walk(root)) {
				files.map((file) -> file.getFileName().toString())
					.filter((name) -> name.endsWith(".java"))
					.forEach((name) -> names.add(name.substring(0, name.length() - ".java".length())));
			}
		}
		return names;
	}

}
