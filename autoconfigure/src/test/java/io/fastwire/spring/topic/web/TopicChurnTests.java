/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import io.fastwire.topic.TopicStatistics;
import io.fastwire.topic.Topics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Connections that are cut at any moment while they subscribe leave nothing behind. */
class TopicChurnTests {

	private static final int TOPICS = 50;

	private static final long SEED = 20260801;

	private static final String HANDSHAKE = "GET /topics HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
			+ "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: fastwire.v1\r\n"
			+ "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

	private final Random random = new Random(SEED);

	private TopicApplication application;

	private Topics topics;

	private int port;

	@BeforeEach
	void start() {
		application = TopicApplication.start("fastwire.transport=nio", "fastwire.topics.rules[0].pattern=churn/**",
				"fastwire.topics.rules[0].history=5");
		topics = application.topics();
		port = application.port();
	}

	@AfterEach
	void stop() {
		application.close();
	}

	@Test
	void leaveNothing() throws Exception {
		for (int round = 0; round < 2; round++) {
			round(100);
		}
	}

	@Test
	@Tag("soak")
	void leaveNothingWhenThereAreManyOfThem() throws Exception {
		round(2_000);
		round(2_000);
		long before = usedHeap();
		for (int round = 2; round < 10; round++) {
			round(2_000);
		}
		assertThat(usedHeap() - before).as("bytes more after eight rounds").isLessThan(16 << 20);
	}

	private void round(int sessions) throws IOException {
		List<Socket> sockets = new ArrayList<>();
		for (int i = 0; i < sessions; i++) {
			Socket socket = new Socket();
			socket.connect(new InetSocketAddress("localhost", port));
			socket.getOutputStream().write(frames(HANDSHAKE, random.nextInt(TOPICS)));
			sockets.add(socket);
			topics.publish("churn/" + random.nextInt(TOPICS), "message " + i);
			if (random.nextInt(4) == 0) {
				cut(sockets.remove(random.nextInt(sockets.size())));
			}
		}
		Collections.shuffle(sockets, random);
		for (Socket socket : sockets) {
			socket.getOutputStream().write(frames("", TOPICS));
			topics.publish("churn/" + random.nextInt(TOPICS), "more");
			cut(socket);
		}
		await().atMost(ofSeconds(60)).until(() -> topics.statistics().subscribers() == 0);
		TopicStatistics left = topics.statistics();
		assertThat(left.subscriptions() + left.topics() + left.patterns() + left.waitingMessages() + left.queuedBytes())
			.isZero();
		assertThat(left.offered()).isEqualTo(left.delivered() + left.totalDropped());
		assertThat(left.failures()).isZero();
	}

	private byte[] frames(String start, int subscriptions) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		bytes.writeBytes(start.getBytes(StandardCharsets.US_ASCII));
		for (int i = 0; i < subscriptions; i++) {
			String topic = (i % 10 == 0) ? "churn/*" : "churn/" + i;
			String since = random.nextBoolean() ? ",\"since\":0" : "";
			byte[] frame = ("{\"subscribe\":\"" + topic + "\"" + since + "}").getBytes(StandardCharsets.US_ASCII);
			bytes.write(0x81);
			bytes.write(0x80 | frame.length);
			bytes.writeBytes(new byte[4]);
			bytes.writeBytes(frame);
		}
		return bytes.toByteArray();
	}

	/** By RST, or in order; mostly with answers unread. */
	private void cut(Socket socket) throws IOException {
		if (random.nextBoolean()) {
			socket.setSoLinger(true, 0);
		}
		socket.close();
	}

	private static long usedHeap() {
		for (int i = 0; i < 3; i++) {
			System.gc();
		}
		return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
	}

}
