/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Memory under load, in processes of their own. */
class WebSocketSoakTests {

	private static final Logger LOGGER = Logger.getLogger(WebSocketSoakTests.class.getName());

	private static final int ROUNDS = 10;

	private static final int SESSIONS = 5000;

	/** Those that exchange a message: each then has zlib state. */
	private static final int TALKING = 200;

	/** If zlib's state leaked, it would be some 400 MB. */
	private static final long GROWTH_KILOBYTES = 64 * 1024;

	/** What the loop gathers in one turn may be missing when another thread looks. */
	private static final long GATHERED = 16 * 1024;

	private static Process start(Class<?> main, String heap, String... arguments) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+AlwaysPreTouch", "-XX:MaxDirectMemorySize=64m"));
		command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
		command.addAll(List.of(arguments));
		return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
	}

	private static BufferedReader output(Process process) {
		return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
	}

	private static Map<String, Long> publish(OverflowPolicy policy, int messages) throws IOException {
		Process process = start(SlowReaderProcess.class, "128m", policy.name(), "" + messages);
		try (BufferedReader told = output(process); Stream<String> lines = told.lines()) {
			Map<String, Long> figures = lines.map((line) -> line.split("=", 2))
				.collect(Collectors.toMap((parts) -> parts[0], (parts) -> Long.parseLong(parts[1])));
			LOGGER.info(() -> policy + ": " + figures);
			return figures;
		}
		finally {
			process.destroy();
		}
	}

	private static void check(OverflowPolicy policy, int messages) throws IOException {
		Map<String, Long> figures = publish(policy, messages);
		assertThat(figures.get("highest")).isBetween(SlowReaderProcess.LIMIT / 2, SlowReaderProcess.LIMIT + GATHERED);
		assertThat(figures.get("healthy")).isEqualTo(messages);
		if (policy == OverflowPolicy.DROP_NEWEST) {
			assertThat(figures.getOrDefault("accepted", 0L) + figures.getOrDefault("dropped", 0L)).isEqualTo(messages);
			assertThat(figures.get("closed")).isEqualTo(1000);
		}
		else {
			assertThat(figures.get("dropped")).isEqualTo(1);
		}
	}

	@ParameterizedTest
	@EnumSource(OverflowPolicy.class)
	void pausedReaderCostsNoMoreThanTheBoundAndHurtsNobodyElse(OverflowPolicy policy) throws IOException {
		check(policy, 20_000);
	}

	@ParameterizedTest
	@EnumSource(OverflowPolicy.class)
	@Tag("soak")
	void pausedReaderCostsNoMoreThanTheBoundForLong(OverflowPolicy policy) throws IOException {
		check(policy, 200_000);
	}

	@Test
	@Tag("soak")
	void compressedSessionsThatComeAndGoLeaveNoMemoryBehind() throws IOException {
		Process process = start(DeflateServerProcess.class, "256m");
		try (BufferedReader told = output(process);
				PrintWriter teller = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8)) {
			int port = Integer.parseInt(told.readLine());
			List<Long> resident = new ArrayList<>();
			for (int round = 0; round < ROUNDS; round++) {
				comeAndGo(port);
				teller.println("memory");
				resident.add(Long.parseLong(told.readLine()));
			}
			LOGGER.info(() -> "Resident kilobytes after each round: " + resident);
			assertThat(resident.get(ROUNDS - 1)).isLessThan(resident.get(2) + GROWTH_KILOBYTES);
		}
		finally {
			process.destroy();
		}
	}

	private static void comeAndGo(int port) throws IOException {
		List<WireSocket> sockets = new ArrayList<>();
		byte[] message = DeflateData.JSON.bytes(2000, 1);
		for (int i = 0; i < SESSIONS; i++) {
			InetAddress from = InetAddress.getByAddress(new byte[] { 127, 0, 0, (byte) (2 + i % 4) });
			sockets.add(WireSocket.open(WireClient.connect(port, from, 0), "/ws",
					"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"));
		}
		for (int i = 0; i < TALKING; i++) {
			try (DeflatePeer peer = new DeflatePeer("")) {
				WireSocket socket = sockets.get(i);
				socket.send(peer.frames(1, message, 0));
				assertThat(peer.message(Objects.requireNonNull(socket.read()))).isEqualTo(message);
			}
		}
		for (WireSocket socket : sockets) {
			socket.close();
		}
	}

}
