/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.fastwire.benchmarks.servers.ServerMain;
import org.jspecify.annotations.Nullable;

/**
 * A contender running in a process of its own, or attached to.
 */
final class ServerProcess implements AutoCloseable {

	private static final Duration START_LIMIT = Duration.ofSeconds(60);

	private final Contender contender;

	private final int port;

	private final ProcessHandle handle;

	private final @Nullable Process process;

	private final @Nullable BufferedReader probe;

	private ServerProcess(Contender contender, int port, Process process) {
		this.contender = contender;
		this.port = port;
		this.process = process;
		this.handle = process.toHandle();
		this.probe = contender.probed() ? process.errorReader() : null;
	}

	private ServerProcess(Contender contender, Launch.Running running) {
		this.contender = contender;
		this.port = running.port();
		this.process = null;
		this.handle = ProcessHandle.of(running.pid())
			.orElseThrow(() -> new IllegalArgumentException("There is no process " + running.pid()));
		this.probe = null;
	}

	/**
	 * Starts a contender and waits until it answers.
	 * @param host what it may use
	 * @param copied whether it runs from the copies
	 */
	static ServerProcess start(Contender contender, ServerHost host, boolean copied) throws IOException {
		if (contender.launch() instanceof Launch.Running running) {
			ServerProcess attached = new ServerProcess(contender, running);
			attached.awaitAnswer(Path.of("/dev/null"), Duration.ofMillis(100));
			return attached;
		}
		try (PortClaim claim = host.claimPort()) {
			return start(contender, claim.port(), host.command(contender, claim.port(), copied), host.log(contender));
		}
	}

	/**
	 * Starts a contender and waits until it answers.
	 * @param port that it must listen on itself
	 * @param command of its process
	 * @param log gets what it writes
	 */
	static ServerProcess start(Contender contender, int port, List<String> command, Path log) throws IOException {
		ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(log.toFile());
		if (!contender.probed()) {
			builder.redirectError(log.toFile());
		}
		ServerProcess server = new ServerProcess(contender, port, builder.start());
		try {
			server.awaitAnswer(log, Duration.ofMillis(5));
			return server;
		}
		catch (IOException ex) {
			server.close();
			throw ex;
		}
	}

	Contender contender() {
		return contender;
	}

	int port() {
		return port;
	}

	long pid() {
		return handle.pid();
	}

	String url(String path) {
		return (contender.wire().encrypted() ? "https" : "http") + "://127.0.0.1:" + port + path;
	}

	/**
	 * Returns the CPU time of the whole process so far: JIT and garbage collector
	 * included.
	 */
	Duration cpuTime() {
		return handle.info().totalCpuDuration().orElseThrow();
	}

	/**
	 * Returns the bytes allocated by all threads so far, NaN if it is not a JVM of ours.
	 */
	double allocated() throws IOException {
		return (probe == null) ? Double.NaN : Double.parseDouble(ask("allocated"));
	}

	/** Returns the bytes in use on the heap and by direct buffers. */
	long[] memory() throws IOException {
		return Stream.of(ask("memory").split(" ", -1)).mapToLong(Long::parseLong).toArray();
	}

	/** Returns the bytes of memory that the process has, as the kernel counts. */
	long resident() throws IOException {
		Path status = Path.of("/proc/" + pid() + "/status");
		return Files.readAllLines(status)
			.stream()
			.filter((line) -> line.startsWith("VmRSS:"))
			.mapToLong((line) -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
			.sum();
	}

	private String ask(String what) throws IOException {
		if (probe == null || process == null) {
			throw new IllegalStateException(contender.name() + " has no probe");
		}
		process.getOutputStream().write((what + "\n").getBytes(StandardCharsets.US_ASCII));
		process.getOutputStream().flush();
		String line = probe.readLine();
		while (line != null && !line.startsWith(ServerMain.MARK)) {
			line = probe.readLine();
		}
		if (line == null) {
			throw new IOException(contender.name() + " has ended");
		}
		return line.substring(ServerMain.MARK.length());
	}

	private void awaitAnswer(Path log, Duration pause) throws IOException {
		long limit = System.nanoTime() + START_LIMIT.toNanos();
		while (System.nanoTime() < limit && handle.isAlive()) {
			if (answers()) {
				if (process == null || Listeners.only(pid(), port)) {
					return;
				}
				throw ended(log, " does not listen on port " + port + ", another process answers there");
			}
			pause(pause);
		}
		throw ended(log, " did not start");
	}

	private boolean answers() {
		try {
			HttpCheck.send(this, HttpCheck.HELLO.request(this));
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/** Ends the process and returns why, with what it has written. */
	private IOException ended(Path log, String why) throws IOException {
		close();
		String errors = (probe == null) ? "" : String.join("\n", probe.lines().toList());
		return new IOException(contender.name() + why + ":\n" + Files.readString(log) + errors);
	}

	private static void pause(Duration time) throws IOException {
		try {
			TimeUnit.NANOSECONDS.sleep(time.toNanos());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException(ex);
		}
	}

	@Override
	public void close() {
		if (process == null) {
			return;
		}
		process.destroy();
		try {
			if (!process.waitFor(10, TimeUnit.SECONDS)) {
				process.destroyForcibly();
			}
		}
		catch (InterruptedException ex) {
			process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

}
