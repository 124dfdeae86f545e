/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.fastwire.testsupport.Http2Client;
import io.fastwire.testsupport.Http2Client.Frame;
import io.fastwire.testsupport.WireClient;
import io.fastwire.topic.TopicSubscriber;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Streams that share one socket with a download (RFC 9113 section 5). */
class Http2EventStreamTests {

	private static final int EVENTS = 1;

	private static final int DOWNLOAD = 3;

	private static final int FILE_BYTES = 128 << 20;

	/** What the sockets of both sides hold of the download at most, and much more. */
	private static final int AHEAD_BYTES = 32 << 20;

	private static final int MESSAGES = 10;

	private static final String KILOBYTE = "x".repeat(1000);

	@TempDir
	private Path files;

	/** With a bound that the download alone would pass. */
	@Test
	void areNotSlowBecauseOfWhatOtherStreamsHaveInTheSocket() throws Exception {
		try (Page page = new Page(files, "16KB")) {
			page.publishAll();
			assertThat(page.subscriber.dropped()).isZero();
			assertThat(page.subscriber.closed()).isFalse();
		}
	}

	@Test
	void haveTheirTurnBesideADownloadThatFillsTheSocketAgainAndAgain() throws Exception {
		try (Page page = new Page(files, "256KB")) {
			page.publishAll();
			long downloaded = 0;
			StringBuilder events = new StringBuilder();
			while (events.indexOf(MESSAGES - 1 + KILOBYTE) < 0) {
				Frame frame = page.client.next();
				if (frame.type() == Http2Client.DATA && frame.stream() == DOWNLOAD) {
					downloaded += frame.payload().length;
				}
				else if (frame.type() == Http2Client.DATA) {
					events.append(new String(frame.payload(), StandardCharsets.UTF_8));
				}
			}
			assertThat(downloaded).as("bytes of the download in front of the events").isLessThan(AHEAD_BYTES);
		}
	}

	@Test
	void leaveTheLoopIdleWhileNobodyReads() throws Exception {
		try (Page page = new Page(files, "256KB")) {
			page.publishAll();
			page.awaitIdleLoop();
			assertThat(page.subscriber.closed()).isFalse();
		}
	}

	/** Follows a topic and does not read a download any more, over one connection. */
	private static final class Page implements AutoCloseable {

		private final TopicApplication application;

		private final Http2Client client;

		private final TopicSubscriber subscriber;

		Page(Path files, String maxPending) throws Exception {
			try (RandomAccessFile file = new RandomAccessFile(files.resolve("large.bin").toFile(), "rw")) {
				file.setLength(FILE_BYTES);
			}
			application = TopicApplication
				.start("server.http2.enabled=true", "fastwire.event-loops=1",
						"fastwire.topics.max-pending-size=" + maxPending, "fastwire.topics.heartbeat-interval=0s",
						"spring.web.resources.static-locations=" + files.toUri())
				.keepSubscribers();
			client = Http2Client.over(WireClient.connect(application.port(), null, 4096))
				.stopReading()
				.setting(Http2Client.INITIAL_WINDOW_SIZE, 1 << 30)
				.window(0, 1 << 30)
				.request(EVENTS, true, "GET", "/topics/news", "accept", "text/event-stream");
			subscriber = application.subscribed();
			client.get(DOWNLOAD, "/large.bin");
			client.await((frame) -> frame.type() == Http2Client.DATA && frame.stream() == DOWNLOAD);
			awaitIdleLoop();
		}

		void publishAll() {
			for (int i = 0; i < MESSAGES; i++) {
				application.topics().publish("news", i + KILOBYTE);
			}
			await().until(() -> subscriber.offered() == MESSAGES);
		}

		/** Waits for half a second of which the loop uses a tenth at most. */
		void awaitIdleLoop() {
			long loop = ((SingleThreadEventExecutor) subscriber.sink().eventLoop()).threadProperties().id();
			ThreadMXBean threads = ManagementFactory.getThreadMXBean();
			await().pollDelay(Duration.ZERO).until(() -> {
				long start = System.nanoTime();
				long used = threads.getThreadCpuTime(loop);
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
				long passed = System.nanoTime() - start;
				return (threads.getThreadCpuTime(loop) - used) * 10 < passed;
			});
		}

		@Override
		public void close() throws IOException {
			client.close();
			application.close();
		}

	}

}
