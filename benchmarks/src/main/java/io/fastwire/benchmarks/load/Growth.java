/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How a figure grows with the number of connections.
 *
 * @param connections how many
 * @param results of the same contenders, one for each number
 */
record Growth(List<Integer> connections, List<Result> results) {

	/** Returns it as a table in Markdown. */
	String table() {
		Result first = results.get(0);
		StringBuilder table = new StringBuilder("| ").append(first.judged().title()).append(" at connections |");
		connections.forEach((number) -> table.append(' ').append(number).append(" |"));
		table.append("\n| --- |").append(" ---: |".repeat(connections.size())).append('\n');
		for (int i = 0; i < first.contenders().size(); i++) {
			table.append("| ").append(first.contenders().get(i)).append(" |");
			for (Result result : results) {
				double median = result.median(i);
				String figure = Double.isNaN(median) ? "failed" : result.judged().format(median);
				table.append(' ').append(figure).append(" |");
			}
			table.append('\n');
		}
		return table.toString();
	}

	/** Returns it as a picture in SVG. */
	String plot() {
		Result first = results.get(0);
		List<Plot.Line> lines = IntStream.range(0, first.contenders().size())
			.mapToObj((i) -> new Plot.Line(first.contenders().get(i), points(i)))
			.filter((line) -> !line.points().isEmpty())
			.toList();
		return new Plot(first.title(), "connections", first.judged().title(), lines).svg();
	}

	/** Where a contender has failed, its line has no point. */
	private Map<Integer, Double> points(int contender) {
		return IntStream.range(0, results.size())
			.filter((i) -> !Double.isNaN(results.get(i).median(contender)))
			.boxed()
			.collect(Collectors.toMap(connections::get, (i) -> results.get(i).median(contender)));
	}

}
