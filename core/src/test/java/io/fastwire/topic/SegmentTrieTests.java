/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SegmentTrieTests {

	private final SegmentTrie<String> trie = new SegmentTrie<>();

	@Test
	void findsThePatternsOfATopicAsAPlainSearchDoes() {
		Random random = new Random(7);
		Set<String> patterns = new TreeSet<>();
		for (int i = 0; i < 5_000; i++) {
			change(random, patterns, RandomNames.pattern(random));
			String topic = RandomNames.topic(random);
			List<String> found = new ArrayList<>();
			trie.forEachPatternOf(topic, found::add);
			assertThat(found).as("patterns of %s among %s", topic, patterns)
				.containsExactlyInAnyOrderElementsOf(
						patterns.stream().filter((pattern) -> TopicNames.matches(pattern, topic)).toList());
		}
	}

	@Test
	void findsTheTopicsOfAPatternAsAPlainSearchDoes() {
		Random random = new Random(8);
		Set<String> topics = new TreeSet<>();
		for (int i = 0; i < 5_000; i++) {
			change(random, topics, RandomNames.topic(random));
			String pattern = RandomNames.pattern(random);
			List<String> found = new ArrayList<>();
			trie.forEachTopicOf(pattern, found::add);
			assertThat(found).as("topics of %s among %s", pattern, topics)
				.containsExactlyInAnyOrderElementsOf(
						topics.stream().filter((topic) -> TopicNames.matches(pattern, topic)).toList());
		}
	}

	@Test
	void isEmptyWhenAllIsRemoved() {
		Random random = new Random(9);
		Set<String> patterns = new TreeSet<>();
		for (int i = 0; i < 1_000; i++) {
			change(random, patterns, RandomNames.pattern(random));
		}
		patterns.forEach(trie::remove);
		assertThat(trie.isEmpty()).isTrue();
	}

	private void change(Random random, Set<String> keys, String key) {
		if (random.nextInt(3) > 0) {
			trie.put(key, key);
			keys.add(key);
		}
		else {
			trie.remove(key);
			keys.remove(key);
		}
	}

}
