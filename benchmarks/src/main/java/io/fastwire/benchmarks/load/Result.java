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
import java.util.stream.IntStream;

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
	 * machine, between the means of their two processes; its median over the rounds is
	 * the figure. Noise is how far the two processes of the same contender part in any
	 * round, of the base or of the row, whichever is more. A figure within the noise, or
	 * whose rounds do not agree on the side of 1, means nothing.
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
			table.append("| ").append(contenders.get(i)).append(" | ");
			if (rounds.get(2 * i).isEmpty()) {
				table.append(" | ".repeat(figures.size() + 2)).append("failed |\n");
				continue;
			}
			for (Figure figure : figures) {
				double value = median(means(i, figure));
				table.append(Double.isNaN(value) ? "" : figure.format(value)).append(" | ");
			}
			double[] ratios = ratios(means(i, judged), means(0, judged));
			double noise = Math.max(noise(0), noise(i));
			table.append(String.format(Locale.ROOT, "%.3f (%.3f–%.3f) | %.1f %% | %s |%n", median(ratios),
					Arrays.stream(ratios).min().orElseThrow(), Arrays.stream(ratios).max().orElseThrow(), 100 * noise,
					(i == 0) ? "base" : verdict(ratios, noise)));
		}
		return table.toString();
	}

	/** Returns the median of the judged figure of a contender, NaN if it has failed. */
	double median(int contender) {
		return median(means(contender, judged));
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

	/** Half as much is as far from the same as twice as much. */
	private double noise(int contender) {
		double[] ratios = ratios(values(2 * contender + 1, judged), values(2 * contender, judged));
		return Arrays.stream(ratios).map((ratio) -> Math.max(ratio, 1 / ratio) - 1).max().orElse(0);
	}

	private static String verdict(double[] ratios, double noise) {
		double median = median(ratios);
		boolean agree = Arrays.stream(ratios).allMatch((ratio) -> ratio < 1 == median < 1);
		if (!agree || Math.abs(median - 1) < Math.max(noise, LEAST)) {
			return "no difference";
		}
		return (median < 1) ? "less" : "more";
	}

	/** Returns the mean of both processes of a contender in each round. */
	private double[] means(int contender, Figure figure) {
		double[] first = values(2 * contender, figure);
		double[] second = values(2 * contender + 1, figure);
		return (second.length == 0) ? first
				: IntStream.range(0, first.length).mapToDouble((i) -> (first[i] + second[i]) / 2).toArray();
	}

	private double[] values(int process, Figure figure) {
		return rounds.get(process).stream().mapToDouble((round) -> round.get(figure)).toArray();
	}

	private static double[] ratios(double[] of, double[] to) {
		return IntStream.range(0, Math.min(of.length, to.length)).mapToDouble((i) -> of[i] / to[i]).toArray();
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
