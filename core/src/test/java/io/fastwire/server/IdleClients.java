/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

import io.fastwire.testsupport.WireClient;

/**
 * A process of its own that holds many connections, so that they do not share the limit
 * of open files with the server. Arguments: port, count. Prints {@code connected}, waits
 * for a line, sends a request on each connection and prints how many were answered.
 */
final class IdleClients {

	/** A loopback address has some 28 000 ports to connect from. */
	private static final int PER_ADDRESS = 5000;

	private IdleClients() {
	}

	/**
	 * Runs the clients.
	 * @param arguments port and count
	 * @throws IOException if a connection fails
	 */
	public static void main(String[] arguments) throws IOException {
		int port = Integer.parseInt(arguments[0]);
		int count = Integer.parseInt(arguments[1]);
		List<WireClient> clients = new ArrayList<>(count);
		for (int i = 0; i < count; i++) {
			InetAddress from = InetAddress.getByAddress(new byte[] { 127, 0, 0, (byte) (2 + i / PER_ADDRESS) });
			clients.add(WireClient.connect(port, from, 0));
			clients.get(i).get("/first");
		}
		System.out.println("connected");
		new Scanner(System.in, StandardCharsets.UTF_8).nextLine();
		int served = 0;
		for (WireClient client : clients) {
			served += client.get("/second").text().equals("/second") ? 1 : 0;
		}
		System.out.println(served);
		for (WireClient client : clients) {
			client.close();
		}
	}

}
