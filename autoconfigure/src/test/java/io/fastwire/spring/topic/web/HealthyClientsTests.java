/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Logger;

import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireFrame;
import io.fastwire.testsupport.WireSocket;
import io.fastwire.topic.TopicSubscriber;
import io.fastwire.topic.Topics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long messages take to clients that read, on one event loop, with and without others
 * on it that read nothing. Rounds alternate, so that both meet the same machine.
 */
@Tag("soak")
class HealthyClientsTests {

	private static final Logger LOGGER = Logger.getLogger(HealthyClientsTests.class.getName());

	private static final int PING = 9;

	private static final int PONG = 10;

	private static final int HEALTHY = 50;

	private static final int STUCK = 10;

	private static final int MESSAGES = 1_000;

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

	private static final int WARM_UP = 2;

	/** With and without, after the warm-up. */
	private static final int ROUNDS = 6;

	private static final String PADDING = " " + "x".repeat(1_000);

	private final BlockingQueue<Long> arrived = new LinkedBlockingQueue<>();

	private TopicApplication application;

	private Topics topics;

	private int port;

	@BeforeEach
	void start() {
		application = TopicApplication
			.start("fastwire.event-loops=1", "fastwire.topics.max-pending-size=4MB",
					"fastwire.topics.rules[0].pattern=**", "fastwire.topics.rules[0].slow-consumer-policy=drop-oldest")
			.keepSubscribers();
		topics = application.topics();
		port = application.port();
	}

	@AfterEach
	void stop() {
		application.close();
	}

	private WireSocket open(int receiveBytes, String pattern) throws Exception {
		return WireSocket.open(WireClient.connect(port, null, receiveBytes), "/topics/" + pattern, "");
	}

	@Test
	void doNotWaitForThoseThatAreStuck() throws Exception {
		List<WireSocket> healthy = new ArrayList<>();
		for (int i = 0; i < HEALTHY; i++) {
			WireSocket socket = open(0, "prices");
			healthy.add(socket);
			application.subscribed();
			Thread reader = new Thread(() -> read(socket), "healthy-" + i);
			reader.setDaemon(true);
			reader.start();
		}
		List<Double> alone = new ArrayList<>();
		List<Double> beside = new ArrayList<>();
		for (int round = 0; round < WARM_UP + ROUNDS; round++) {
			double withStuck = besideStuck();
			double without = measure();
			if (round >= WARM_UP) {
				beside.add(withStuck);
				alone.add(without);
			}
		}
		LOGGER.info(() -> "p99 in ms beside " + STUCK + " stuck clients " + beside + ", alone " + alone);
		assertThat(median(beside)).isLessThan(3 * median(alone));
		for (WireSocket socket : healthy) {
			socket.close();
		}
	}

	private double besideStuck() throws Exception {
		List<WireSocket> stuck = new ArrayList<>();
		List<TopicSubscriber> waiting = new ArrayList<>();
		try {
			for (int i = 0; i < STUCK; i++) {
				stuck.add(open(4096, "**"));
				waiting.add(application.subscribed());
			}
			while (!waiting.stream().allMatch((subscriber) -> subscriber.dropped() > 0)) {
				topics.publish("only-stuck", PADDING);
				LockSupport.parkNanos(1);
			}
			double percentile = measure();
			assertThat(waiting).noneMatch(TopicSubscriber::closed);
			return percentile;
		}
		finally {
			for (WireSocket socket : stuck) {
				socket.close();
			}
		}
	}

	/** Publishes, and returns the 99th percentile in milliseconds. */
	private double measure() throws InterruptedException {
		for (int i = 0; i < MESSAGES; i++) {
			topics.publish("prices", System.nanoTime() + PADDING);
			LockSupport.parkNanos(PAUSE_NANOS);
		}
		long[] nanos = new long[MESSAGES * HEALTHY];
		for (int i = 0; i < nanos.length; i++) {
			nanos[i] = Objects.requireNonNull(arrived.poll(60, TimeUnit.SECONDS), () -> "all: " + topics.statistics());
		}
		Arrays.sort(nanos);
		return nanos[nanos.length * 99 / 100] / 1e6;
	}

	private void read(WireSocket socket) {
		try {
			while (true) {
				WireFrame frame = socket.read();
				if (frame == null) {
					return;
				}
				long now = System.nanoTime();
				if (frame.opcode() == PING) {
					socket.send(WireFrame.of(PONG, frame.payload()));
					continue;
				}
				String text = frame.text();
				arrived.add(now - Long.parseLong(text.substring(0, text.indexOf(' '))));
			}
		}
		catch (IOException ex) {
			LOGGER.fine(() -> "Closed by the test: " + ex);
		}
	}

	private static double median(List<Double> values) {
		return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
	}

}
