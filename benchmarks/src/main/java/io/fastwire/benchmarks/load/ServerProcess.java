/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A contender running in a process of its own, pinned to one CPU.
 */
final class ServerProcess implements AutoCloseable {

	private static final Duration START_LIMIT = Duration.ofSeconds(60);

	private static final List<String> JVM_FLAGS = List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC");

	private final Contender contender;

	private final Process process;

	private final int port;

	private final Path log;

	private ServerProcess(Contender contender, Process process, int port, Path log) {
		this.contender = contender;
		this.process = process;
		this.port = port;
		this.log = log;
	}

	/**
	 * Starts a contender and waits until it answers.
	 * @param classPath of all contenders
	 * @param cpu the CPU it may run on
	 */
	static ServerProcess start(Contender contender, String classPath, int port, int cpu) throws IOException {
		List<String> command = new ArrayList<>(List.of("taskset", "-c", Integer.toString(cpu)));
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(JVM_FLAGS);
		command.addAll(contender.jvmFlags());
		command.addAll(List.of("-cp", contender.classPath(classPath), contender.mainClass()));
		contender.arguments().forEach((argument) -> command.add(argument.replace("{port}", Integer.toString(port))));
		Path log = Files.createTempFile(contender.name(), ".log");
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
		ServerProcess server = new ServerProcess(contender, process, port, log);
		server.awaitAnswer();
		return server;
	}

	/**
	 * Copies every folder and jar of a class path, so that the same bytes lie elsewhere.
	 */
	static String copyClassPath(String classPath, Path target) throws IOException {
		List<String> copies = new ArrayList<>();
		int index = 0;
		for (String entry : classPath.split(File.pathSeparator, -1)) {
			Path source = Path.of(entry);
			Path copy = target.resolve(index++ + "-" + source.getFileName());
			copyTree(source, copy);
			copies.add(copy.toString());
		}
		return String.join(File.pathSeparator, copies);
	}

	private static void copyTree(Path source, Path target) throws IOException {
		try (var paths = Files.walk(source)) {
			paths.forEach((path) -> copy(path, target.resolve(source.relativize(path).toString())));
		}
	}

	private static void copy(Path from, Path to) {
		try {
			Files.copy(from, to);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Contender contender() {
		return contender;
	}

	int port() {
		return port;
	}

	String url(String path) {
		return (contender.encrypted() ? "https" : "http") + "://127.0.0.1:" + port + path;
	}

	/**
	 * Returns the CPU time of the whole process so far: JIT and garbage collector
	 * included.
	 */
	Duration cpuTime() {
		return process.info().totalCpuDuration().orElseThrow();
	}

	/** Returns the answer to a request, headers not included. */
	String get(String path) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create(url(path))).timeout(Duration.ofSeconds(5)).build();
		HttpClient.Builder client = HttpClient.newBuilder();
		if (contender.encrypted()) {
			client.sslContext(ServerKeys.shared().client());
		}
		HttpResponse<String> response = client.build().send(request, HttpResponse.BodyHandlers.ofString());
		return response.statusCode() + " " + response.body();
	}

	private void awaitAnswer() throws IOException {
		long limit = System.nanoTime() + START_LIMIT.toNanos();
		while (System.nanoTime() < limit && process.isAlive()) {
			try {
				get("/");
				return;
			}
			catch (IOException ex) {
				pause();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				break;
			}
		}
		close();
		throw new IOException(contender.name() + " did not start:\n" + Files.readString(log));
	}

	private void pause() throws IOException {
		try {
			process.waitFor(200, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			throw new IOException("Interrupted while " + contender.name() + " starts", ex);
		}
	}

	@Override
	public void close() {
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
