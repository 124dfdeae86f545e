/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Load by a process of {@link WebSocketClients}, which lives as long as the comparison,
 * so that it is compiled when it counts.
 */
final class WebSocketLoad implements Load {

	private final Process process;

	private final BufferedReader answers;

	private final int messageBytes;

	private Duration ownCpu = Duration.ZERO;

	private double ownSeconds;

	/**
	 * Starts the process.
	 * @param messageBytes length of each message
	 */
	WebSocketLoad(Settings settings, int messageBytes) throws IOException {
		this.messageBytes = messageBytes;
		this.process = new ProcessBuilder("taskset", "-c", Integer.toString(settings.loadCpu()),
				Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xms256m", "-Xmx256m",
				"-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), WebSocketClients.class.getName(),
				Integer.toString(settings.connections()), Integer.toString(messageBytes))
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		this.answers = process.inputReader(StandardCharsets.UTF_8);
	}

	@Override
	public void check(ServerProcess server) throws IOException {
		ask(server, 0);
	}

	@Override
	public Round run(ServerProcess server, int seconds) throws IOException {
		Duration cpuBefore = server.cpuTime();
		Duration ownBefore = process.info().totalCpuDuration().orElseThrow();
		long start = System.nanoTime();
		long messages = ask(server, seconds);
		double elapsed = (System.nanoTime() - start) / 1e9;
		ownCpu = ownCpu.plus(process.info().totalCpuDuration().orElseThrow().minus(ownBefore));
		ownSeconds += elapsed;
		return Round.of(messages, elapsed, server.cpuTime().minus(cpuBefore).toNanos() / 1e3);
	}

	private long ask(ServerProcess server, int seconds) throws IOException {
		process.getOutputStream().write((server.port() + " " + seconds + "\n").getBytes(StandardCharsets.US_ASCII));
		process.getOutputStream().flush();
		String answer = answers.readLine();
		if (answer == null || !answer.matches("\\d+")) {
			throw new IOException(server.contender().name() + " failed under load: " + answer);
		}
		return Long.parseLong(answer);
	}

	@Override
	public String toString() {
		return "WebSocket echo of %d B, load on %.0f %% of its CPU".formatted(messageBytes,
				100 * ownCpu.toNanos() / 1e9 / Math.max(ownSeconds, 1e-9));
	}

	@Override
	public void close() {
		try {
			process.getOutputStream().close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		finally {
			process.destroy();
		}
	}

}
