/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.guide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That the Java code in the documents is quoted from source that compiles, and that their
 * links lead somewhere.
 */
class GuideTests {

	private static final Path ROOT = Path.of("..");

	private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

	/** A page of a project by a reader of getting-started.md, which CI builds. */
	private static final Pattern BUILT_BY_CI = Pattern.compile("^package ", Pattern.MULTILINE);

	private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#]*)(?:#([^)]*))?\\)");

	private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

	private static List<Path> documents() throws IOException {
		List<Path> documents = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
		try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
			files.filter((file) -> file.toString().endsWith(".md")).forEach(documents::add);
		}
		return documents;
	}

	private static List<String> sources() throws IOException {
		List<String> sources = new ArrayList<>();
		for (String module : List.of("core", "autoconfigure", "sample-app")) {
			try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
				for (Path file : files.filter((file) -> file.toString().endsWith(".java")).toList()) {
					sources.add(withoutSpace(Files.readString(file)));
				}
			}
		}
		return sources;
	}

	private static String withoutSpace(String code) {
		return code.replaceAll("\\s+", "");
	}

	@Test
	void quotesCodeThatCompiles() throws IOException {
		List<String> sources = sources();
		int quoted = 0;
		for (Path document : documents()) {
			for (String block : blocks(document)) {
				String code = withoutSpace(block);
				assertThat(sources.stream().anyMatch((source) -> source.contains(code)))
					.as("%s quotes from what compiles:%n%s", document, block)
					.isTrue();
				quoted++;
			}
		}
		assertThat(quoted).isGreaterThan(20);
	}

	private static List<String> blocks(Path document) throws IOException {
		return BLOCK.matcher(Files.readString(document))
			.results()
			.map((block) -> block.group(1))
			.filter(BUILT_BY_CI.asPredicate().negate())
			.toList();
	}

	@Test
	void linksToWhatExists() throws IOException {
		for (Path document : documents()) {
			LINK.matcher(Files.readString(document)).results().forEach((link) -> {
				Path target = link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1));
				assertThat(target).as("%s links to it", document).exists();
				if (link.group(2) != null) {
					assertThat(anchors(target)).as("%s links to %s", document, target).contains(link.group(2));
				}
			});
		}
	}

	@Test
	void leadsFromTheReadmeToEachDocument() throws IOException {
		String readme = Files.readString(ROOT.resolve("README.md"));
		assertThat(documents().stream().map((document) -> ROOT.relativize(document).toString().replace('\\', '/')))
			.filteredOn((document) -> !document.equals("README.md"))
			.allMatch((document) -> readme.contains("](" + document));
	}

	/** The anchors that headings get where the documents are shown. */
	private static List<String> anchors(Path document) {
		try {
			return HEADING.matcher(Files.readString(document))
				.results()
				.map((heading) -> heading.group(1).toLowerCase(Locale.ROOT))
				.map((heading) -> heading.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
