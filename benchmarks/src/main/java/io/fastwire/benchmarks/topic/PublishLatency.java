/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.topic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.fastwire.topic.PayloadKind;
import io.fastwire.topic.PublishOptions;
import io.fastwire.topic.SlowConsumerPolicy;
import io.fastwire.topic.TopicOptions;
import io.fastwire.topic.TopicStatistics;
import io.fastwire.topic.Topics;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultEventLoop;
import io.netty.util.concurrent.EventExecutor;

/**
 * How long a call of publish takes with 1 000 subscribers on two event loops, of which
 * 100 are stuck:
 * {@code PublishLatency [publishers] [messages each] [pause in microseconds]}. Prints
 * percentiles without and with a history.
 */
public final class PublishLatency {

	private static final int SUBSCRIBERS = 1_000;

	private static final int STUCK = 100;

	private static final double[] PERCENTILES = { 50, 99, 99.9, 100 };

	private final int publishers;

	private final int messages;

	private final long pauseNanos;

	private PublishLatency(int publishers, int messages, long pauseNanos) {
		this.publishers = publishers;
		this.messages = messages;
		this.pauseNanos = pauseNanos;
	}

	/**
	 * Runs it.
	 * @param arguments see above
	 * @throws Exception if it was interrupted
	 */
	public static void main(String[] arguments) throws Exception {
		int publishers = (arguments.length > 0) ? Integer.parseInt(arguments[0]) : 1;
		int messages = (arguments.length > 1) ? Integer.parseInt(arguments[1]) : 20_000;
		long pauseMicros = (arguments.length > 2) ? Long.parseLong(arguments[2]) : 1_000;
		PublishLatency latency = new PublishLatency(publishers, messages, TimeUnit.MICROSECONDS.toNanos(pauseMicros));
		for (boolean history : new boolean[] { false, true, false, true }) {
			latency.run(history);
		}
	}

	private void run(boolean history) throws Exception {
		List<EventExecutor> loops = List.of(new DefaultEventLoop(), new DefaultEventLoop());
		TopicOptions.Builder options = TopicOptions.builder()
			.slowConsumerPolicy(SlowConsumerPolicy.DROP_OLDEST)
			.maxPendingBytes(64 * 1024);
		if (history) {
			options.history("**", 100, 1 << 20);
		}
		Topics topics = new Topics(options.build());
		for (int i = 0; i < SUBSCRIBERS; i++) {
			topics.join(new CopyingSink("sink-" + i, loops.get(i % 2), i % (SUBSCRIBERS / STUCK) == 0))
				.subscribe("prices/*");
		}
		long[] nanos = publish(topics);
		Arrays.sort(nanos);
		StringBuilder line = new StringBuilder(history ? "with history:   " : "without history:");
		for (double percentile : PERCENTILES) {
			int index = (int) Math.ceil(percentile / 100 * nanos.length) - 1;
			line.append(String.format(Locale.ROOT, " p%s %.1f us", percentile, nanos[index] / 1e3));
		}
		TopicStatistics statistics = topics.statistics();
		System.out.println(line + "; " + statistics.published() + " published, " + statistics.delivered()
				+ " delivered, " + statistics.totalDropped() + " dropped");
		topics.close();
		for (EventExecutor loop : loops) {
			loop.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
		}
	}

	private long[] publish(Topics topics) throws InterruptedException {
		long[] nanos = new long[publishers * messages];
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < publishers; i++) {
			int from = i * messages;
			String topic = "prices/" + i % 2;
			Thread thread = new Thread(() -> {
				for (int j = 0; j < messages; j++) {
					byte[] payload = new byte[100];
					long start = System.nanoTime();
					topics.publish(topic, PayloadKind.TEXT, Unpooled.wrappedBuffer(payload), PublishOptions.NONE);
					nanos[from + j] = System.nanoTime() - start;
					LockSupport.parkNanos(pauseNanos);
				}
			});
			threads.add(thread);
			thread.start();
		}
		for (Thread thread : threads) {
			thread.join();
		}
		return nanos;
	}

}
