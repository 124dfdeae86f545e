/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.Transports;
import io.fastwire.testsupport.WireClient;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of a server that runs out of descriptors. */
class DescriptorExhaustionTests {

	private static final int DESCRIPTORS = 200;

	@TempDir
	private Path directory;

	private static Process start(Transport transport, File log) throws IOException {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		return new ProcessBuilder("sh", "-c", "ulimit -n " + DESCRIPTORS + "; exec \"$@\"", "sh", java,
				"-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
				DescriptorProcess.class.getName(), transport.name())
			.redirectError(log)
			.start();
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void stopsAcceptingForAWhileAndGoesOnWhenDescriptorsAreFree(Transport transport) throws Exception {
		Path log = directory.resolve("log");
		Process process = start(transport, log.toFile());
		List<WireClient> clients = new ArrayList<>();
		try (BufferedReader told = new BufferedReader(
				new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
				PrintWriter teller = new PrintWriter(process.getOutputStream(), true, StandardCharsets.US_ASCII)) {
			int port = Integer.parseInt(told.readLine());
			try (WireClient warm = WireClient.connect(port)) {
				assertThat(warm.get("/").text()).isEqualTo("x");
			}
			long begin = System.nanoTime();
			for (int i = 0; i < DESCRIPTORS; i++) {
				clients.add(WireClient.connect(port));
			}
			TestServer.await("it has tried several times", () -> failures(teller, told) >= 5);
			long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
			assertThat(failures(teller, told)).as("failures in %s ms", millis).isLessThan(10 + millis / 40);
			assertThat(clients.get(0).get("/").text()).isEqualTo("x");
			while (clients.size() > 1) {
				clients.remove(1).close();
			}
			try (WireClient later = WireClient.connect(port)) {
				assertThat(later.get("/").text()).isEqualTo("x");
			}
			assertThat(Files.readString(log)).containsOnlyOnce("Cannot accept connections").doesNotContain("Exception");
		}
		finally {
			process.destroyForcibly();
			for (WireClient client : clients) {
				client.close();
			}
		}
	}

	private static long failures(PrintWriter teller, BufferedReader told) {
		teller.println("?");
		try {
			String line = told.readLine();
			return Long.parseLong(line.substring(0, line.indexOf(' ')));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
