/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;

import io.fastwire.http.Router;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.WireFrame;
import io.fastwire.testsupport.WireSocket;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Case D02: what a session that does nothing keeps of the last message of each side. */
@ExtendWith(LeakFree.class)
class IdleSessionsTests {

	private static final Logger LOGGER = Logger.getLogger(IdleSessionsTests.class.getName());

	private static final int MESSAGE_BYTES = 1 << 20;

	/** A quarter of a message; what zlib has of a session is native. */
	private static final int KEPT_BYTES = 256 * 1024;

	@ParameterizedTest
	@EnumSource(CompressionMode.class)
	void keepNothingOfTheirLastMessage(CompressionMode compression) throws Exception {
		idle(compression, 20);
	}

	@ParameterizedTest
	@EnumSource(CompressionMode.class)
	@Tag("soak")
	void keepNothingOfTheirLastMessageWhenThereAreManyOfThem(CompressionMode compression) throws Exception {
		idle(compression, 500);
	}

	private static void idle(CompressionMode compression, int count) throws Exception {
		WebSocketOptions options = WebSocketOptions.builder()
			.compression(compression)
			.maxMessageBytes(2 * MESSAGE_BYTES)
			.maxPendingBytes(2 * MESSAGE_BYTES)
			.build();
		Router router = Router.builder().get("/ws", WebSocketRoute.of(options, EchoListener::new)).build();
		byte[] large = DeflateData.JSON.bytes(MESSAGE_BYTES, 1);
		List<WireSocket> sockets = new ArrayList<>();
		List<DeflatePeer> peers = new ArrayList<>();
		try (TestServer server = TestServer.start(router)) {
			for (int i = 0; i < count; i++) {
				WireSocket socket = WireSocket.open(server.connect(), "/ws",
						"Sec-WebSocket-Extensions: permessage-deflate\r\n");
				sockets.add(socket);
				peers.add(new DeflatePeer(socket.response().field("Sec-WebSocket-Extensions").orElse("")));
				echo(socket, peers.get(i), compression, DeflateData.JSON.bytes(2000, 1));
			}
			long heap = usedHeap();
			long pinned = PooledByteBufAllocator.DEFAULT.pinnedDirectMemory();
			for (int i = 0; i < count; i++) {
				echo(sockets.get(i), peers.get(i), compression, large);
				peers.get(i).close();
			}
			long bound = (long) count * KEPT_BYTES;
			await().pollInterval(Duration.ofMillis(200))
				.untilAsserted(() -> assertThat(usedHeap() - heap).as("bytes of heap").isLessThan(bound));
			await().untilAsserted(() -> assertThat(PooledByteBufAllocator.DEFAULT.pinnedDirectMemory() - pinned)
				.as("bytes of buffers")
				.isLessThan(bound));
			long grown = usedHeap() - heap;
			LOGGER.info(() -> compression + ": " + count + " sessions keep " + grown / count
					+ " bytes of heap each of a message of " + MESSAGE_BYTES);
			assertThat(server.statistics().webSocket().sessionsActive()).isEqualTo(count);
			for (WireSocket socket : sockets) {
				socket.close();
			}
			server.awaitIdle();
		}
	}

	/**
	 * The application's own memory, which zlib would keep as the input of its last call.
	 */
	@ParameterizedTest
	@EnumSource(CompressionMode.class)
	void keepNoArrayThatTheApplicationHasSent(CompressionMode compression) throws Exception {
		AtomicReference<WeakReference<byte[]>> sent = new AtomicReference<>();
		WebSocketOptions options = WebSocketOptions.builder().compression(compression).build();
		Router router = Router.builder().get("/ws", WebSocketRoute.of(options, () -> new WebSocketListener() {

			@Override
			public void onText(WebSocketSession session, String text) {
				byte[] message = DeflateData.JSON.bytes(50_000, 1);
				sent.set(new WeakReference<>(message));
				session.send(MessageKind.TEXT, Unpooled.wrappedBuffer(message));
			}

		})).build();
		try (TestServer server = TestServer.start(router);
				WireSocket socket = WireSocket.open(server.connect(), "/ws",
						"Sec-WebSocket-Extensions: permessage-deflate\r\n")) {
			socket.send("go");
			assertThat(socket.read()).isNotNull();
			await().until(() -> {
				System.gc();
				return Objects.requireNonNull(sent.get()).get() == null;
			});
			assertThat(server.statistics().webSocket().sessionsActive()).isEqualTo(1);
		}
	}

	private static void echo(WireSocket socket, DeflatePeer peer, CompressionMode compression, byte[] message)
			throws IOException {
		if (compression == CompressionMode.OFF) {
			socket.send(WireFrame.text(new String(message, StandardCharsets.UTF_8)));
		}
		else {
			socket.send(peer.frames(1, message, 0));
		}
		assertThat(peer.message(Objects.requireNonNull(socket.read()))).isEqualTo(message);
	}

	private static long usedHeap() {
		System.gc();
		Runtime runtime = Runtime.getRuntime();
		return runtime.totalMemory() - runtime.freeMemory();
	}

}
