/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Load by the {@code wrk} program: a closed loop with one outstanding request on each
 * connection, and three header fields in each.
 */
final class WrkLoad implements Load {

	private static final Pattern REQUESTS = Pattern.compile("(\\d+) requests in");

	private static final Pattern ERRORS = Pattern.compile("Socket errors|Non-2xx");

	private final int connections;

	private final int cpu;

	private final String path;

	WrkLoad(Settings settings) {
		this.connections = settings.connections();
		this.cpu = settings.loadCpu();
		this.path = settings.path();
	}

	@Override
	public void check(ServerProcess server) throws IOException, InterruptedException {
		String answer = server.get(path);
		if (!answer.equals("200 Hello World!")) {
			throw new IOException(server.contender().name() + " answers '" + answer + "'");
		}
	}

	@Override
	public Round run(ServerProcess server, int seconds) throws IOException {
		Duration cpuBefore = server.cpuTime();
		long start = System.nanoTime();
		String output = wrk(server.url(path), seconds);
		double elapsed = (System.nanoTime() - start) / 1e9;
		double cpuMicros = server.cpuTime().minus(cpuBefore).toNanos() / 1e3;
		Matcher requests = REQUESTS.matcher(output);
		if (!requests.find() || ERRORS.matcher(output).find()) {
			throw new IOException(server.contender().name() + " failed under load:\n" + output);
		}
		return Round.of(Long.parseLong(requests.group(1)), elapsed, cpuMicros);
	}

	@Override
	public String toString() {
		return "GET " + path;
	}

	private String wrk(String url, int seconds) throws IOException {
		List<String> command = List.of("taskset", "-c", Integer.toString(cpu), "wrk", "-t1", "-c" + connections,
				"-d" + seconds + "s", "-H", "User-Agent: curl/7.68.0", "-H", "Accept: */*", url);
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
	}

}
