/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.process;

import java.net.ServerSocket;
import java.util.List;
import java.util.function.Predicate;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** An application in a JVM of its own, from start to exit. */
class ApplicationProcessTests {

	/**
	 * What the starter and {@code spring-boot-starter-webflux} bring if its server is
	 * excluded.
	 */
	private static final Predicate<String> NO_OTHER_SERVER = (
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
