/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.List;

import io.fastwire.topic.TopicNames;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares with what the patterns match of all short names. Three letters, of which
 * patterns use two, stand for all there are.
 */
class PatternRelationTests {

	private static final List<String> TOPICS = List.of("a", "b", "c", "a/a", "a/b", "a/c", "b/a", "b/b", "b/c", "c/a",
			"c/b", "c/c", "a/a/a", "a/b/c", "b/a/c", "c/c/c", "a/c/c", "b/c/c", "c/a/c", "c/b/c", "a/a/c", "b/b/c",
			"a/a/a/c", "c/c/c/c", "a/c/c/c", "b/c/c/c", "c/a/c/c", "c/b/c/c");

	private static final List<String> PATTERNS = List.of("a", "b", "*", "**", "a/b", "a/*", "*/b", "*/*", "a/**",
			"*/**", "b/**", "a/b/**", "*/a/**", "*/*/**", "a/*/**");

	@Test
	void agreesWithWhatPatternsMatch() {
		for (String one : PATTERNS) {
			for (String other : PATTERNS) {
				assertThat(PatternRelation.within(one, other)).as(one + " within " + other)
					.isEqualTo(TOPICS.stream()
						.filter((topic) -> TopicNames.matches(one, topic))
						.allMatch((topic) -> TopicNames.matches(other, topic)));
				assertThat(PatternRelation.overlap(one, other)).as(one + " overlaps " + other)
					.isEqualTo(TOPICS.stream()
						.anyMatch((topic) -> TopicNames.matches(one, topic) && TopicNames.matches(other, topic)));
			}
		}
	}

}
