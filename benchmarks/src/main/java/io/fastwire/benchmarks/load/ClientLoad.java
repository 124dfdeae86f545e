/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.benchmarks.clients.Command;

/** Load by {@link LoadProcess}. */
final class ClientLoad implements Load {

	private final LoadProcess clients;

	private final Command command;

	private final List<Command> warmUp;

	private final Feature feature;

	/**
	 * Makes a load that warms up as it measures.
	 * @param command what to do, without what depends on the server
	 * @param feature of the server that is loaded
	 */
	ClientLoad(LoadProcess clients, Command command, Feature feature) {
		this(clients, command, List.of(command), feature);
	}

	/**
	 * Makes a load.
	 * @param command what to do, without what depends on the server
	 * @param warmUp the same for each part of the time of warm-up
	 * @param feature of the server that is loaded
	 */
	ClientLoad(LoadProcess clients, Command command, List<Command> warmUp, Feature feature) {
		this.clients = clients;
		this.command = command;
		this.warmUp = warmUp;
		this.feature = feature;
	}

	/** The clients compare what they get before they count. */
	@Override
	public void check(ServerProcess server) throws IOException {
		if (feature == Feature.HTTP) {
			HttpCheck.HELLO.check(server);
		}
		clients.ask(at(server, command).with("seconds", 0));
	}

	/** Each part has at least a second. */
	@Override
	public Round warmUp(ServerProcess server, int seconds) throws IOException {
		Round last = Round.empty();
		for (Command part : warmUp) {
			last = run(part, server, Math.max(1, seconds / warmUp.size()));
		}
		return last;
	}

	@Override
	public Round run(ServerProcess server, int seconds) throws IOException {
		return run(command, server, seconds);
	}

	private Round run(Command load, ServerProcess server, int seconds) throws IOException {
		List<Double> allocated = new ArrayList<>();
		Command outcome = clients.ask(at(server, load).with("seconds", seconds),
				() -> allocated.add(server.allocated()));
		double operations = outcome.decimal("operations");
		double elapsed = outcome.decimal("seconds");
		double cpu = outcome.decimal("cpu");
		return Round.empty()
			.with(Figure.CPU, cpu / operations)
			.with(Figure.ALLOCATED, (allocated.get(1) - allocated.get(0)) / operations)
			.with(Figure.RATE, operations / elapsed)
			.with(Figure.BUSY, cpu / 1e4 / elapsed)
			.with(Figure.LOAD, 100 * outcome.decimal("load"))
			.with(Figure.P50, outcome.decimal("p50"))
			.with(Figure.P99, outcome.decimal("p99"))
			.with(Figure.P999, outcome.decimal("p999"))
			.with(Figure.RESIDENT, server.resident() / 1e6);
	}

	private Command at(ServerProcess server, Command load) {
		Feed feed = server.contender().feed();
		Command at = load.with("port", server.port()).with("pid", server.pid());
		if (feature != Feature.FEED && feature != Feature.EVENTS) {
			return at;
		}
		return at.with("path", feed.path(feature))
			.with("publish", feed.publish())
			.with("protocol", feed.protocol(feature).word());
	}

}
