/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** Servers that run all the time and are loaded in turns. */
final class LoadTrial implements Trial {

	/** Two parts of the warm-up that differ by no more are called the same. */
	private static final double FLAT = 0.02;

	private static final int PART_SECONDS = 5;

	private final String description;

	private final Load load;

	private final ServerHost host;

	LoadTrial(String description, Load load, ServerHost host) {
		this.description = description;
		this.load = load;
		this.host = host;
	}

	@Override
	public Figure judged() {
		return Figure.CPU;
	}

	@Override
	public String description() {
		return description;
	}

	Load load() {
		return load;
	}

	@Override
	public List<List<Round>> run(List<Contender> contenders, Settings settings) throws IOException {
		List<@Nullable ServerProcess> servers = new ArrayList<>();
		try {
			for (Contender contender : contenders) {
				servers.add(ServerProcess.start(contender, host, false));
				servers.add(Trial.twice(contender) ? ServerProcess.start(contender, host, true) : null);
			}
			for (int index = 0; index < servers.size(); index++) {
				attempt(servers, index, (server) -> {
					load.check(server);
					warmUp(server, settings);
				});
			}
			return rounds(servers, settings);
		}
		finally {
			servers.stream().filter(Objects::nonNull).forEach(ServerProcess::close);
		}
	}

	private List<List<Round>> rounds(List<@Nullable ServerProcess> servers, Settings settings) throws IOException {
		List<List<Round>> rounds = Trial.lists(servers.size());
		for (List<Integer> order : Trial.orders(servers.size(), settings.rounds())) {
			for (int index : order) {
				attempt(servers, index, (server) -> rounds.get(index).add(load.run(server, settings.roundSeconds())));
			}
		}
		for (int index = 0; index < servers.size(); index += 2) {
			if (servers.get(index) == null) {
				rounds.get(index).clear();
				rounds.get(index + 1).clear();
			}
		}
		return rounds;
	}

	/** A contender that fails takes no further part; a base that fails ends it all. */
	private static void attempt(List<@Nullable ServerProcess> servers, int index, Step step) throws IOException {
		ServerProcess server = servers.get(index);
		if (server == null) {
			return;
		}
		try {
			step.take(server);
		}
		catch (IOException ex) {
			int first = index - index % 2;
			if (first == 0) {
				throw ex;
			}
			System.out.println(server.contender().name() + " takes no further part: " + ex.getMessage());
			for (int i = first; i <= first + 1; i++) {
				ServerProcess dropped = servers.set(i, null);
				if (dropped != null) {
					dropped.close();
				}
			}
		}
	}

	/** Loads a server until its cost is flat. */
	private void warmUp(ServerProcess server, Settings settings) throws IOException {
		double before = Double.NaN;
		int seconds = 0;
		boolean flat = false;
		int least = settings.warmupSeconds();
		while (seconds < least || least > 0 && !flat && seconds < settings.warmupLimitSeconds()) {
			int part = Math.min(PART_SECONDS, Math.max(1, least / 2));
			double cost = load.warmUp(server, part).get(Figure.CPU);
			flat = Math.abs(cost / before - 1) <= FLAT;
			before = cost;
			seconds += part;
		}
	}

	/** What is done with a server. */
	@FunctionalInterface
	private interface Step {

		void take(ServerProcess server) throws IOException;

	}

}
