/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.util.List;

/** How long servers take from nothing to their first answer. */
final class StartupTrial implements Trial {

	private final ServerHost host;

	StartupTrial(ServerHost host) {
		this.host = host;
	}

	@Override
	public Figure judged() {
		return Figure.START;
	}

	@Override
	public String description() {
		return "from the start of the process to the first answer, asked every 5 ms";
	}

	@Override
	public List<List<Round>> run(List<Contender> contenders, Settings settings) throws IOException {
		for (Contender contender : contenders) {
			if (!Trial.twice(contender)) {
				throw new IllegalArgumentException(contender.name() + " runs already");
			}
		}
		return Trial.inTurn(contenders, settings.rounds(), this::start);
	}

	private Round start(Contender contender, boolean copied) throws IOException {
		long start = System.nanoTime();
		try (ServerProcess server = ServerProcess.start(contender, host, copied)) {
			return Round.empty()
				.with(Figure.START, (System.nanoTime() - start) / 1e6)
				.with(Figure.START_CPU, server.cpuTime().toNanos() / 1e6)
				.with(Figure.RESIDENT, server.resident() / 1e6);
		}
	}

}
