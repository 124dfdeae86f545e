/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.io.DataInputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.fastwire.spring.topic.web.Clients.Browser;
import io.fastwire.topic.TopicSubscriber;
import io.fastwire.topic.Topics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What comes of clients that do not read, down to the last message. */
class SlowClientTests {

	/** More than the socket buffers of both sides hold. */
	private static final int MESSAGES = 8_000;

	private static final String KILOBYTE = "x".repeat(1024);

	private TopicApplication application;

	private Topics topics;

	private int port;

	@BeforeEach
	void start() {
		application = TopicApplication
			.start("fastwire.transport=nio", "fastwire.topics.max-pending-size=256KB",
					"fastwire.websocket.close-timeout=30s", "fastwire.topics.rules[0].pattern=drop-newest",
					"fastwire.topics.rules[0].slow-consumer-policy=drop-newest",
					"fastwire.topics.rules[1].pattern=drop-oldest",
					"fastwire.topics.rules[1].slow-consumer-policy=drop-oldest",
					"fastwire.topics.rules[2].pattern=keep-latest",
					"fastwire.topics.rules[2].slow-consumer-policy=keep-latest")
			.keepSubscribers();
		topics = application.topics();
		port = application.port();
	}

	@AfterEach
	void stop() {
		application.close();
	}

	@ParameterizedTest
	@CsvSource({ "drop-newest, false", "drop-oldest, true", "keep-latest, true", "close, false" })
	void accountsForEachMessage(String topic, boolean getsTheLast) throws Exception {
		try (Socket socket = open("GET /topics/" + topic + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
				+ "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
				+ "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")) {
			DataInputStream in = new DataInputStream(socket.getInputStream());
			readHead(in);
			TopicSubscriber subscriber = publishAll(topic);
			long received = 0;
			int last = -1;
			int opcode = in.readUnsignedByte() & 0xF;
			while (opcode == 1) {
				String text = new String(payload(in), StandardCharsets.US_ASCII);
				int number = Integer.parseInt(text.substring(0, text.indexOf(' ')));
				assertThat(number).as("in order").isGreaterThan(last);
				last = number;
				received++;
				if (received + subscriber.dropped() == subscriber.offered() && !subscriber.closed()) {
					break;
				}
				opcode = in.readUnsignedByte() & 0xF;
			}
			boolean closed = topic.equals("close");
			if (closed) {
				assertThat(opcode).isEqualTo(8);
				byte[] payload = payload(in);
				assertThat((payload[0] & 0xFF) << 8 | payload[1] & 0xFF).isEqualTo(1013);
			}
			assertThat(received).isEqualTo(subscriber.delivered()).isLessThan(MESSAGES);
			assertThat(last == MESSAGES - 1).isEqualTo(getsTheLast);
			assertThat(subscriber.dropped()).isEqualTo(subscriber.offered() - received);
			assertThat(subscriber.offered()).isLessThanOrEqualTo(MESSAGES);
			assertThat(closed || subscriber.offered() == MESSAGES).isTrue();
		}
		await().until(() -> topics.statistics().subscribers() == 0);
		assertThat(topics.statistics().waitingBytes()).isZero();
	}

	private TopicSubscriber publishAll(String topic) throws Exception {
		TopicSubscriber subscriber = application.subscribed();
		for (int i = 0; i < MESSAGES; i++) {
			topics.publish(topic, i + " " + KILOBYTE);
			if (i % 50 == 0) {
				awaitLoops();
			}
		}
		awaitLoops();
		return subscriber;
	}

	/** A burst that comes in one turn would be dropped before the sockets are full. */
	private void awaitLoops() {
		await().pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(1))
			.until(() -> topics.statistics().queuedBytes() == 0);
	}

	@Test
	void areNotFeltByOthers() throws Exception {
		try (Socket unread = open(
				"GET /topics/drop-oldest HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")) {
			TopicSubscriber stuck = application.subscribed();
			try (Browser healthy = new Browser(port, "/topics/drop-oldest", null)) {
				publishAll("drop-oldest");
				String last = healthy.next();
				while (!last.startsWith(MESSAGES - 1 + " ")) {
					last = healthy.next();
				}
				assertThat(unread.isClosed()).isFalse();
				assertThat(stuck.waitingBytes())
					.as(() -> stuck.sink() + " offered " + stuck.offered() + ", delivered " + stuck.delivered()
							+ ", closed " + stuck.closed())
					.isPositive()
					.isLessThanOrEqualTo(256 * 1024);
			}
		}
		await().until(() -> topics.statistics().subscribers() == 0);
	}

	@Test
	void areCutOffIfTheyAreStreamsOfATopicThatCloses() throws Exception {
		try (Socket socket = open(
				"GET /topics/close HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")) {
			TopicSubscriber subscriber = publishAll("close");
			assertThat(subscriber.closed()).isTrue();
			await().until(() -> topics.statistics().subscribers() == 0);
			assertThat(topics.statistics().slowConsumersClosed()).isEqualTo(1);
			assertThat(subscriber.offered()).isEqualTo(subscriber.delivered() + subscriber.dropped());
			assertThat(socket.isClosed()).isFalse();
		}
	}

	@Test
	void areClosedIfTheyAskOnAndOnAndReadNoAnswer() throws Exception {
		try (Socket socket = open("GET /topics HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
				+ "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: fastwire.v1\r\n"
				+ "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")) {
			send(socket, "{\"subscribe\":\"drop-oldest\"}");
			TopicSubscriber subscriber = publishAll("drop-oldest");
			assertThat(subscriber.waitingBytes()).isPositive();
			for (int i = 0; i <= topics.options().maxSubscriptions(); i++) {
				send(socket, "{\"subscribe\":\"b\"}");
				send(socket, "{\"unsubscribe\":\"b\"}");
			}
			await().atMost(Duration.ofSeconds(20)).until(subscriber::closed);
			assertThat(subscriber.waitingBytes()).isZero();
		}
	}

	private static void send(Socket socket, String text) throws Exception {
		byte[] payload = text.getBytes(StandardCharsets.US_ASCII);
		byte[] frame = new byte[6 + payload.length];
		frame[0] = (byte) 0x81;
		frame[1] = (byte) (0x80 | payload.length);
		System.arraycopy(payload, 0, frame, 6, payload.length);
		socket.getOutputStream().write(frame);
	}

	private Socket open(String request) throws Exception {
		Socket socket = new Socket();
		socket.setReceiveBufferSize(4096);
		socket.connect(new InetSocketAddress("localhost", port));
		socket.setSoTimeout(20_000);
		socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
		return socket;
	}

	private static void readHead(DataInputStream in) throws Exception {
		StringBuilder head = new StringBuilder();
		while (head.indexOf("\r\n\r\n") < 0) {
			head.append((char) in.readUnsignedByte());
		}
		assertThat(head.toString()).startsWith("HTTP/1.1 101");
	}

	private static byte[] payload(DataInputStream in) throws Exception {
		int length = in.readUnsignedByte();
		return in.readNBytes((length == 126) ? in.readUnsignedShort() : length);
	}

}
