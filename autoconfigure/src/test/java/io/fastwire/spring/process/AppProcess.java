/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.awaitility.Awaitility.await;

/**
 * An application in a process of its own, for what one JVM cannot show: another class
 * path, exit codes, signals.
 */
final class AppProcess implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Pattern STARTED = Pattern.compile("Fastwire started on port (\\d+)");

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final StringBuffer output = new StringBuffer();

	private final Process process;

	private final Thread reader;

	private AppProcess(Process process) {
		this.process = process;
		this.reader = new Thread(this::readOutput, "app-output");
		this.reader.start();
	}

	/** Starts {@link App} with the class path of the tests. */
	static AppProcess start(List<String> jvmOptions, String... arguments) throws IOException {
		return start(classPath((entry) -> true), jvmOptions, arguments);
	}

	static AppProcess start(String classPath, List<String> jvmOptions, String... arguments) throws IOException {
		return run(command(classPath, jvmOptions, arguments));
	}

	/** Starts it with so many descriptors at most, its files and sockets together. */
	static AppProcess startWithDescriptors(int limit, String classPath, String... arguments) throws IOException {
		List<String> command = new ArrayList<>(List.of("sh", "-c", "ulimit -n " + limit + " && exec \"$@\"", "sh"));
		command.addAll(command(classPath, List.of(), arguments));
		return run(command);
	}

	private static AppProcess run(List<String> command) throws IOException {
		return new AppProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
	}

	private static List<String> command(String classPath, List<String> jvmOptions, String... arguments) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.add("-XX:TieredStopAtLevel=1");
		command.addAll(accessOptions());
		command.addAll(jvmOptions);
		command.addAll(List.of("-cp", classPath, App.class.getName()));
		command.addAll(List.of(arguments));
		return command;
	}

	/**
	 * What the JVM of the tests permits to native code, which newer JVMs warn about
	 * otherwise.
	 */
	private static List<String> accessOptions() {
		return ManagementFactory.getRuntimeMXBean()
			.getInputArguments()
			.stream()
			.filter((option) -> option.startsWith("--enable-native-access") || option.startsWith("--sun-misc-unsafe"))
			.toList();
	}

	/** The entries of the class path of the tests whose file names are wanted. */
	static String classPath(Predicate<String> wanted) {
		return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((entry) -> wanted.test(Path.of(entry).getFileName().toString()))
			.collect(Collectors.joining(File.pathSeparator));
	}

	private void readOutput() {
		try (BufferedReader lines = process.inputReader()) {
			lines.lines().forEach((line) -> output.append(line).append('\n'));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Waits for servers to start and returns their ports, in order. */
	List<Integer> awaitPorts(int count) {
		await().atMost(PATIENCE).failFast("ended early", () -> !process.isAlive()).until(() -> ports().size() == count);
		return ports();
	}

	private List<Integer> ports() {
		List<Integer> ports = new ArrayList<>();
		Matcher matcher = STARTED.matcher(output);
		while (matcher.find()) {
			ports.add(Integer.valueOf(matcher.group(1)));
		}
		return ports;
	}

	HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
		return client.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build(),
				BodyHandlers.ofString());
	}

	/** Sends a text to the WebSocket handler and returns what comes back. */
	String echo(int port, String text) throws Exception {
		CompletableFuture<String> answer = new CompletableFuture<>();
		WebSocket socket = client.newWebSocketBuilder()
			.buildAsync(URI.create("ws://localhost:" + port + "/echo"), new WebSocket.Listener() {

				@Override
				public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
					answer.complete(data.toString());
					return null;
				}

			})
			.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		socket.sendText(text, true);
		try {
			return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		}
		finally {
			socket.abort();
		}
	}

	/** Sends SIGTERM. */
	void terminate() {
		process.destroy();
	}

	int awaitExit() throws InterruptedException {
		if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
			throw new AssertionError("Still running: " + output);
		}
		reader.join();
		return process.exitValue();
	}

	String output() {
		return output.toString();
	}

	@Override
	public void close() {
		process.destroyForcibly();
	}

}
