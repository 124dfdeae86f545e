/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.fastwire.http.Router;
import io.fastwire.server.Transport;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.Transports;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The client of the JDK against each transport. */
@ExtendWith(LeakFree.class)
class JdkClientTests {

	private static final int[] SIZES = { 0, 1, 125, 126, 127, 4095, 4096, 65535, 65536, 1024 * 1024 };

	private static final WebSocketOptions OPTIONS = WebSocketOptions.builder()
		.maxMessageBytes(2 * 1024 * 1024)
		.maxPendingBytes(4 * 1024 * 1024)
		.subProtocols("v2", "v1")
		.build();

	/** Collects whole messages. */
	private static final class Messages implements WebSocket.Listener {

		final BlockingQueue<Object> received = new LinkedBlockingQueue<>();

		private final StringBuilder text = new StringBuilder();

		private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

		@Override
		public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
			text.append(data);
			if (last) {
				received.add(text.toString());
				text.setLength(0);
			}
			socket.request(1);
			return null;
		}

		@Override
		public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
			byte[] part = new byte[data.remaining()];
			data.get(part);
			bytes.writeBytes(part);
			if (last) {
				received.add(bytes.toByteArray());
				bytes.reset();
			}
			socket.request(1);
			return null;
		}

		@Override
		public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
			received.add("pong " + message.remaining());
			socket.request(1);
			return null;
		}

		@Override
		public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
			received.add(code + " " + reason);
			return null;
		}

		Object next() throws InterruptedException {
			return Objects.requireNonNull(received.poll(20, TimeUnit.SECONDS), "a message within 20 s");
		}

	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void messagesOfAllSizesComeBack(Transport transport) throws Exception {
		Router router = Router.builder()
			.get("/echo/{name}", WebSocketRoute.of(OPTIONS, Texts::new))
			.get("/bytes", WebSocketRoute.of(OPTIONS, EchoListener::new))
			.build();
		try (TestServer server = TestServer.start(transport, router)) {
			Messages messages = new Messages();
			WebSocket text = connect(server, "/echo/jdk", messages);
			assertThat(text.getSubprotocol()).isEqualTo("v1");
			assertThat(messages.next()).isEqualTo("hello jdk");
			for (int size : SIZES) {
				for (String unit : new String[] { "a", "ä", "€" }) {
					String message = unit.repeat(size / 3);
					text.sendText(message, true).join();
					assertThat(messages.next()).isEqualTo(message);
				}
			}
			text.sendPing(ByteBuffer.wrap(new byte[17])).join();
			assertThat(messages.next()).isEqualTo("pong 17");
			text.sendClose(WebSocket.NORMAL_CLOSURE, "bye").join();
			assertThat(messages.next()).isEqualTo("1000 ");
			binary(server);
			server.awaitIdle();
			assertThat(server.statistics().webSocket().sessionsOpened()).isEqualTo(2);
			assertThat(server.statistics().webSocket().sessionsActive()).isZero();
			assertThat(server.statistics().webSocket().closes(1000)).isEqualTo(2);
		}
	}

	private static void binary(TestServer server) throws Exception {
		Messages messages = new Messages();
		WebSocket socket = connect(server, "/bytes", messages);
		for (int size : SIZES) {
			byte[] message = new byte[size];
			for (int i = 0; i < size; i++) {
				message[i] = (byte) (i * 31);
			}
			socket.sendBinary(ByteBuffer.wrap(message), true).join();
			assertThat((byte[]) messages.next()).isEqualTo(message);
		}
		socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
		assertThat(messages.next()).isEqualTo("1000 ");
	}

	private static WebSocket connect(TestServer server, String path, Messages messages) {
		return HttpClient.newHttpClient()
			.newWebSocketBuilder()
			.connectTimeout(Duration.ofSeconds(20))
			.subprotocols("v0", "v1", "v2")
			.buildAsync(URI.create("ws://127.0.0.1:" + server.port() + path), messages)
			.join();
	}

	/** Decodes and encodes text. */
	private static final class Texts implements WebSocketListener {

		@Override
		public void onOpen(WebSocketSession session) {
			session.send("hello " + session.pathParameters().get("name"));
		}

		@Override
		public void onText(WebSocketSession session, String text) {
			session.send(text);
		}

		@Override
		public void onBinary(WebSocketSession session, ByteBuf payload) {
			throw new AssertionError("text only");
		}

	}

}
