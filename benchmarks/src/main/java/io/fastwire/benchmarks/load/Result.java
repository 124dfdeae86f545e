/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a trial came to.
 *
 * @param title of the scenario
 * @param description of the trial
 * @param judged the figure that decides
 * @param contenders the names of who took part
 * @param rounds of each contender and of its second process, in turns
 */
record Result(String title, String description, Figure judged, List<String> contenders, List<List<Round>> rounds) {

	/*
	 * A ratio is taken within a round, where both sides saw the same state of the
	 * machine; its median over the rounds is the figure. Noise is the largest distance
	 * from 1 of the same ratio between two processes of the same contender, over the base
	 * and the row. A figure within the noise, or whose rounds do not agree on the side of
	 * 1, means nothing.
	 */

	/** Less than this is never called a difference. */
	private static final double LEAST = 0.02;

	/** Returns it as a table in Markdown. */
	String table() {
		List<Figure> figures = List.copyOf(rounds.get(0).get(0).figures().keySet());
		StringBuilder table = new StringBuilder("### ").append(title).append("\n\n").append(description).append("\n\n");
		table.append("| contender | ");
		figures.forEach((figure) -> table.append(figure.title()).append(" | "));
		table.append(judged.title()).append(" to the first: median (range) | noise | verdict |\n| --- | ");
		table.append("---: | ".repeat(figures.size())).append("---: | ---: | --- |\n");
		for (int i = 0; i < contenders.size(); i++) {
			int index = 2 * i;
			table.append("| ").append(contenders.get(i)).append(" | ");
			if (rounds.get(index).isEmpty()) {
				table.append(" | ".repeat(figures.size() + 2)).append("failed |\n");
				continue;
			}
			for (Figure figure : figures) {
				double value = median(rounds.get(index).stream().mapToDouble((round) -> round.get(figure)).toArray());
				table.append(Double.isNaN(value) ? "" : figure.format(value)).append(" | ");
			}
			double[] ratios = ratios(index, 0);
			table.append(String.format(Locale.ROOT, "%.3f (%.3f–%.3f) | %.1f %% | %s |%n", median(ratios),
					Arrays.stream(ratios).min().orElseThrow(), Arrays.stream(ratios).max().orElseThrow(),
					100 * noise(index), (i == 0) ? "base" : verdict(ratios, noise(index))));
		}
		return table.toString();
	}

	/** Returns the median of the judged figure of a contender, NaN if it has failed. */
	double median(int contender) {
		return median(rounds.get(2 * contender).stream().mapToDouble((round) -> round.get(judged)).toArray());
	}

	/** Returns all of it in maps and lists. */
	Map<String, Object> raw() {
		List<Map<String, Object>> servers = new ArrayList<>();
		for (int i = 0; i < rounds.size(); i++) {
			Map<String, Object> server = new LinkedHashMap<>();
			server.put("contender", contenders.get(i / 2));
			server.put("process", i % 2 + 1);
			server.put("rounds", rounds.get(i).stream().map(Result::raw).toList());
			servers.add(server);
		}
		Map<String, Object> raw = new LinkedHashMap<>();
		raw.put("scenario", title);
		raw.put("description", description);
		raw.put("servers", servers);
		return raw;
	}

	private static Map<String, Double> raw(Round round) {
		return round.figures()
			.entrySet()
			.stream()
			.filter((figure) -> !figure.getValue().isNaN())
			.collect(Collectors.toMap((figure) -> figure.getKey().title(), Map.Entry::getValue, (one, other) -> one,
					LinkedHashMap::new));
	}

	private double noise(int index) {
		return Math.max(noiseOfPair(0), noiseOfPair(index));
	}

	private double noiseOfPair(int index) {
		return Arrays.stream(ratios(index + 1, index)).map((ratio) -> Math.abs(ratio - 1)).max().orElse(0);
	}

	private static String verdict(double[] ratios, double noise) {
		double median = median(ratios);
		boolean agree = Arrays.stream(ratios).allMatch((ratio) -> ratio < 1 == median < 1);
		if (!agree || Math.abs(median - 1) < Math.max(noise, LEAST)) {
			return "no difference";
		}
		return (median < 1) ? "less" : "more";
	}

	private double[] ratios(int of, int to) {
		double[] ratios = new double[Math.min(rounds.get(of).size(), rounds.get(to).size())];
		for (int i = 0; i < ratios.length; i++) {
			ratios[i] = rounds.get(of).get(i).get(judged) / rounds.get(to).get(i).get(judged);
		}
		return ratios;
	}

	private static double median(double[] values) {
		if (values.length == 0) {
			return Double.NaN;
		}
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		int middle = sorted.length / 2;
		return (sorted.length % 2 == 1) ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
	}

}
