/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That the dashboard and the alerts for Grafana and Prometheus ask for what the sample
 * tells a scrape.
 */
class GrafanaTests {

	private static final Path DIRECTORY = Path.of("../docs/grafana");

	/** What Prometheus adds to each sample. */
	private static final Set<String> ADDED = Set.of("job", "instance");

	private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z0-9_]+)(?:\\{([^}]*)})? \\S+$");

	private static final Pattern LABEL = Pattern.compile("([a-z_]+)\\s*(?:=~|!~|!=|=)\\s*\"[^\"]*\"");

	private static final Pattern METRIC = Pattern.compile("\\b((?:fastwire|http)_[a-z0-9_]+)(?:\\{([^}]*)})?");

	private static final Pattern GROUPING = Pattern.compile("\\bby \\(([^)]*)\\)");

	private static final Pattern AGGREGATION = Pattern.compile("\\bsum\\b");

	private static final Pattern FUNCTION = Pattern.compile("\\b([a-z_]+)\\s*(?:by \\([^)]*\\)\\s*)?\\(");

	private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{\\s*(?:\\$labels\\.)?([a-z_]+)\\s*}}");

	private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([a-z_]+)");

	/** What Grafana puts in by itself. */
	private static final Set<String> BUILT_IN = Set.of("__rate_interval");

	/** Another one needs a look at what it does to labels. */
	private static final Set<String> FUNCTIONS = Set.of("rate", "sum", "by", "label_values");

	/** By name of the metric: the labels of its samples. */
	private static final Map<String, Set<String>> SCRAPED = new TreeMap<>();

	@BeforeAll
	static void scrape() throws Exception {
		try (ConfigurableApplicationContext context = new SpringApplication(SampleApplication.class)
			.run("--server.port=0", "--fastwire.cache.enabled=true", "--fastwire.access-log.enabled=true")) {
			String home = "http://localhost:" + context.getEnvironment().getRequiredProperty("local.server.port");
			get(home + "/orders");
			for (MatchResult sample : SAMPLE.matcher(get(home + "/actuator/prometheus")).results().toList()) {
				Set<String> labels = SCRAPED.computeIfAbsent(sample.group(1), (name) -> new HashSet<>(ADDED));
				labels.addAll(labels(Objects.requireNonNullElse(sample.group(2), "")));
			}
		}
	}

	private static String get(String uri) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(URI.create(uri)).build();
		return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
	}

	private static Set<String> labels(String matchers) {
		return LABEL.matcher(matchers).results().map((label) -> label.group(1)).collect(Collectors.toSet());
	}

	private static JsonNode dashboard() throws IOException {
		return JsonMapper.shared().readTree(Files.readString(DIRECTORY.resolve("fastwire.json")));
	}

	private static List<Map<String, Object>> alerts() throws IOException {
		try (InputStream file = Files.newInputStream(DIRECTORY.resolve("alerts.yml"))) {
			List<Map<String, Object>> rules = new ArrayList<>();
			Map<String, List<Map<String, List<Map<String, Object>>>>> groups = new Yaml().load(file);
			groups.values().forEach((list) -> list.forEach((group) -> rules.addAll(rules(group))));
			return rules;
		}
	}

	private static List<Map<String, Object>> rules(Map<String, List<Map<String, Object>>> group) {
		return Objects.requireNonNull(group.get("rules"));
	}

	private static void check(String expression) {
		List<MatchResult> metrics = METRIC.matcher(expression).results().toList();
		assertThat(metrics).as(expression).isNotEmpty();
		Set<String> grouped = GROUPING.matcher(expression)
			.results()
			.flatMap((by) -> Set.of(by.group(1).split(", ")).stream())
			.collect(Collectors.toSet());
		for (MatchResult metric : metrics) {
			assertThat(SCRAPED).as(expression).containsKey(metric.group(1));
			assertThat(SCRAPED.get(metric.group(1))).as(expression)
				.containsAll(grouped)
				.containsAll(labels(Objects.requireNonNullElse(metric.group(2), "")));
		}
		assertThat(FUNCTION.matcher(expression).results().map((function) -> function.group(1))).as(expression)
			.isSubsetOf(FUNCTIONS);
		assertThat(expression.chars().filter((c) -> c == '(').count()).as(expression)
			.isEqualTo(expression.chars().filter((c) -> c == ')').count());
	}

	/** Whether the result of an expression has the labels that a text shows. */
	private static void checkText(String text, String expression) {
		Set<String> labels = new HashSet<>();
		GROUPING.matcher(expression).results().forEach((by) -> labels.addAll(Set.of(by.group(1).split(", "))));
		if (!AGGREGATION.matcher(expression).find()) {
			METRIC.matcher(expression)
				.results()
				.forEach((metric) -> labels.addAll(Objects.requireNonNull(SCRAPED.get(metric.group(1)))));
		}
		assertThat(PLACEHOLDER.matcher(text).results().map((label) -> label.group(1))).as("%s of %s", text, expression)
			.isSubsetOf(labels);
	}

	@Test
	void namesEachLineByLabelsThatItHas() throws IOException {
		for (JsonNode panel : dashboard().get("panels")) {
			panel.path("targets")
				.forEach((target) -> checkText(target.get("legendFormat").asString(), target.get("expr").asString()));
		}
	}

	@Test
	void usesNoVariableThatIsNotThere() throws IOException {
		Set<String> variables = new HashSet<>(BUILT_IN);
		dashboard().at("/templating/list").forEach((variable) -> variables.add(variable.get("name").asString()));
		assertThat(VARIABLE.matcher(dashboard().toString()).results().map((variable) -> variable.group(1)))
			.isSubsetOf(variables);
	}

	@Test
	void asksInEachPanelForWhatIsScraped() throws IOException {
		List<String> expressions = new ArrayList<>();
		for (JsonNode panel : dashboard().get("panels")) {
			panel.path("targets").forEach((target) -> expressions.add(target.get("expr").asString()));
			assertThat(panel.get("type").asString().equals("row") || !panel.path("targets").isEmpty()).isTrue();
		}
		dashboard().at("/templating/list").forEach((variable) -> {
			if (variable.get("type").asString().equals("query")) {
				expressions.add(variable.at("/query/query").asString());
			}
		});
		assertThat(expressions).hasSizeGreaterThan(30).allSatisfy(GrafanaTests::check);
	}

	/** A new meter needs a panel, or a reason here. */
	@Test
	void showsEachMeter() throws IOException {
		String dashboard = dashboard().toString();
		Set<String> missing = new TreeSet<>(SCRAPED.keySet());
		missing.removeIf((name) -> !name.startsWith("fastwire_") || dashboard.contains(name));
		Set<String> calculatedElsewhere = Set.of("fastwire_pool_hit_ratio", "fastwire_websocket_compression_ratio");
		Set<String> sizes = Set.of("fastwire_topics_active", "fastwire_topics_patterns",
				"fastwire_topics_history_messages", "fastwire_topics_messages_waiting");
		Set<String> details = Set.of("fastwire_headers_cache_replacements", "fastwire_topics_publish_seconds_count",
				"fastwire_topics_publish_seconds_sum", "fastwire_topics_publish_seconds_max");
		missing.removeAll(calculatedElsewhere);
		missing.removeAll(sizes);
		missing.removeAll(details);
		assertThat(missing).isEmpty();
	}

	@Test
	void placesNoPanelOnAnother() throws IOException {
		Set<String> cells = new HashSet<>();
		Set<Integer> ids = new HashSet<>();
		for (JsonNode panel : dashboard().get("panels")) {
			JsonNode at = panel.get("gridPos");
			assertThat(ids.add(panel.get("id").asInt())).isTrue();
			assertThat(at.get("x").asInt() + at.get("w").asInt()).isLessThanOrEqualTo(24);
			for (int x = at.get("x").asInt(); x < at.get("x").asInt() + at.get("w").asInt(); x++) {
				for (int y = at.get("y").asInt(); y < at.get("y").asInt() + at.get("h").asInt(); y++) {
					assertThat(cells.add(x + "/" + y)).as("%s at %s/%s", panel.get("title"), x, y).isTrue();
				}
			}
		}
	}

	@Test
	void alertsByWhatIsScraped() throws IOException {
		String document = Files.readString(DIRECTORY.resolve("README.md"));
		String tests = Files.readString(DIRECTORY.resolve("alerts-test.yml"));
		for (Map<String, Object> alert : alerts()) {
			String expression = String.valueOf(alert.get("expr"));
			check(expression);
			checkText(String.valueOf(alert.get("annotations")), expression);
			assertThat(alert).containsKeys("alert", "for", "labels", "annotations");
			assertThat(document).contains("| `" + alert.get("alert") + "` |");
			assertThat(tests).contains("alertname: " + alert.get("alert") + '\n');
		}
		assertThat(document.lines().filter((line) -> line.startsWith("| `"))).hasSameSizeAs(alerts());
	}

}
