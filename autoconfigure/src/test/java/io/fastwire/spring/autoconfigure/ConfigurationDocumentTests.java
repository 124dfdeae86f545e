/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That the document of the configuration says what the configuration metadata says.
 */
class ConfigurationDocumentTests {

	private static final Pattern ROW = Pattern
		.compile("(?m)^\\| `(fastwire\\.[a-z0-9.-]+)` \\| (`([^`]+)`)?[^|]* \\|.*\\|$");

	@Test
	void listsEachPropertyWithItsDefault() throws IOException {
		Map<String, String> documented = new HashMap<>();
		ROW.matcher(section("## `fastwire.*`"))
			.results()
			.forEach((row) -> documented.put(row.group(1), String.valueOf(row.group(3))));
		assertThat(documented.keySet()).containsExactlyInAnyOrderElementsOf(metadata().keySet());
		metadata().forEach((name, value) -> {
			if (!value.isEmpty()) {
				assertThat(documented.get(name)).as(name).isEqualTo(value);
			}
		});
	}

	@Test
	void actuatorDocumentListsEachPropertyOfManagement() throws IOException {
		String document = Files.readString(Path.of("../docs/actuator.md"));
		List<String> names = properties().stream()
			.map((property) -> property.get("name").asString())
			.filter((name) -> name.startsWith("management."))
			.toList();
		assertThat(names).hasSizeGreaterThan(2).allMatch((name) -> document.contains('`' + name));
	}

	@Test
	void describesEachPropertyInASentence() throws IOException {
		assertThat(properties()).allSatisfy(
				(property) -> assertThat(property.path("description").asString("")).as(property.get("name").asString())
					.matches("(?s)[A-Z].*\\."));
	}

	@Test
	void hintsAtPropertiesThatAreThere() throws IOException {
		List<String> names = properties().stream().map((property) -> property.get("name").asString()).toList();
		List<JsonNode> hints = nodes("hints");
		assertThat(hints).isNotEmpty();
		assertThat(hints.stream().map((hint) -> hint.get("name").asString())).isSubsetOf(names);
	}

	private static String section(String heading) throws IOException {
		String document = Files.readString(Path.of("../docs/configuration.md"));
		int start = document.indexOf(heading + '\n');
		assertThat(start).as(heading).isNotNegative();
		int end = document.indexOf("\n## ", start + 1);
		return document.substring(start, (end < 0) ? document.length() : end);
	}

	/** Names with their defaults, which are empty where there is none. */
	private static Map<String, String> metadata() throws IOException {
		Map<String, String> properties = new HashMap<>();
		for (JsonNode property : properties()) {
			String name = property.get("name").asString();
			if (name.startsWith("fastwire.")) {
				JsonNode value = property.get("defaultValue");
				properties.put(name, (value != null) ? value.asString() : "");
			}
		}
		return properties;
	}

	private static List<JsonNode> properties() throws IOException {
		return nodes("properties");
	}

	/** What our metadata, and not that of a library, has of a kind. */
	private static List<JsonNode> nodes(String kind) throws IOException {
		List<JsonNode> nodes = new ArrayList<>();
		ClassLoader loader = ConfigurationDocumentTests.class.getClassLoader();
		for (URL file : Collections.list(loader.getResources("META-INF/spring-configuration-metadata.json"))) {
			try (InputStream in = file.openStream()) {
				JsonMapper.shared().readTree(in).path(kind).forEach((node) -> {
					String name = node.get("name").asString();
					if (name.startsWith("fastwire.") || name.matches("management\\.[a-z]+\\.fastwire\\..*")) {
						nodes.add(node);
					}
				});
			}
		}
		return nodes;
	}

}
