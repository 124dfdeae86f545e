/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;

import io.fastwire.http.Router;
import io.fastwire.testsupport.TestServer;

/**
 * A server process that echoes with compression of each session's own. Prints its port,
 * then for each line that comes in its resident memory in kilobytes, when all sessions
 * are gone.
 */
final class DeflateServerProcess {

	private DeflateServerProcess() {
	}

	/**
	 * Runs the server until the input ends.
	 * @param arguments none
	 * @throws IOException if the memory cannot be read
	 */
	public static void main(String[] arguments) throws IOException {
		WebSocketOptions options = WebSocketOptions.builder().compression(CompressionMode.DEDICATED).build();
		Router router = Router.builder().get("/ws", WebSocketRoute.of(options, EchoListener::new)).build();
		try (TestServer server = TestServer.start(router);
				Scanner in = new Scanner(System.in, StandardCharsets.UTF_8)) {
			System.out.println(server.port());
			while (in.hasNextLine()) {
				in.nextLine();
				server.awaitIdle();
				System.gc();
				System.out.println(residentKilobytes());
			}
		}
	}

	private static String residentKilobytes() throws IOException {
		return Files.readAllLines(Path.of("/proc/self/status"))
			.stream()
			.filter((line) -> line.startsWith("VmRSS:"))
			.findFirst()
			.orElseThrow()
			.replaceAll("\\D", "");
	}

}
