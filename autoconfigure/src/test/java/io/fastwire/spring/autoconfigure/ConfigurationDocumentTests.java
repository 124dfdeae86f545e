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
import java.util.function.Predicate;
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

	private static final Pattern SERVER_ROW = Pattern.compile("(?m)^\\| ([^|]*`[^|]*) \\|");

	private static final Pattern NAME = Pattern.compile("`([a-z0-9.*-]+)`");

	@Test
	void listsEachPropertyWithItsDefault() throws IOException {
		Map<String, String> documented = new HashMap<>();
		ROW.matcher(section("## `fastwire.*`"))
			.results()
			.forEach((row) -> documented.put(row.group(1), String.valueOf(row.group(3))));
		Map<String, String> metadata = metadata("fastwire.");
		assertThat(documented.keySet()).containsExactlyInAnyOrderElementsOf(metadata.keySet());
		metadata.forEach((name, value) -> {
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
		List<JsonNode> hints = nodes("hints", ConfigurationDocumentTests::isOurs);
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

	/** Of Reactor Netty each by its name, of other servers as a whole. */
	@Test
	void saysWhatBecomesOfEachPropertyOfSpringBoot() throws IOException {
		String tables = section("## `server.*` properties that are honoured")
				+ section("## `server.*` properties that are not");
		List<String> names = SERVER_ROW.matcher(tables)
			.results()
			.flatMap((row) -> NAME.matcher(row.group(1)).results())
			.map((name) -> name.group(1).startsWith(".") ? "server.compression" + name.group(1) : name.group(1))
			.filter((name) -> !name.equals("server.netty.*"))
			.toList();
		assertThat(metadata("server.").keySet()).contains("server.port", "server.netty.idle-timeout")
			.allMatch((property) -> names.stream()
				.anyMatch((name) -> name.endsWith("*") ? property.startsWith(name.substring(0, name.length() - 1))
						: property.equals(name)));
	}

	/** Names with their defaults, which are empty where there is none. */
	private static Map<String, String> metadata(String prefix) throws IOException {
		Map<String, String> properties = new HashMap<>();
		for (JsonNode property : nodes("properties", (name) -> name.startsWith(prefix))) {
			if (!property.has("deprecation") && !property.has("deprecated")) {
				JsonNode value = property.get("defaultValue");
				properties.put(property.get("name").asString(),
						(value == null || value.isArray()) ? "" : value.asString());
			}
		}
		return properties;
	}

	private static List<JsonNode> properties() throws IOException {
		return nodes("properties", ConfigurationDocumentTests::isOurs);
	}

	private static boolean isOurs(String name) {
		return name.startsWith("fastwire.") || name.matches("management\\.[a-z]+\\.fastwire\\..*");
	}

	/** What the metadata of this module and of libraries have of a kind. */
	private static List<JsonNode> nodes(String kind, Predicate<String> named) throws IOException {
		List<JsonNode> nodes = new ArrayList<>();
		ClassLoader loader = ConfigurationDocumentTests.class.getClassLoader();
		for (URL file : Collections.list(loader.getResources("META-INF/spring-configuration-metadata.json"))) {
			try (InputStream in = file.openStream()) {
				JsonMapper.shared().readTree(in).path(kind).forEach((node) -> {
					if (named.test(node.get("name").asString())) {
						nodes.add(node);
					}
				});
			}
		}
		return nodes;
	}

}
