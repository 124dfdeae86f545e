/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.fastwire.benchmarks.load.Scenario.Tools;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares servers under the same load in one run and prints tables. From the top folder:
 * <pre>
 * mvn -q -B -DskipTests package
 * java -cp "benchmarks/target/classes:benchmarks/target/lib/*" io.fastwire.benchmarks.load.Comparison \
 *     --scenarios http/hello-world,ws/echo-20b --rounds 5 --seconds 3 --warmup 20
 * </pre> All options are in {@code docs/performance.md}. The first contender is the base
 * that all others are divided by. HTTP needs the program {@code wrk}.
 */
public final class Comparison {

	private final Settings settings;

	private final Tools tools;

	private final List<Map<String, Path>> builds;

	private final List<Result> results = new ArrayList<>();

	private boolean failed;

	private Comparison(Settings settings, Tools tools, List<Map<String, Path>> builds) {
		this.settings = settings;
		this.tools = tools;
		this.builds = builds;
	}

	/**
	 * Runs all scenarios. Exits with 1 if any of them failed.
	 * @param args see the class description
	 */
	public static void main(String[] args) throws IOException {
		Settings settings = Settings.parse(args);
		List<Map<String, Path>> builds = new ArrayList<>();
		for (String revision : settings.revisions()) {
			builds.add(Revision.build(revision, Files.createTempDirectory("fastwire-" + builds.size())));
		}
		Cpus cpus = Cpus.allowed();
		boolean failed;
		try (ServerHost host = ServerHost.create(cpus); LoadProcess clients = new LoadProcess(cpus)) {
			Comparison comparison = new Comparison(settings, new Tools(cpus, host, clients), builds);
			comparison.run();
			failed = comparison.failed;
		}
		System.exit(failed ? 1 : 0);
	}

	private void run() throws IOException {
		System.out.printf("%s; %d rounds of %d s after %d to %d s of warm-up%n%n", Machine.line(tools.cpus()),
				settings.rounds(), settings.roundSeconds(), settings.warmupSeconds(), settings.warmupLimitSeconds());
		for (Scenario scenario : settings.scenarios()) {
			List<Integer> connections = new ArrayList<>();
			int before = results.size();
			for (int number : settings.connections(scenario)) {
				if (run(scenario, number)) {
					connections.add(number);
				}
			}
			if (connections.size() > 1) {
				Growth growth = new Growth(connections, results.subList(before, results.size()));
				System.out.println(growth.table());
				plot(scenario, growth);
			}
		}
	}

	/** Draws what has grown, each scenario in a file of its own. */
	private void plot(Scenario scenario, Growth growth) throws IOException {
		if (!settings.plotFile().isEmpty()) {
			String suffix = (settings.scenarios().size() > 1) ? "-" + scenario.name().replace('/', '-') : "";
			Files.writeString(Path.of(settings.plotFile().replaceFirst("(\\.svg)?$", suffix + ".svg")), growth.plot());
		}
	}

	/** A scenario that fails does not take the others with it. */
	private boolean run(Scenario scenario, int connections) throws IOException {
		try {
			Trial trial = scenario.trial(connections, settings, tools);
			List<Contender> contenders = contenders(scenario);
			Result result = new Result(scenario.name(), trial.description(), trial.judged(),
					contenders.stream().map(Contender::name).toList(), trial.run(contenders, settings));
			results.add(result);
			System.out.println(result.table());
			write();
			return true;
		}
		catch (IOException ex) {
			failed = true;
			System.out.println("### " + scenario.name() + "\n\nfailed: " + ex.getMessage() + "\n");
			return false;
		}
	}

	/** Each contender as it is, or built from each of the revisions. */
	private List<Contender> contenders(Scenario scenario) {
		List<Contender> contenders = settings.contenders(scenario);
		if (builds.isEmpty()) {
			return contenders;
		}
		List<Contender> built = new ArrayList<>();
		for (Contender contender : contenders) {
			for (int i = 0; i < builds.size(); i++) {
				built.add(contender.built(settings.revisions().get(i), builds.get(i)));
			}
		}
		return built;
	}

	private void write() throws IOException {
		if (settings.jsonFile().isEmpty()) {
			return;
		}
		Map<String, Object> all = new LinkedHashMap<>();
		all.put("machine", Machine.line(tools.cpus()));
		all.put("settings", settings.values());
		all.put("results", results.stream().map(Result::raw).toList());
		JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
		Files.write(Path.of(settings.jsonFile()), json.writeValueAsBytes(all));
	}

}
