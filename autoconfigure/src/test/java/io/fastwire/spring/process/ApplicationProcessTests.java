/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.process;

import java.io.File;
import java.net.ServerSocket;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.fastwire.testsupport.WireClient;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** An application in a JVM of its own, from start to exit. */
class ApplicationProcessTests {

	/**
	 * What the starter and {@code spring-boot-starter-webflux} bring if its server is
	 * excluded.
	 */
	static final Predicate<String> NO_OTHER_SERVER = (
			name) -> !name.matches("(.*reactor-netty|netty-codec-http|.*tomcat|.*jetty).*");

	/** Exit code of a JVM that was told to stop. */
	private static final int SIGTERM = 128 + 15;

	@Test
	void runsWithoutAnyOtherServerOnTheClassPathUntilItIsTerminated() throws Exception {
		try (AppProcess app = AppProcess.start(AppProcess.classPath(NO_OTHER_SERVER), List.of(), "--server.port=0",
				"--management.server.port=0")) {
			List<Integer> ports = app.awaitPorts(2);
			assertThat(app.get(ports.get(0), "/hello").body()).isEqualTo("Hello");
			assertThat(app.get(ports.get(1), "/actuator/health").statusCode()).isEqualTo(200);
			assertThat(app.echo(ports.get(0), "by WebSocket")).isEqualTo("by WebSocket");
			app.terminate();
			assertThat(app.awaitExit()).isEqualTo(SIGTERM);
			assertThat(app.output()).doesNotContain("ERROR", "WARN");
		}
	}

	/**
	 * Case S01: neither would end by itself, and only the close of both ends it so soon.
	 */
	@Test
	void isNotHeldUpByAnEventStreamAndASocketWhenItIsTerminated() throws Exception {
		try (AppProcess app = AppProcess.start(AppProcess.classPath(NO_OTHER_SERVER), List.of(), "--server.port=0",
				"--spring.lifecycle.timeout-per-shutdown-phase=10m")) {
			int port = app.awaitPorts(1).get(0);
			try (WireClient events = WireClient.connect(port); WireClient socket = WireClient.connect(port)) {
				events.send("GET /topics/greetings/a HTTP/1.1\r\nHost: t\r\nAccept: text/event-stream\r\n\r\n");
				assertThat(events.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 200 ");
				socket.send("GET /echo HTTP/1.1\r\nHost: t\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
						+ "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\nSec-WebSocket-Version: 13\r\n\r\n");
				assertThat(socket.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 101 ");
				app.terminate();
				assertThat(events.readAll()).endsWith("0\r\n\r\n");
				assertThat(socket.readBytes(4)).as("close, 1001").containsExactly(0x88, 2, 3, 0xE9);
			}
			assertThat(app.awaitExit()).isEqualTo(SIGTERM);
			assertThat(app.output()).doesNotContain("ERROR", "WARN");
		}
	}

	/** It may have put its code into Spring Framework's, which is found by name. */
	@Test
	void leavesDispatchToSpringWhenThereIsAnAgent() throws Exception {
		String agent = Stream
			.of(AppProcess.classPath((name) -> name.startsWith("byte-buddy-agent-")).split(File.pathSeparator, -1))
			.filter((path) -> path.endsWith(".jar"))
			.findFirst()
			.orElseThrow();
		assertThat(beans("-javaagent:" + agent)).contains("web.reactive.DispatcherHandler\"")
			.doesNotContain("FusedDispatcherHandler", "FusedRequestMappingHandlerMapping");
		assertThat(beans("-Dnone=")).contains("FusedDispatcherHandler\"", "FusedRequestMappingHandlerMapping\"");
	}

	private static String beans(String flag) throws Exception {
		try (AppProcess app = AppProcess.start(AppProcess.classPath(NO_OTHER_SERVER), List.of(flag), "--server.port=0",
				"--management.endpoints.web.exposure.include=beans")) {
			return app.get(app.awaitPorts(1).get(0), "/actuator/beans").body();
		}
	}

	@Test
	void exitsWithAFailureWhenThePortIsTaken() throws Exception {
		try (ServerSocket taken = new ServerSocket(0);
				AppProcess app = AppProcess.start(AppProcess.classPath(NO_OTHER_SERVER), List.of(),
						"--server.port=" + taken.getLocalPort())) {
			assertThat(app.awaitExit()).isEqualTo(1);
			assertThat(app.output()).contains("Port " + taken.getLocalPort() + " was already in use");
		}
	}

}
