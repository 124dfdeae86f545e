/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import io.fastwire.testsupport.LeakFree;
import io.netty.channel.DefaultEventLoop;
import io.netty.util.concurrent.EventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Many subscribers that are killed while they subscribe, and what is left of them.
 */
@ExtendWith(LeakFree.class)
class TopicChurnTests {

	private static final int SUBSCRIBERS = 2_000;

	private static final int TOPICS = 50;

	private static final int ROUNDS = 10;

	private static final long TOLERATED_GROWTH = 4 << 20;

	private final List<EventExecutor> loops = List.of(new DefaultEventLoop(), new DefaultEventLoop());

	private final ExecutorService threads = Executors.newFixedThreadPool(16);

	@AfterEach
	void stop() throws Exception {
		threads.shutdownNow();
		for (EventExecutor loop : loops) {
			loop.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
		}
	}

	@Test
	void leavesNothingBehind() throws Exception {
		Topics topics = new Topics(TopicOptions.builder().slowConsumerPolicy(SlowConsumerPolicy.DROP_OLDEST).build());
		List<Long> heap = new ArrayList<>();
		for (int round = 0; round < ROUNDS; round++) {
			churn(topics, new Random(round));
			TopicStatistics statistics = topics.statistics();
			assertThat(left(statistics)).as("round %d: %s", round, statistics).isZero();
			assertThat(statistics.offered()).isEqualTo(statistics.delivered() + statistics.totalDropped());
			heap.add(usedHeap());
		}
		assertThat(heap.get(ROUNDS - 1)).as("bytes after each round: %s", heap)
			.isLessThan(heap.get(2) + TOLERATED_GROWTH);
	}

	private void churn(Topics topics, Random random) throws Exception {
		List<CompletableFuture<Void>> subscribed = new ArrayList<>();
		CompletableFuture<Void> killed = new CompletableFuture<>();
		CompletableFuture<Void> publisher = CompletableFuture.runAsync(() -> {
			for (int i = 0; !killed.isDone(); i++) {
				topics.publish("topic/" + i % TOPICS, PayloadKind.TEXT, TopicDeliveryTests.pooled("message"),
						PublishOptions.NONE);
			}
		}, threads);
		for (int i = 0; i < SUBSCRIBERS; i++) {
			FakeSink sink = new FakeSink(loops.get(i % 2));
			sink.paused = i % 3 == 0;
			TopicSubscriber subscriber = topics.join(sink);
			int dyingAt = random.nextInt(TOPICS);
			subscribed.add(CompletableFuture.runAsync(() -> subscribe(subscriber, dyingAt), threads));
		}
		CompletableFuture.allOf(subscribed.toArray(CompletableFuture[]::new)).get(120, TimeUnit.SECONDS);
		killed.complete(null);
		publisher.get(60, TimeUnit.SECONDS);
		await().atMost(Duration.ofSeconds(60)).until(() -> left(topics.statistics()) == 0);
	}

	private static long left(TopicStatistics statistics) {
		return statistics.subscribers() + statistics.subscriptions() + statistics.topics() + statistics.patterns()
				+ statistics.waitingMessages() + statistics.waitingBytes() + statistics.queuedBytes();
	}

	/** Kills the subscriber from its loop while this thread goes on subscribing. */
	private static void subscribe(TopicSubscriber subscriber, int dyingAt) {
		for (int i = 0; i < TOPICS; i++) {
			if (i == dyingAt) {
				subscriber.sink().eventLoop().execute(subscriber::close);
			}
			subscriber.subscribe((i % 10 == 0) ? "topic/" + i + "/**" : "topic/" + i);
		}
	}

	private static long usedHeap() {
		System.gc();
		Runtime runtime = Runtime.getRuntime();
		return runtime.totalMemory() - runtime.freeMemory();
	}

}
