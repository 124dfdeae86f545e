/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;

import io.fastwire.testsupport.TestServer;

/**
 * A server in a process of its own, which has few descriptors. Argument: the transport.
 * Prints its port, then for each line it reads how often it could not accept, and how
 * many connections it has.
 */
final class DescriptorProcess {

	private DescriptorProcess() {
	}

	/**
	 * Runs the server until the input ends.
	 * @param arguments the transport
	 * @throws Exception if anything fails
	 */
	public static void main(String[] arguments) throws Exception {
		System.getLogger("start").log(Level.INFO, "So that the log has what it needs, as in any application");
		try (TestServer server = TestServer.start(Transport.valueOf(arguments[0]), (exchange) -> exchange.end("x"));
				BufferedReader asked = new BufferedReader(
						new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
			System.out.println(server.port());
			while (asked.readLine() != null) {
				System.out
					.println(server.statistics().acceptFailures() + " " + server.statistics().connectionsActive());
			}
		}
	}

}
