/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.EnumMap;
import java.util.Map;

/**
 * What a round came to.
 *
 * @param figures those that this kind of round has
 */
record Round(Map<Figure, Double> figures) {

	static Round empty() {
		return new Round(Map.of());
	}

	/** Returns the same with one more figure. */
	Round with(Figure figure, double value) {
		Map<Figure, Double> more = new EnumMap<>(Figure.class);
		more.putAll(figures);
		more.put(figure, value);
		return new Round(more);
	}

	/** Returns a figure, or NaN if it was not taken. */
	double get(Figure figure) {
		return figures.getOrDefault(figure, Double.NaN);
	}

}
