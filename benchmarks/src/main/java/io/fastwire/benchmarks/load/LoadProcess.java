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
import java.util.List;

import io.fastwire.benchmarks.clients.Command;
import io.fastwire.benchmarks.clients.LoadClients;

/** The process of {@link LoadClients}. */
final class LoadProcess implements AutoCloseable {

	private final Process process;

	private final BufferedReader answers;

	LoadProcess(Cpus cpus) throws IOException {
		List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xms512m",
				"-Xmx512m", "-XX:+UseSerialGC", "-cp", ClassPath.own().toString(), LoadClients.class.getName());
		this.process = new ProcessBuilder(cpus.forLoad(command)).redirectError(ProcessBuilder.Redirect.INHERIT).start();
		this.answers = process.inputReader(StandardCharsets.UTF_8);
	}

	/** Has a command carried out and returns the answer. */
	Command ask(Command command) throws IOException {
		return ask(command, () -> {
		});
	}

	/**
	 * Has a command carried out and returns the answer.
	 * @param pause is called when counting begins and when it has ended
	 */
	Command ask(Command command, Pause pause) throws IOException {
		say(command.toString());
		String answer = answers.readLine();
		while (answer != null && (answer.equals("opened") || answer.equals("closing"))) {
			pause.run();
			say("go");
			answer = answers.readLine();
		}
		if (answer == null || !answer.startsWith("done")) {
			throw new IOException("'" + command + "' " + answer);
		}
		return Command.parse(answer);
	}

	private void say(String line) throws IOException {
		process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
		process.getOutputStream().flush();
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

	/** What is done while the load waits. */
	@FunctionalInterface
	interface Pause {

		void run() throws IOException;

	}

}
