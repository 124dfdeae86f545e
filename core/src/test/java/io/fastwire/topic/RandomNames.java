/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.Random;

/**
 * Names and patterns out of few segments, so that they often match.
 */
final class RandomNames {

	private static final String[] SEGMENTS = { "a", "b", "ab" };

	private RandomNames() {
	}

	static String topic(Random random) {
		return name(random, 1 + random.nextInt(4), 0);
	}

	static String pattern(Random random) {
		int kind = random.nextInt(4);
		if (kind == 0) {
			return "**";
		}
		String pattern = name(random, 1 + random.nextInt(3), 40);
		return (kind == 1) ? pattern + "/**" : pattern;
	}

	private static String name(Random random, int segments, int wildcardPercent) {
		StringBuilder name = new StringBuilder();
		for (int i = 0; i < segments; i++) {
			boolean wildcard = random.nextInt(100) < wildcardPercent;
			name.append((i > 0) ? "/" : "").append(wildcard ? "*" : SEGMENTS[random.nextInt(SEGMENTS.length)]);
		}
		return name.toString();
	}

}
