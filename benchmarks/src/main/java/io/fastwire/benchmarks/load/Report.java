/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Turns rounds into a table. Servers come in pairs: a contender and its second process.
 */
final class Report {

	/*
	 * A ratio is taken within a round, where both sides saw the same state of the
	 * machine; its median over the rounds is the figure. Noise is the largest distance
	 * from 1 of the same ratio between the two processes of one contender, over all
	 * contenders. A figure within the noise, or whose rounds do not agree on the side of
	 * 1, means nothing.
	 */

	private final Settings settings;

	private final String load;

	private final List<List<Load.Round>> rounds;

	Report(Settings settings, String load, List<List<Load.Round>> rounds) {
		this.settings = settings;
		this.load = load;
		this.rounds = rounds;
	}

	void print(PrintStream out) throws IOException {
		List<Contender> contenders = settings.contenders();
		double noise = noise();
		out.printf(Locale.ROOT, "%s. Java %s, %d connections, %d rounds of %d s, warm-up %d s, noise %.1f %%%n%n", load,
				System.getProperty("java.version"), settings.connections(), settings.rounds(), settings.roundSeconds(),
				settings.warmupSeconds(), noise * 100);
		out.println("| contender | requests/s | CPU µs/request | busy | CPU ratio to the first | range | verdict |");
		out.println("| --- | ---: | ---: | ---: | ---: | ---: | --- |");
		for (int i = 0; i < contenders.size(); i++) {
			double[] ratios = ratios(2 * i, 0);
			out.printf(Locale.ROOT, "| %s | %.0f | %.2f | %.0f %% | %.3f | %.3f–%.3f | %s |%n",
					contenders.get(i).name(), median(2 * i, Load.Round::perSecond),
					median(2 * i, Load.Round::cpuMicrosPerRequest), median(2 * i, Load.Round::busy) * 100,
					median(ratios), Arrays.stream(ratios).min().orElseThrow(),
					Arrays.stream(ratios).max().orElseThrow(), (i == 0) ? "base" : verdict(ratios, noise));
		}
		if (!settings.jsonFile().isEmpty()) {
			Files.writeString(Path.of(settings.jsonFile()), json(contenders, noise));
		}
	}

	private double noise() {
		double noise = 0;
		for (int i = 0; i < rounds.size(); i += 2) {
			for (double ratio : ratios(i + 1, i)) {
				noise = Math.max(noise, Math.abs(ratio - 1));
			}
		}
		return noise;
	}

	private static String verdict(double[] ratios, double noise) {
		double median = median(ratios);
		boolean agree = Arrays.stream(ratios).allMatch((ratio) -> ratio < 1 == median < 1);
		if (!agree || Math.abs(median - 1) < Math.max(noise, 0.02)) {
			return "no difference";
		}
		return (median < 1) ? "less CPU" : "more CPU";
	}

	private double[] ratios(int of, int to) {
		double[] ratios = new double[settings.rounds()];
		for (int i = 0; i < ratios.length; i++) {
			ratios[i] = rounds.get(of).get(i).cpuMicrosPerRequest() / rounds.get(to).get(i).cpuMicrosPerRequest();
		}
		return ratios;
	}

	private double median(int server, ToDoubleFunction<Load.Round> value) {
		return median(rounds.get(server).stream().mapToDouble(value).toArray());
	}

	private static double median(double[] values) {
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		int middle = sorted.length / 2;
		return (sorted.length % 2 == 1) ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
	}

	private String json(List<Contender> contenders, double noise) {
		List<String> servers = new ArrayList<>();
		for (int i = 0; i < rounds.size(); i++) {
			List<String> values = rounds.get(i)
				.stream()
				.map((round) -> String.format(Locale.ROOT,
						"{\"requests\": %d, \"seconds\": %.3f, \"cpuMicrosPerRequest\": %.3f}", round.requests(),
						round.seconds(), round.cpuMicrosPerRequest()))
				.toList();
			servers.add("    {\"contender\": \"" + contenders.get(i / 2).name() + "\", \"process\": " + (i % 2 + 1)
					+ ", \"rounds\": [\n      " + String.join(",\n      ", values) + "]}");
		}
		return String.format(Locale.ROOT,
				"{%n  \"load\": \"%s\", \"java\": \"%s\", \"connections\": %d, \"noise\": %.4f,%n  \"servers\": [%n%s%n  ]%n}%n",
				load, System.getProperty("java.version"), settings.connections(), noise, String.join(",\n", servers));
	}

}
