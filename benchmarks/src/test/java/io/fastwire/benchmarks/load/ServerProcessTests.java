/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

import com.sun.net.httpserver.HttpServer;
import io.fastwire.benchmarks.servers.NativeServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/** That what is measured is the process that was started. */
class ServerProcessTests {

	@TempDir
	private Path directory;

	@Test
	void aServerIsReadyWhenItAnswersByItself() throws Exception {
		Contender contender = new Contender("native", EnumSet.of(Feature.HTTP), Feed.HANDLER, new Launch.Jvm(
				NativeServer.class.getName(), List.of(), List.of(Launch.PORT, "NIO"), List.of(), Map.of()));
		try (ServerHost host = ServerHost.create(Cpus.allowed());
				ServerProcess server = ServerProcess.start(contender, host, false)) {
			HttpCheck.HELLO.check(server);
			assertThat(Listeners.only(server.pid(), server.port())).isTrue();
			assertThat(Listeners.only(ProcessHandle.current().pid(), server.port())).isFalse();
			assertThat(PortClaim.of(server.port())).as("nobody else is given its port").isNull();
		}
	}

	@Test
	void anotherProgramOnThePortIsNotTakenForTheServer() throws IOException {
		HttpServer other = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
		other.createContext("/", (exchange) -> exchange.sendResponseHeaders(200, -1));
		other.start();
		try {
			int port = other.getAddress().getPort();
			assertThatIOException().isThrownBy(() -> start(port, "sleep", "600"))
				.withMessageContaining("another process");
			assertThatIOException().isThrownBy(() -> start(port, "false"));
		}
		finally {
			other.stop(0);
		}
		assertThat(ProcessHandle.current().children())
			.noneMatch((child) -> child.info().commandLine().orElse("").contains("sleep 600"));
	}

	@Test
	void aServerThatEndsBeforeItAnswersHasNotStarted() throws Exception {
		int port;
		try (ServerSocket free = new ServerSocket(0)) {
			port = free.getLocalPort();
		}
		assertThatIOException().isThrownBy(() -> start(port, "sh", "-c", "echo no such option; exit 1"))
			.withMessageContaining("did not start")
			.withMessageContaining("no such option");
	}

	private void start(int port, String... command) throws IOException {
		ServerProcess
			.start(Contender.external("other=" + String.join(" ", command)), port, List.of(command),
					directory.resolve("log"))
			.close();
	}

}
