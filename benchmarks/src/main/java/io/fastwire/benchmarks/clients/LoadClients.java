/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Carries out the commands on standard input and prints a line for each: {@code done} and
 * what was counted, or {@code failed} and why. Before and after the time that counts it
 * prints {@code opened} and {@code closing} and waits for a line, so that the other side
 * can look at the server.
 */
public final class LoadClients {

	private LoadClients() {
	}

	/** Serves until the end of the input. */
	public static void main(String[] args) throws IOException, InterruptedException {
		Conversation driver = new Conversation(System.in, System.out);
		// What libraries log must not come in between.
		System.setOut(System.err);
		try (ClientLoop loop = new ClientLoop(driver); IdleConnections idle = new IdleConnections(loop)) {
			for (String line = driver.next(); line != null; line = driver.next()) {
				driver.say(answer(loop, idle, Command.parse(line)));
			}
		}
	}

	private static String answer(ClientLoop loop, IdleConnections idle, Command command) throws InterruptedException {
		try {
			return switch (command.name()) {
				case "echo" -> EchoClient.load(loop, command).run().toString();
				case "fan-out" -> new FanOutLoad(loop, command, ClientLoop.PATIENCE_SECONDS).run().toString();
				case "hello" -> new ClosedLoad(loop, command, HelloClient::new).run().toString();
				case "http2" -> Http2Load.load(loop, command, ClientLoop.PATIENCE_SECONDS).run().toString();
				case "paced" -> new PacedLoad(loop, command).run().toString();
				case "open" -> idle.open(command).toString();
				case "close" -> idle.drop().toString();
				default -> throw new IllegalArgumentException("No command " + command);
			};
		}
		catch (IOException | ExecutionException | TimeoutException | RuntimeException ex) {
			return "failed " + ex.toString().replace('\n', ' ');
		}
	}

}
