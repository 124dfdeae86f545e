/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That the document of the meters says what a running application publishes.
 */
class MetricsDocumentTests {

	private static final Pattern ROW = Pattern.compile(
			"(?m)^\\| `(fastwire\\.[a-z0-9.]+)` \\| ([a-z]+) \\| ([a-z]+) \\| ([`a-z, ]+) \\| ([^|]+) \\| ([^|]+) \\|$");

	private static final Pattern TAG_ROW = Pattern.compile("(?m)^\\| `([a-z]+)` \\| ([^|]+) \\|$");

	/** By name: type and keys of tags. */
	private static final Map<String, String> PUBLISHED = new TreeMap<>();

	private static final Map<String, Set<String>> TAG_VALUES = new TreeMap<>();

	@BeforeAll
	static void collect() {
		try (ConfigurableApplicationContext context = FastwireMetricsAutoConfigurationTests.run(
				"--management.server.port=0", "--fastwire.cache.enabled=true",
				"--fastwire.topics.metrics.tag-topics=true")) {
			for (Meter meter : context.getBean(MeterRegistry.class).getMeters()) {
				Meter.Id id = meter.getId();
				if (id.getName().startsWith("fastwire.")) {
					Set<String> keys = id.getTags()
						.stream()
						.map(Tag::getKey)
						.collect(Collectors.toCollection(TreeSet::new));
					String said = id.getType().name().toLowerCase(Locale.ROOT) + " " + keys;
					assertThat(PUBLISHED.put(id.getName(), said)).as(id.getName()).isIn(null, said);
					assertThat(id.getDescription()).as(id.getName()).isNotBlank();
					id.getTags().forEach((tag) -> values(tag.getKey()).add(tag.getValue()));
				}
			}
		}
	}

	private static Set<String> values(String tag) {
		return TAG_VALUES.computeIfAbsent(tag, (key) -> new TreeSet<>());
	}

	private static String document() throws IOException {
		return Files.readString(Path.of("../docs/metrics.md"));
	}

	@Test
	void listsEachMeterWithItsTypeAndItsTags() throws IOException {
		Map<String, String> documented = new TreeMap<>();
		for (MatchResult row : ROW.matcher(document()).results().toList()) {
			Set<String> keys = new TreeSet<>(Set.of(row.group(4).replace("`", "").split(", ")));
			keys.remove("none");
			assertThat(documented.put(row.group(1), row.group(2) + " " + keys)).as("twice").isNull();
		}
		assertThat(documented).isEqualTo(PUBLISHED);
	}

	@Test
	void namesTheUnitOfEachMeter() throws IOException {
		for (MatchResult row : ROW.matcher(document()).results().toList()) {
			String name = row.group(1);
			String unit = row.group(3);
			assertThat(unit.equals("bytes")).as(name).isEqualTo(name.contains(".bytes."));
			assertThat(unit.equals("seconds")).as(name)
				.isEqualTo(row.group(2).equals("timer") || name.endsWith(".stalled"));
		}
	}

	@Test
	void listsEachTagWithItsValues() throws IOException {
		Map<String, String> documented = TAG_ROW.matcher(document())
			.results()
			.collect(Collectors.toMap((row) -> row.group(1), (row) -> row.group(2)));
		assertThat(documented.keySet()).isEqualTo(TAG_VALUES.keySet());
		TAG_VALUES.forEach((tag, values) -> {
			if (!Set.of("reason", "loop", "code").contains(tag)) {
				assertThat(values).as(tag)
					.allMatch((value) -> String.valueOf(documented.get(tag)).contains('`' + value + '`'));
			}
		});
	}

	@Test
	void explainsEachReasonElsewhere() throws IOException {
		String documents = Files.readString(Path.of("../docs/http.md")) + Files.readString(Path.of("../docs/tls.md"))
				+ document();
		assertThat(values("reason")).isNotEmpty().allMatch((reason) -> documents.contains('`' + reason + '`'));
	}

}
