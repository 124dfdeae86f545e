/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.fastwire.benchmarks.load.Scenario.Tools;

/**
 * Proves in a minute or two that the comparison works: every contender answers every
 * scenario that it has, and is loaded for a second by each kind of load. Its figures mean
 * nothing.
 */
public final class Smoke {

	private static final int CONNECTIONS = 50;

	/** One of each kind is loaded; of the others the answers are compared. */
	private static final Set<String> LOADED = Set.of("http/hello-world", "http/json-post-1kb", "http/open-loop",
			"http/growth", "http/static-64kb", "http/tls", "http/h2-hello", "http/h2-tls", "ws/echo-text-utf8",
			"topics/publish-1000x100b", "sse/fanout-1000");

	private final Settings settings = Settings.parse("--rounds", "1", "--seconds", "1", "--warmup", "0", "--rate",
			"20");

	private final Tools tools;

	private Smoke(Tools tools) {
		this.tools = tools;
	}

	/**
	 * Runs all. Fails with the first thing that does not work.
	 * @param args the contenders, none for all
	 */
	public static void main(String[] args) throws IOException {
		Cpus cpus = Cpus.allowed();
		System.out.println(Machine.line(cpus));
		try (ServerHost host = ServerHost.create(cpus); LoadProcess clients = new LoadProcess(cpus)) {
			Smoke smoke = new Smoke(new Tools(cpus, host, clients));
			for (Contender contender : (args.length == 0) ? all() : Stream.of(args).map(Contender::named).toList()) {
				smoke.load(contender);
			}
			smoke.compare("idle/10k-connections");
			smoke.compare("startup");
			smoke.compare("http/hello-world");
		}
	}

	/** One transport is enough, and io_uring is not allowed everywhere. */
	private static List<Contender> all() {
		List<Contender> contenders = new ArrayList<>(Contenders.ALL.values()
			.stream()
			.filter(Contenders::runs)
			.filter((contender) -> !contender.name().endsWith("io_uring") && !contender.name().endsWith("nio"))
			.toList());
		contenders.add(Contender.named("fastwire-webflux-epoll-tls"));
		contenders.add(Contender.named("fastwire-webflux-epoll-openssl"));
		List.copyOf(contenders)
			.stream()
			.filter((contender) -> contender.wire() == Wire.CLEAR && contender.has(Feature.HTTP2))
			.map((contender) -> contender.over(Wire.H2C))
			.forEach(contenders::add);
		contenders.add(Contender.named("fastwire-webflux-epoll-h2"));
		return contenders;
	}

	private void load(Contender contender) throws IOException {
		try (ServerProcess server = ServerProcess.start(contender, tools.host(), false)) {
			for (Scenario scenario : Scenarios.ALL.values()) {
				if (contender.answers(scenario.feature())
						&& scenario.trial(CONNECTIONS, settings, tools) instanceof LoadTrial trial) {
					load(trial.load(), server, scenario.name());
				}
			}
		}
	}

	private void load(Load load, ServerProcess server, String scenario) throws IOException {
		load.check(server);
		String rate = "answers rightly";
		if (LOADED.contains(scenario)) {
			rate = Figure.RATE.format(load.run(server, settings.roundSeconds()).get(Figure.RATE)) + " op/s";
		}
		System.out.println(server.contender().name() + ", " + scenario + ": " + rate);
	}

	private void compare(String name) throws IOException {
		Scenario scenario = Scenarios.named(name);
		List<Contender> contenders = List.of(Contender.named("netty-epoll"), Contender.named("fastwire-native-epoll"));
		Trial trial = scenario.trial(CONNECTIONS, settings, tools);
		Result result = new Result(scenario.name(), trial.description(), trial.judged(),
				contenders.stream().map(Contender::name).toList(), trial.run(contenders, settings));
		System.out.println(result.table());
	}

}
