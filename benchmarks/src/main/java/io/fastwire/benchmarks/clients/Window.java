/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;

import org.HdrHistogram.Histogram;

/**
 * A time in which is counted: how long it was, and what CPU time the server's process and
 * this one have used in it. Opening and closing connections is outside of it.
 */
final class Window {

	private final Conversation driver;

	private final ProcessHandle server;

	private final Duration serverCpu;

	private final Duration ownCpu;

	private final long start = System.nanoTime();

	private Window(Conversation driver, ProcessHandle server) {
		this.driver = driver;
		this.server = server;
		this.serverCpu = cpu(server);
		this.ownCpu = ownCpu();
	}

	/**
	 * Starts counting.
	 * @param driver is told
	 * @param command names the server's process by {@code pid}
	 */
	static Window open(Conversation driver, Command command) throws IOException {
		ProcessHandle server = ProcessHandle.of(command.number("pid")).orElseThrow();
		driver.pause("opened");
		return new Window(driver, server);
	}

	/**
	 * Ends it.
	 * @param operations what was done in it
	 * @param nanos how long each took
	 */
	Command close(long operations, Histogram nanos) throws IOException {
		double seconds = (System.nanoTime() - start) / 1e9;
		Command outcome = Command.of("done")
			.with("operations", operations)
			.with("seconds", seconds)
			.with("cpu", cpu(server).minus(serverCpu).toNanos() / 1e3)
			.with("load", ownCpu().minus(ownCpu).toNanos() / 1e9 / seconds)
			.with("p50", nanos.getValueAtPercentile(50) / 1e3)
			.with("p99", nanos.getValueAtPercentile(99) / 1e3)
			.with("p999", nanos.getValueAtPercentile(99.9) / 1e3);
		driver.pause("closing");
		return outcome;
	}

	/** Returns a histogram for nanoseconds up to a minute. */
	static Histogram histogram() {
		Histogram histogram = new Histogram(Duration.ofMinutes(1).toNanos(), 3);
		histogram.setAutoResize(true);
		return histogram;
	}

	private static Duration cpu(ProcessHandle process) {
		return process.info().totalCpuDuration().orElseThrow();
	}

	private static Duration ownCpu() {
		return Duration
			.ofNanos(((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
				.getProcessCpuTime());
	}

}
