/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Compares servers under the same load in one run. From the top folder: <pre>
 * mvn -q -B -DskipTests package
 * java -cp "benchmarks/target/classes:benchmarks/target/lib/*" io.fastwire.benchmarks.load.Comparison \
 *     --contenders reactor-netty-webflux-epoll,fastwire-webflux-io_uring --rounds 6 --seconds 5 --warmup 30
 * </pre> The first contender is the base that all others are divided by. Needs
 * {@code wrk} and {@code taskset}; server on CPU 0, load on CPU 1. With {@code --message}
 * and a number of bytes it compares WebSocket echoes instead.
 */
public final class Comparison {

	private static final int FIRST_PORT = 18080;

	private final Settings settings;

	private final Load load;

	private Comparison(Settings settings, Load load) {
		this.settings = settings;
		this.load = load;
	}

	/**
	 * Runs the comparison and prints a markdown table.
	 * @param args see the class description
	 * @throws Exception if a server does not start, fails a request or answers wrongly
	 */
	public static void main(String[] args) throws Exception {
		Settings settings = Settings.parse(args);
		Path copies = Files.createTempDirectory("fastwire-comparison");
		String classPath = System.getProperty("java.class.path");
		String copied = ServerProcess.copyClassPath(classPath, copies);
		List<ServerProcess> servers = new ArrayList<>();
		try (Load load = settings.load()) {
			for (Contender contender : settings.contenders()) {
				servers
					.add(ServerProcess.start(contender, classPath, FIRST_PORT + servers.size(), settings.serverCpu()));
				servers.add(ServerProcess.start(contender, copied, FIRST_PORT + servers.size(), settings.serverCpu()));
			}
			List<List<Load.Round>> rounds = new Comparison(settings, load).run(servers);
			new Report(settings, load.toString(), rounds).print(System.out);
		}
		finally {
			servers.forEach(ServerProcess::close);
			deleteTree(copies);
		}
	}

	/** Returns the rounds of each server, warm-up not included. */
	private List<List<Load.Round>> run(List<ServerProcess> servers) throws IOException, InterruptedException {
		for (ServerProcess server : servers) {
			load.check(server);
		}
		for (ServerProcess server : servers) {
			load.run(server, settings.warmupSeconds());
		}
		List<List<Load.Round>> rounds = new ArrayList<>();
		List<Integer> order = new ArrayList<>();
		for (int i = 0; i < servers.size(); i++) {
			rounds.add(new ArrayList<>());
			order.add(i);
		}
		for (int round = 0; round < settings.rounds(); round++) {
			for (int index : order) {
				rounds.get(index).add(load.run(servers.get(index), settings.roundSeconds()));
			}
			Collections.rotate(order, 1);
			Collections.reverse(order);
		}
		return rounds;
	}

	private static void deleteTree(Path root) throws IOException {
		try (var paths = Files.walk(root)) {
			for (Path path : paths.sorted(Collections.reverseOrder()).toList()) {
				Files.delete(path);
			}
		}
	}

}
