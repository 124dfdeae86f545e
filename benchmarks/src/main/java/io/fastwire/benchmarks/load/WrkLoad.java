/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Load by the {@code wrk} program: a closed loop with one outstanding request on each
 * connection, or a few that are sent at once.
 */
final class WrkLoad implements Load {

	private static final Pattern FIGURES = Pattern.compile("figures (\\d+) ([\\d.]+) ([\\d.]+) ([\\d.]+)");

	private static final Pattern ERRORS = Pattern.compile("Socket errors|Non-2xx");

	private static final String SCRIPT = """
			wrk.headers["User-Agent"] = "%s"
			wrk.headers["Accept"] = "*/*"
			%s
			done = function(summary, latency, requests)
			  io.write(string.format("figures %%d %%.0f %%.0f %%.0f\\n", summary.requests,
			    latency:percentile(50), latency:percentile(99), latency:percentile(99.9)))
			end
			""";

	private static final String BODY = """
			wrk.method = "POST"
			wrk.headers["Content-Type"] = "application/json"
			wrk.body = [[%s]]
			""";

	private static final String PIPELINE = """
			init = function(args)
			  local requests = {}
			  for i = 1, %d do requests[i] = wrk.format() end
			  batch = table.concat(requests)
			end
			request = function() return batch end
			""";

	private final HttpCheck check;

	private final int connections;

	private final Cpus cpus;

	private final Path script;

	/**
	 * Makes a load.
	 * @param pipeline how many requests are sent at once
	 */
	WrkLoad(HttpCheck check, int connections, int pipeline, Cpus cpus) throws IOException {
		this.check = check;
		this.connections = connections;
		this.cpus = cpus;
		this.script = Files.createTempFile("fastwire", ".lua");
		String more = check.body().isEmpty() ? "" : BODY.formatted(check.body());
		if (pipeline > 1) {
			more += PIPELINE.formatted(pipeline);
		}
		Files.writeString(script, SCRIPT.formatted(HttpCheck.USER_AGENT, more));
		script.toFile().deleteOnExit();
	}

	@Override
	public void check(ServerProcess server) throws IOException {
		check.check(server);
	}

	@Override
	public Round run(ServerProcess server, int seconds) throws IOException {
		double allocated = server.allocated();
		Duration cpuBefore = server.cpuTime();
		long start = System.nanoTime();
		Process wrk = wrk(server.url(check.path()), seconds);
		Duration ownCpu = awaitEnd(wrk);
		double elapsed = (System.nanoTime() - start) / 1e9;
		double cpu = server.cpuTime().minus(cpuBefore).toNanos() / 1e3;
		String output = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		Matcher figures = FIGURES.matcher(output);
		if (!figures.find() || ERRORS.matcher(output).find()) {
			throw new IOException(server.contender().name() + " failed under load:\n" + output);
		}
		long requests = Long.parseLong(figures.group(1));
		return Round.empty()
			.with(Figure.CPU, cpu / requests)
			.with(Figure.ALLOCATED, (server.allocated() - allocated) / requests)
			.with(Figure.RATE, requests / elapsed)
			.with(Figure.BUSY, cpu / 1e4 / elapsed)
			.with(Figure.LOAD, ownCpu.toNanos() / 1e7 / elapsed)
			.with(Figure.P50, Double.parseDouble(figures.group(2)))
			.with(Figure.P99, Double.parseDouble(figures.group(3)))
			.with(Figure.P999, Double.parseDouble(figures.group(4)))
			.with(Figure.RESIDENT, server.resident() / 1e6);
	}

	/** Returns the CPU time of the process, as it was shortly before its end. */
	private static Duration awaitEnd(Process process) throws IOException {
		Duration cpu = Duration.ZERO;
		try {
			while (!process.waitFor(100, TimeUnit.MILLISECONDS)) {
				cpu = process.info().totalCpuDuration().orElse(cpu);
			}
			return cpu;
		}
		catch (InterruptedException ex) {
			process.destroy();
			Thread.currentThread().interrupt();
			throw new IOException(ex);
		}
	}

	/**
	 * A cold server with many threads may need seconds for an answer, and has not failed
	 * then.
	 */
	private Process wrk(String url, int seconds) throws IOException {
		List<String> command = List.of("wrk", "-t1", "-c" + connections, "-d" + seconds + "s", "--timeout", "20s", "-s",
				script.toString(), url);
		return new ProcessBuilder(cpus.forLoad(command)).redirectErrorStream(true).start();
	}

}
