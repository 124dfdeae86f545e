/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Servers that run all the time and are loaded in turns. */
final class LoadTrial implements Trial {

	/** Two parts of the warm-up that differ by no more are called the same. */
	private static final double FLAT = 0.02;

	private static final int PART_SECONDS = 5;

	private final Figure judged;

	private final String description;

	private final Load load;

	private final ServerHost host;

	LoadTrial(Figure judged, String description, Load load, ServerHost host) {
		this.judged = judged;
		this.description = description;
		this.load = load;
		this.host = host;
	}

	@Override
	public Figure judged() {
		return judged;
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
		List<List<ServerProcess>> servers = Trial.lists(contenders.size());
		try {
			for (int index = 0; index < contenders.size(); index++) {
				start(contenders, index, servers.get(index));
			}
			for (int index = 0; index < 2 * contenders.size(); index++) {
				attempt(contenders, servers, index, (server) -> {
					load.check(server);
					warmUp(server, settings);
				});
			}
			return rounds(contenders, servers, settings);
		}
		finally {
			servers.forEach(LoadTrial::end);
		}
	}

	/** Starts both processes of a contender. */
	private void start(List<Contender> contenders, int index, List<ServerProcess> started) throws IOException {
		Contender contender = contenders.get(index);
		boolean succeeded = Trial.attempt(contenders, index, () -> {
			started.add(ServerProcess.start(contender, host, false));
			if (Trial.twice(contender)) {
				started.add(ServerProcess.start(contender, host, true));
			}
		});
		if (!succeeded) {
			end(started);
		}
	}

	private List<List<Round>> rounds(List<Contender> contenders, List<List<ServerProcess>> servers, Settings settings)
			throws IOException {
		List<List<Round>> rounds = Trial.lists(2 * contenders.size());
		for (List<Integer> order : Trial.orders(rounds.size(), settings.rounds())) {
			for (int index : order) {
				attempt(contenders, servers, index,
						(server) -> rounds.get(index).add(load.run(server, settings.roundSeconds())));
			}
		}
		for (int index = 0; index < rounds.size(); index++) {
			if (servers.get(index / 2).isEmpty()) {
				rounds.get(index).clear();
			}
		}
		return rounds;
	}

	/** Does something with a process, if it runs and its contender has not failed. */
	private static void attempt(List<Contender> contenders, List<List<ServerProcess>> servers, int index, Step step)
			throws IOException {
		List<ServerProcess> own = servers.get(index / 2);
		if (index % 2 >= own.size()) {
			return;
		}
		if (!Trial.attempt(contenders, index / 2, () -> step.take(own.get(index % 2)))) {
			end(own);
		}
	}

	private static void end(List<ServerProcess> servers) {
		servers.forEach(ServerProcess::close);
		servers.clear();
	}

	/** Loads a server until its cost is flat, or says that it is not. */
	private void warmUp(ServerProcess server, Settings settings) throws IOException {
		double change = Double.POSITIVE_INFINITY;
		double before = Double.NaN;
		int seconds = 0;
		int least = settings.warmupSeconds();
		while (seconds < least || least > 0 && change > FLAT && seconds < settings.warmupLimitSeconds()) {
			int part = Math.min(PART_SECONDS, Math.max(1, least / 2));
			double cost = load.warmUp(server, part).get(Figure.CPU);
			change = Double.isNaN(before) ? change : Math.abs(cost / before - 1);
			before = cost;
			seconds += part;
		}
		if (seconds > 0 && change > FLAT) {
			System.out.printf(Locale.ROOT, "%s: the last two parts of its %d s of warm-up differ by %.1f %%%n%n",
					server.contender().name(), seconds, 100 * change);
		}
	}

	/** What is done with a server. */
	@FunctionalInterface
	private interface Step {

		void take(ServerProcess server) throws IOException;

	}

}
