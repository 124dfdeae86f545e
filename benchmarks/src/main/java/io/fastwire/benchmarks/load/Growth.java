/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.List;

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
				table.append(' ').append(result.judged().format(result.median(i))).append(" |");
			}
			table.append('\n');
		}
		return table.toString();
	}

}
