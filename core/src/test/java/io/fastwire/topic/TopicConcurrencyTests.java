/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import io.fastwire.testsupport.LeakFree;
import io.netty.channel.DefaultEventLoop;
import io.netty.util.concurrent.EventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(LeakFree.class)
class TopicConcurrencyTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final List<EventExecutor> loops = List.of(new DefaultEventLoop(), new DefaultEventLoop());

	private final ExecutorService threads = Executors.newFixedThreadPool(5);

	@AfterEach
	void stop() throws Exception {
		threads.shutdownNow();
		assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
		for (EventExecutor loop : loops) {
			loop.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
		}
	}

	@Test
	void keepsTheOrderOfEachPublisherOverAllTopics() throws Exception {
		Topics topics = new Topics(unbounded().build());
		List<FakeSink> sinks = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			FakeSink sink = new FakeSink(loops.get(i % 2));
			sinks.add(sink);
			topics.join(sink).subscribe("*/**");
		}
		int each = 5_000;
		publishInParallel((publisher) -> {
			for (int i = 0; i < each; i++) {
				topics.publish("t" + i % 3, publisher + ":" + i);
			}
		});
		for (FakeSink sink : sinks) {
			await().atMost(PATIENCE).until(() -> sink.received.size() == 4 * each + 1);
			Map<String, Integer> next = new HashMap<>();
			for (String message : sink.messages()) {
				String[] parts = message.split("[=:]", -1);
				assertThat(Integer.parseInt(parts[2])).isEqualTo(next.getOrDefault(parts[1], 0));
				next.merge(parts[1], 1, Integer::sum);
			}
		}
		assertThat(topics.statistics().delivered()).isEqualTo(10L * 4 * each);
	}

	@Test
	void showsTopicsWithAHistoryInOneOrderToAll() throws Exception {
		Topics topics = new Topics(unbounded().history("**", 10, 1_000).build());
		List<FakeSink> sinks = new ArrayList<>();
		List<List<Long>> sequences = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			FakeSink sink = new FakeSink(loops.get(i % 2));
			List<Long> own = Collections.synchronizedList(new ArrayList<>());
			sink.onDelivery = (message) -> own.add(message.sequence());
			sequences.add(own);
			sinks.add(sink);
			topics.join(sink).subscribe("*");
		}
		publishInParallel((publisher) -> IntStream.range(0, 3_000)
			.forEach((i) -> topics.publish("t" + (publisher + i) % 3, publisher + ":" + i)));
		await().atMost(PATIENCE).until(() -> sequences.stream().allMatch((own) -> own.size() == 12_000));
		assertThat(sequences.get(0)).isSorted().doesNotHaveDuplicates();
		for (int i = 1; i < sinks.size(); i++) {
			assertThat(sinks.get(i).messages()).isEqualTo(sinks.get(0).messages());
		}
		topics.close();
	}

	@Test
	void resumesWithoutHoleOrRepetitionWhileOthersPublish() throws Exception {
		Topics topics = new Topics(unbounded().history("**", 100_000, 10_000_000).build());
		int each = 3_000;
		CompletableFuture<List<String>> reconnecting = CompletableFuture.supplyAsync(() -> {
			Random random = new Random(3);
			List<String> all = new ArrayList<>();
			String last = TopicSubscriber.FROM_START;
			while (all.size() < 4 * each) {
				last = follow(topics, last, Math.min(1 + random.nextInt(50), 4 * each - all.size()), all);
			}
			return all;
		}, threads);
		publishInParallel((publisher) -> IntStream.range(0, each)
			.forEach((i) -> topics.publish("t" + i % 3, publisher + ":" + i)));
		List<String> all = reconnecting.get(60, TimeUnit.SECONDS);
		for (String publisher : List.of("0:", "1:", "2:", "3:")) {
			assertThat(all.stream().filter((message) -> message.startsWith(publisher)).toList())
				.isEqualTo(IntStream.range(0, each).mapToObj((i) -> publisher + i).toList());
		}
		topics.close();
	}

	/** Subscribes until some messages have come, and returns the id of the last one. */
	private String follow(Topics topics, String since, int count, List<String> all) {
		FakeSink sink = new FakeSink(loops.get(count % 2));
		List<String> ids = Collections.synchronizedList(new ArrayList<>());
		sink.onDelivery = (message) -> ids.add(String.valueOf(message.id()));
		TopicSubscriber subscriber = topics.join(sink);
		subscriber.subscribe("*", since);
		await().atMost(PATIENCE)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(1))
			.until(() -> ids.size() >= count);
		subscriber.close();
		assertThat(sink.received.toString()).doesNotContain("GAP");
		sink.messages().subList(0, count).forEach((message) -> all.add(message.substring(message.indexOf('=') + 1)));
		return ids.get(count - 1);
	}

	@Test
	void everyHealthySubscriberGetsAllWhileOthersComeAndGo() throws Exception {
		Topics topics = new Topics(TopicOptions.builder().maxPendingBytes(100).build());
		List<FakeSink> healthy = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			FakeSink sink = new FakeSink(loops.get(i % 2));
			healthy.add(sink);
			topics.join(sink).subscribe("a");
		}
		AtomicBoolean done = new AtomicBoolean();
		CompletableFuture<Void> churn = CompletableFuture.runAsync(() -> {
			Random random = new Random(5);
			while (!done.get()) {
				FakeSink sink = new FakeSink(loops.get(random.nextInt(2)));
				sink.paused = random.nextBoolean();
				TopicSubscriber subscriber = topics.join(sink);
				subscriber.subscribe(random.nextBoolean() ? "a" : "*");
				if (random.nextInt(3) > 0) {
					subscriber.close();
				}
			}
		}, threads);
		publishInParallel((publisher) -> IntStream.range(0, 1_000).forEach((i) -> topics.publish("a", "message " + i)));
		done.set(true);
		churn.get(30, TimeUnit.SECONDS);
		for (FakeSink sink : healthy) {
			await().atMost(PATIENCE).until(() -> sink.received.size() == 4_001);
		}
		topics.close();
		await().atMost(PATIENCE).until(() -> topics.statistics().subscribers() == 0);
		for (EventExecutor loop : loops) {
			loop.submit(() -> {
			}).sync();
		}
		TopicStatistics statistics = topics.statistics();
		assertThat(statistics.subscriptions() + statistics.topics() + statistics.patterns()).isZero();
		assertThat(statistics.failures()).isZero();
		assertThat(statistics.offered()).isEqualTo(statistics.delivered() + statistics.totalDropped());
	}

	@Test
	void leavesNothingBehindWhenALoopEnds() throws Exception {
		EventExecutor loop = new DefaultEventLoop();
		Topics topics = new Topics(TopicOptions.DEFAULTS);
		FakeSink sink = new FakeSink(loop);
		TopicSubscriber subscriber = topics.join(sink);
		subscriber.subscribe("a");
		loop.submit(() -> sink.paused = true).sync();
		publish(topics);
		await().atMost(PATIENCE).until(() -> subscriber.waitingBytes() == 1);
		loop.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
		publish(topics);
		await().atMost(PATIENCE).until(() -> topics.statistics().subscribers() == 0);
		publish(topics);
		assertThat(subscriber.waitingBytes()).isZero();
		assertThat(topics.statistics().offered()).isEqualTo(1);
		assertThat(topics.statistics().dropped()).containsEntry(DropReason.CLOSED, 1L);
		assertThat(topics.statistics().queuedBytes()).isZero();
	}

	private static void publish(Topics topics) {
		topics.publish("a", PayloadKind.TEXT, TopicDeliveryTests.pooled("x"), PublishOptions.NONE);
	}

	private static TopicOptions.Builder unbounded() {
		return TopicOptions.builder().maxQueuedBytes(Long.MAX_VALUE / 2).maxPendingBytes(Long.MAX_VALUE / 2);
	}

	private void publishInParallel(IntConsumer publisher) throws Exception {
		List<CompletableFuture<Void>> all = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			int number = i;
			all.add(CompletableFuture.runAsync(() -> publisher.accept(number), threads));
		}
		CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
	}

}
