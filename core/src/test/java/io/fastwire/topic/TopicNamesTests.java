/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.Random;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TopicNamesTests {

	@ParameterizedTest
	@ValueSource(
			strings = { "a", "orders/42", "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p", "Größe", "a b", "\uD83D\uDE00/x", ".." })
	void acceptsNames(String name) {
		assertThat(TopicNames.isTopic(name)).isTrue();
		assertThat(TopicNames.isPattern(name)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "/", "/a", "a/", "a//b", "a\n", "a\u0000", "a\u0085", "a\u007f", "\uD83D",
			"\uDE00\uD83D/x", "a/\uD83D/\uDE00", "a*", "**a", "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q", "a/**/b", "***" })
	void refusesWhatIsNeitherNameNorPattern(String name) {
		assertThat(TopicNames.isTopic(name)).isFalse();
		assertThat(TopicNames.isPattern(name)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "*", "**", "a/*", "*/a", "a/**", "*/*/**" })
	void acceptsWildcardsInPatternsOnly(String pattern) {
		assertThat(TopicNames.isPattern(pattern)).isTrue();
		assertThat(TopicNames.isTopic(pattern)).isFalse();
		assertThat(TopicNames.hasWildcard(pattern)).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "42, true", "a b, true", "a/b, false", "*, false", "'', false", "a*, false" })
	void knowsWhatMayBeASegment(String value, boolean segment) {
		assertThat(TopicNames.isSegment(value)).isEqualTo(segment);
	}

	@ParameterizedTest
	@CsvSource({ "a, a, true", "a, b, false", "a, a/b, false", "a/b, a, false", "*, a, true", "*, a/b, false",
			"a/*, a/b, true", "a/*, a, false", "a/*, a/b/c, false", "*/b, a/b, true", "**, a, true", "**, a/b/c, true",
			"a/**, a, true", "a/**, a/b/c, true", "a/**, b, false", "a/**, ab, false", "a/*/**, a, false",
			"a/*/**, a/b, true", "ab, a, false", "a, ab, false" })
	void matches(String pattern, String topic, boolean matches) {
		assertThat(TopicNames.matches(pattern, topic)).isEqualTo(matches);
	}

	@Test
	void matchesAsARegularExpressionDoes() {
		Random random = new Random(42);
		for (int i = 0; i < 20_000; i++) {
			String pattern = RandomNames.pattern(random);
			String topic = RandomNames.topic(random);
			assertThat(TopicNames.matches(pattern, topic)).as("%s matches %s", pattern, topic)
				.isEqualTo(asExpression(pattern).matcher(topic).matches());
		}
	}

	private static Pattern asExpression(String pattern) {
		if (pattern.equals("**")) {
			return Pattern.compile(".+");
		}
		String rest = pattern.endsWith("/**") ? "(/.+)?" : "";
		String front = pattern.endsWith("/**") ? pattern.substring(0, pattern.length() - 3) : pattern;
		return Pattern.compile(front.replace("*", "[^/]+") + rest);
	}

}
