/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** That two servers are never given the same port, whoever starts them. */
class PortClaimTests {

	private static int freePort() throws IOException {
		try (ServerSocket free = new ServerSocket(0)) {
			return free.getLocalPort();
		}
	}

	@Test
	void aPortIsClaimedOnceAtATime() throws IOException {
		int port = freePort();
		try (PortClaim claim = PortClaim.of(port)) {
			assertThat(claim).isNotNull();
			assertThat(PortClaim.of(port)).isNull();
		}
		try (PortClaim again = PortClaim.of(port)) {
			assertThat(again).isNotNull();
		}
	}

	@Test
	void aPortIsNotClaimedWhileSomethingListensOnIt() throws IOException {
		try (ServerSocket listening = new ServerSocket(0)) {
			assertThat(PortClaim.of(listening.getLocalPort())).isNull();
		}
	}

	@Test
	void aPortIsNotClaimedWhileAnotherComparisonHasIt() throws Exception {
		int port = freePort();
		Process other = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				System.getProperty("java.class.path"), Other.class.getName(), "" + port)
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		try {
			assertThat(other.inputReader().readLine()).isEqualTo("claimed");
			assertThat(PortClaim.of(port)).isNull();
		}
		finally {
			other.destroy();
		}
		await().atMost(Duration.ofSeconds(30)).until(() -> claimed(port));
	}

	private static boolean claimed(int port) throws IOException {
		try (PortClaim claim = PortClaim.of(port)) {
			return claim != null;
		}
	}

	/** Claims a port in a process of its own, and keeps it until the end. */
	static final class Other {

		private Other() {
		}

		public static void main(String[] args) throws Exception {
			Objects.requireNonNull(PortClaim.of(Integer.parseInt(args[0])));
			System.out.println("claimed");
			System.in.read();
		}

	}

}
