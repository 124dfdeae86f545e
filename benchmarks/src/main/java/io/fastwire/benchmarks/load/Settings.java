/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What to compare, and how long.
 *
 * @param values by the name of the option
 */
record Settings(Map<String, String> values) {

	private static final Map<String, String> DEFAULTS = Map.ofEntries(Map.entry("scenarios", "http/hello-world"),
			Map.entry("contenders", ""), Map.entry("external", ""), Map.entry("connections", ""),
			Map.entry("rounds", "5"), Map.entry("seconds", "3"), Map.entry("warmup", "20"),
			Map.entry("warmup-limit", "60"), Map.entry("rate", ""), Map.entry("pipeline", ""), Map.entry("base", ""),
			Map.entry("head", ""), Map.entry("json", ""), Map.entry("plot", ""));

	static Settings parse(String... args) {
		Map<String, String> values = new HashMap<>(DEFAULTS);
		for (int i = 0; i < args.length; i += 2) {
			String key = args[i].startsWith("--") ? args[i].substring(2) : args[i];
			if (!DEFAULTS.containsKey(key) || i + 1 == args.length) {
				throw new IllegalArgumentException("Usage: --key value ..., with the keys " + DEFAULTS.keySet());
			}
			String value = args[i + 1];
			values.merge(key, value,
					(old, more) -> key.equals("external") && !old.isEmpty() ? old + '\n' + more : more);
		}
		return new Settings(Map.copyOf(values));
	}

	List<Scenario> scenarios() {
		return list("scenarios").map(Scenarios::named).toList();
	}

	/**
	 * Returns what a scenario is run with: the given contenders or its own, and external
	 * ones.
	 */
	List<Contender> contenders(Scenario scenario) {
		Stream<String> names = text("contenders").isEmpty() ? scenario.contenders().stream() : list("contenders");
		Stream<Contender> external = Arrays.stream(text("external").split("\n", -1))
			.filter((line) -> !line.isEmpty())
			.map(Contender::external);
		return Stream.concat(names.map(scenario::contender).filter(Contenders::runs), external).toList();
	}

	/** Returns how many connections a scenario is run with, one after the other. */
	List<Integer> connections(Scenario scenario) {
		return text("connections").isEmpty() ? List.of(scenario.connections())
				: list("connections").map(Integer::valueOf).toList();
	}

	int rounds() {
		return number("rounds");
	}

	int roundSeconds() {
		return number("seconds");
	}

	/** The least time of warm-up for each server; none if 0. */
	int warmupSeconds() {
		return number("warmup");
	}

	/** When to go on although the rate has not become flat. */
	int warmupLimitSeconds() {
		return Math.max(number("warmup-limit"), warmupSeconds());
	}

	/** Requests or messages a second where the load has a rate. */
	int rate(int otherwise) {
		return text("rate").isEmpty() ? otherwise : number("rate");
	}

	/** Requests that are outstanding on one connection. */
	int pipeline(int otherwise) {
		return text("pipeline").isEmpty() ? otherwise : number("pipeline");
	}

	/** Two revisions of ours to compare, empty for what is built. */
	List<String> revisions() {
		return Stream.of(text("base"), text("head")).filter((revision) -> !revision.isEmpty()).toList();
	}

	/** The file for raw results, empty for none. */
	String jsonFile() {
		return text("json");
	}

	/** The file for pictures of growth, empty for none. */
	String plotFile() {
		return text("plot");
	}

	private Stream<String> list(String key) {
		return Stream.of(text(key).split(",", -1));
	}

	private int number(String key) {
		return Integer.parseInt(text(key));
	}

	private String text(String key) {
		return values.getOrDefault(key, "");
	}

}
