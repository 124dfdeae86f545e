/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.fastwire.http.Router;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The cases 12 and 13 of the Autobahn test suite, which its Java build lacks, restated:
 * 12 is five kinds of content, 13 seven offers, each in 18 settings of message size and
 * fragmentation. There are 1000 messages, or as many as fit in the bytes of the system
 * property {@code fastwire.test.deflate-bytes}.
 */
@Tag("autobahn")
class DeflateMatrixTests {

	private static final int[] SIZES = { 16, 64, 256, 1024, 4096, 8192, 16384, 32768, 65536, 131072 };

	/** Message size and bytes of a frame. */
	private static final int[][] FRAGMENTED = { { 8192, 256 }, { 16384, 256 }, { 32768, 1024 }, { 65536, 4096 },
			{ 131072, 256 }, { 131072, 1024 }, { 131072, 4096 }, { 131072, 32768 } };

	private static final String HINTS = "; client_no_context_takeover; client_max_window_bits";

	private static final String NO = "permessage-deflate" + HINTS;

	private static final String YES = "permessage-deflate; server_no_context_takeover" + HINTS;

	private static final List<String> OFFERS = List.of(NO, YES, NO + "; server_max_window_bits=9",
			NO + "; server_max_window_bits=15", YES + "; server_max_window_bits=9", YES + "; server_max_window_bits=15",
			YES + "; server_max_window_bits=9, " + YES + ", " + NO);

	private static final int MESSAGES = 1000;

	private static final int BYTES = Integer.getInteger("fastwire.test.deflate-bytes", 2_000_000);

	private static List<int[]> settings() {
		List<int[]> settings = new ArrayList<>();
		for (int size : SIZES) {
			settings.add(new int[] { size, 0 });
		}
		settings.addAll(List.of(FRAGMENTED));
		return settings;
	}

	@ParameterizedTest
	@EnumSource(names = { "SHARED", "DEDICATED" })
	void allCasesPass(CompressionMode mode) throws IOException {
		WebSocketOptions options = WebSocketOptions.builder()
			.compression(mode)
			.maxMessageBytes(1024 * 1024)
			.maxPendingBytes(4 * 1024 * 1024)
			.build();
		Router router = Router.builder().get("/ws", WebSocketRoute.of(options, EchoListener::new)).build();
		int passed = 0;
		try (TestServer server = TestServer.start(router)) {
			for (int[] setting : settings()) {
				for (DeflateData data : DeflateData.values()) {
					echo(server, "permessage-deflate" + HINTS, data, setting);
					passed++;
				}
				for (String offer : OFFERS) {
					echo(server, offer, DeflateData.JSON, setting);
					passed++;
				}
			}
		}
		System.out.println("Deflate matrix, " + mode + ": " + passed + " cases passed");
		assertThat(passed).isEqualTo(216);
	}

	private static void echo(TestServer server, String offer, DeflateData data, int[] setting) throws IOException {
		int size = setting[0];
		int messages = Math.max(8, Math.min(MESSAGES, BYTES / size));
		try (WireSocket socket = WireSocket.open(WireClient.connect(server.port()), "/ws",
				"Sec-WebSocket-Extensions: " + offer + "\r\n")) {
			String agreement = socket.response().field("Sec-WebSocket-Extensions").orElseThrow();
			assertThat(agreement).startsWith("permessage-deflate");
			try (DeflatePeer peer = new DeflatePeer(agreement)) {
				for (int i = 0; i < messages; i++) {
					byte[] message = data.bytes(size, i % 16);
					socket.send(peer.frames(data.isText() ? 1 : 2, message, setting[1]));
					assertThat(peer.message(Objects.requireNonNull(socket.read()))).describedAs(offer + " " + data + " " + size)
						.isEqualTo(message);
				}
			}
		}
	}

}
