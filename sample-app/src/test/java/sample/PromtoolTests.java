/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What Prometheus itself says of the alerts and of the queries of the dashboard. Needs
 * its promtool.
 */
@Tag("promtool")
class PromtoolTests {

	private static final Path DIRECTORY = Path.of("../docs/grafana");

	@TempDir
	private Path directory;

	private void promtool(String... arguments) throws Exception {
		List<String> command = new ArrayList<>(List.of("promtool"));
		command.addAll(List.of(arguments));
		Path output = directory.resolve("output");
		Process process = new ProcessBuilder(command).directory(DIRECTORY.toFile())
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		assertThat(process.exitValue()).as(Files.readString(output)).isZero();
	}

	@Test
	void acceptsTheAlerts() throws Exception {
		promtool("check", "rules", "alerts.yml");
	}

	@Test
	void seesTheAlertsFireWhereTheyShould() throws Exception {
		promtool("test", "rules", "alerts-test.yml");
	}

	@Test
	void acceptsTheQueryOfEachPanel() throws Exception {
		List<Map<String, String>> rules = new ArrayList<>();
		for (String query : queries()) {
			rules.add(Map.of("record", "panel:" + rules.size(), "expr", query));
		}
		assertThat(rules).hasSizeGreaterThan(30);
		Path file = directory.resolve("panels.yml");
		Files.writeString(file, JsonMapper.shared()
			.writeValueAsString(Map.of("groups", List.of(Map.of("name", "panels", "rules", rules)))));
		promtool("check", "rules", file.toString());
	}

	private static List<String> queries() throws IOException {
		List<String> queries = new ArrayList<>();
		String dashboard = Files.readString(DIRECTORY.resolve("fastwire.json"));
		for (JsonNode panel : JsonMapper.shared().readTree(dashboard).get("panels")) {
			panel.path("targets")
				.forEach((target) -> queries.add(target.get("expr")
					.asString()
					.replace("$__rate_interval", "5m")
					.replaceAll("\\$(job|instance|server)", ".*")));
		}
		return queries;
	}

}
