/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.ManualLoop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LeakFree.class)
class SlowConsumerTests {

	private static final String KILOBYTE = "x".repeat(1024 - 4);

	private final ManualLoop loop = new ManualLoop();

	private final List<String> drops = new ArrayList<>();

	@ParameterizedTest
	@EnumSource
	void accountsForEveryMessage(SlowConsumerPolicy policy) {
		Topics topics = topics(TopicOptions.builder().slowConsumerPolicy(policy).maxPendingBytes(64 * 1024));
		FakeSink sink = new FakeSink(loop);
		TopicSubscriber subscriber = stuck(topics, sink, "a");
		sink.buffer = 16 * 1024;
		int published = 0;
		for (int turn = 0; turn < 10; turn++) {
			for (int i = 0; i < 100; i++) {
				topics.publish("a", KILOBYTE + (1000 + published++));
			}
			loop.runAll();
			assertThat(sink.pendingBytes() + subscriber.waitingBytes()).isLessThanOrEqualTo(64 * 1024);
		}
		loop.run(() -> sink.resume(subscriber));
		loop.runAll();
		assertThat(subscriber.delivered()).isEqualTo(sink.messages().size());
		assertThat(subscriber.offered()).isEqualTo(subscriber.delivered() + subscriber.dropped());
		assertThat(subscriber.waitingBytes()).isZero();
		TopicStatistics statistics = topics.statistics();
		assertThat(statistics.offered()).isEqualTo(statistics.delivered() + statistics.totalDropped());
		assertThat(statistics.waitingMessages()).isZero();
		assertThat(statistics.queuedBytes()).isZero();
		assertThat((long) drops.size()).as("told to the listener").isEqualTo(statistics.totalDropped());
		if (policy != SlowConsumerPolicy.CLOSE) {
			assertThat(subscriber.offered()).isEqualTo(published);
		}
		assertThat(sink.messages()).isSorted();
	}

	@Test
	void dropNewestKeepsTheFirst() {
		assertThat(numbersReceivedUnder(SlowConsumerPolicy.DROP_NEWEST)).containsExactly(0, 1, 2, 3);
	}

	@Test
	void dropOldestKeepsTheLastAndWhatTheSinkHasTaken() {
		assertThat(numbersReceivedUnder(SlowConsumerPolicy.DROP_OLDEST)).containsExactly(0, 7, 8, 9);
	}

	@Test
	void keepLatestKeepsOneAndWhatTheSinkHasTaken() {
		assertThat(numbersReceivedUnder(SlowConsumerPolicy.KEEP_LATEST)).containsExactly(0, 9);
	}

	private List<Integer> numbersReceivedUnder(SlowConsumerPolicy policy) {
		Topics topics = topics(TopicOptions.builder().slowConsumerPolicy(policy).maxPendingBytes(4));
		FakeSink sink = new FakeSink(loop);
		TopicSubscriber subscriber = stuck(topics, sink, "a");
		sink.buffer = 1;
		IntStream.range(0, 10).forEach((i) -> topics.publish("a", "" + i));
		loop.runAll();
		loop.run(() -> sink.resume(subscriber));
		return sink.messages().stream().map((message) -> Integer.parseInt(message.substring(2))).toList();
	}

	@Test
	void closeClosesOnceAndDeliversNothingAfterTheGap() {
		Topics topics = topics(TopicOptions.builder().maxPendingBytes(4));
		FakeSink sink = new FakeSink(loop);
		TopicSubscriber subscriber = stuck(topics, sink, "a");
		sink.buffer = 1;
		IntStream.range(0, 10).forEach((i) -> topics.publish("a", "" + i));
		assertThat(sink.closed).as("not within the publish").isNull();
		loop.runAll();
		loop.run(() -> sink.resume(subscriber));
		topics.publish("a", "10");
		loop.runAll();
		assertThat(sink.received).containsExactly("<a LIVE>", "a=0", "<close SLOW_CONSUMER>");
		assertThat(subscriber.offered()).isEqualTo(5);
		assertThat(subscriber.dropped()).isEqualTo(4);
		assertThat(topics.statistics().slowConsumersClosed()).isEqualTo(1);
		assertThat(topics.statistics().subscriptions()).isZero();
	}

	@Test
	void dropsAMessageLargerThanTheBound() {
		Topics topics = topics(
				TopicOptions.builder().slowConsumerPolicy(SlowConsumerPolicy.DROP_OLDEST).maxPendingBytes(4));
		FakeSink sink = new FakeSink(loop);
		TopicSubscriber subscriber = topics.join(sink);
		subscriber.subscribe("a");
		topics.publish("a", "12345");
		topics.publish("a", "1234");
		loop.runAll();
		sink.paused = true;
		topics.publish("a", "12");
		topics.publish("a", "12345");
		loop.runAll();
		loop.run(() -> sink.resume(subscriber));
		assertThat(sink.messages()).containsExactly("a=1234", "a=12");
	}

	@Test
	void dropsAMessageOnlyUnderThePolicyOfItsTopic() {
		Topics topics = topics(TopicOptions.builder()
			.slowConsumerPolicy("old/**", SlowConsumerPolicy.DROP_OLDEST)
			.slowConsumerPolicy("new/**", SlowConsumerPolicy.DROP_NEWEST)
			.slowConsumerPolicy("latest/**", SlowConsumerPolicy.KEEP_LATEST)
			.maxPendingBytes(6));
		FakeSink sink = new FakeSink(loop);
		TopicSubscriber subscriber = stuck(topics, sink, "**");
		for (String topic : List.of("new/1", "old/1", "latest/1", "old/2", "latest/2", "latest/1", "old/3", "new/2",
				"new/3", "old/4", "latest/2")) {
			topics.publish(topic, "" + drops.size());
		}
		loop.runAll();
		loop.run(() -> sink.resume(subscriber));
		assertThat(sink.messages().stream().map((message) -> message.substring(0, message.indexOf('='))))
			.containsExactly("new/1", "latest/1", "old/2", "latest/2", "old/3", "old/4");
		assertThat(drops).containsExactly("latest/1 SUPERSEDED", "new/2 NEWEST", "new/3 NEWEST", "old/1 OLDEST",
				"latest/2 SUPERSEDED");
	}

	@Test
	void keepLatestDoesNotStarveTopicsThatChangeLater() {
		Topics topics = topics(TopicOptions.builder().slowConsumerPolicy(SlowConsumerPolicy.KEEP_LATEST));
		FakeSink sink = new FakeSink(loop);
		TopicSubscriber subscriber = stuck(topics, sink, "*");
		for (int round = 0; round < 10; round++) {
			for (int i = 0; i < 20; i++) {
				topics.publish("quote" + i, "" + round);
			}
			loop.runAll();
			sink.buffer = 4 * (round + 1);
			loop.run(subscriber::writable);
		}
		assertThat(sink.messages().stream().map((message) -> message.substring(0, message.indexOf('='))).distinct())
			.hasSize(20);
	}

	@Test
	void aStuckSubscriberDoesNotDisturbHealthyOnes() {
		Topics topics = topics(
				TopicOptions.builder().slowConsumerPolicy(SlowConsumerPolicy.DROP_OLDEST).maxPendingBytes(1024));
		TopicSubscriber stuck = stuck(topics, new FakeSink(loop), "a");
		List<FakeSink> healthy = IntStream.range(0, 50).mapToObj((i) -> new FakeSink(loop)).toList();
		healthy.forEach((sink) -> topics.join(sink).subscribe("a"));
		for (int i = 0; i < 1_000; i++) {
			topics.publish("a", "" + (1000 + i));
			loop.runAll();
			int count = i + 1;
			assertThat(healthy).allSatisfy((sink) -> assertThat(sink.messages()).hasSize(count));
		}
		assertThat(stuck.offered()).isEqualTo(1_000);
		assertThat(stuck.dropped()).isEqualTo(1_000 - 256);
	}

	@Test
	void losesMessagesOfABlockedLoopAndCountsThemForThoseTheyWereFor() {
		Topics topics = topics(TopicOptions.builder()
			.slowConsumerPolicy(SlowConsumerPolicy.DROP_NEWEST)
			.maxQueuedBytes(10 * (LoopQueue.ENTRY_BYTES + 1)));
		TopicSubscriber early = topics.join(new FakeSink(loop));
		early.subscribe("*");
		FakeSink excluded = new FakeSink(loop);
		topics.join(excluded).subscribe("a");
		for (int i = 0; i < 10; i++) {
			assertThat(topics.publish("a", "" + i)).isEqualTo(PublishResult.PUBLISHED);
		}
		assertThat(topics.publish("a", "x")).isEqualTo(PublishResult.OVERLOADED);
		assertThat(topics.publish("a", PayloadKind.TEXT, TopicDeliveryTests.bytes("x"),
				PublishOptions.NONE.excluding(excluded.id())))
			.isEqualTo(PublishResult.OVERLOADED);
		FakeSink lateSink = new FakeSink(loop);
		TopicSubscriber late = topics.join(lateSink);
		late.subscribe("a");
		assertThat(topics.publish("a", "x")).isEqualTo(PublishResult.OVERLOADED);
		assertThat(topics.publish("b", "x")).isEqualTo(PublishResult.OVERLOADED);
		assertThat(late.send("a", PayloadKind.TEXT, TopicDeliveryTests.pooled("x"))).isFalse();
		loop.runAll();
		topics.publish("a", "y");
		loop.runAll();
		assertThat(early.offered()).isEqualTo(15);
		assertThat(early.dropped()).isEqualTo(4);
		assertThat(late.offered()).isEqualTo(2);
		assertThat(late.dropped()).isEqualTo(1);
		assertThat(excluded.messages()).hasSize(11);
		assertThat(topics.statistics().dropped()).containsEntry(DropReason.LOOP_OVERLOADED, 4L + 2 + 1);
		assertThat(topics.statistics().queuedBytes()).isZero();
	}

	@Test
	void aBlockedLoopClosesWhoMustNotMissAMessage() {
		Topics topics = topics(TopicOptions.builder().maxQueuedBytes(LoopQueue.ENTRY_BYTES + 1));
		FakeSink sink = new FakeSink(loop);
		topics.join(sink).subscribe("a");
		topics.publish("a", "1");
		topics.publish("a", "2");
		loop.runAll();
		assertThat(sink.received).containsExactly("<a LIVE>", "a=1", "<close SLOW_CONSUMER>");
	}

	/** Or a blocked loop takes memory for each, which is why they are lost. */
	@Test
	void countsLossesOfManyTopicsTogether() {
		Topics topics = topics(TopicOptions.builder()
			.slowConsumerPolicy("closing/**", SlowConsumerPolicy.CLOSE)
			.slowConsumerPolicy(SlowConsumerPolicy.DROP_NEWEST)
			.maxQueuedBytes(1));
		TopicSubscriber all = topics.join(new FakeSink(loop));
		all.subscribe("**");
		FakeSink senderSink = new FakeSink(loop);
		TopicSubscriber sender = topics.join(senderSink);
		sender.subscribe("a/*");
		FakeSink closingSink = new FakeSink(loop);
		topics.join(closingSink).subscribe("closing/*");
		loop.runAll();
		TopicSubscriber elsewhere = topics.join(new FakeSink(new ManualLoop()));
		int count = 3 * LostMessages.MAX_COUNTS;
		for (int i = 0; i < count; i++) {
			elsewhere.subscribe("a/" + i);
			assertThat(topics.publish("a/" + i, "x")).isEqualTo(PublishResult.OVERLOADED);
			elsewhere.unsubscribe("a/" + i);
		}
		for (int i = 0; i < 10; i++) {
			topics.publish("a/last", PayloadKind.TEXT, TopicDeliveryTests.bytes("x"),
					PublishOptions.NONE.excluding(senderSink.id()));
		}
		topics.publish("closing/a", "x");
		loop.runAll();
		assertThat(all.offered()).isEqualTo(all.dropped()).isEqualTo(count + 11);
		assertThat(sender.offered()).isEqualTo(sender.dropped()).isEqualTo(count);
		assertThat(closingSink.closed).isEqualTo(TopicSink.CloseReason.SLOW_CONSUMER);
		assertThat(drops.stream().distinct()).hasSize(LostMessages.MAX_COUNTS + 1)
			.contains("a/0 LOOP_OVERLOADED", "** LOOP_OVERLOADED");
		assertThat(topics.mostDropped(1)).singleElement()
			.satisfies((most) -> assertThat(most.topic()).isEqualTo(DropStatistics.OTHER_TOPICS));
	}

	@Test
	void countsLossesOfManyPublishersTogether() {
		List<Long> told = new ArrayList<>();
		Topics topics = new Topics(
				TopicOptions.builder().slowConsumerPolicy(SlowConsumerPolicy.DROP_NEWEST).maxQueuedBytes(1).build());
		topics.addListener(new TopicListener() {

			@Override
			public void dropped(TopicSubscriber subscriber, String topic, long messages, DropReason reason) {
				told.add(messages);
			}

		});
		TopicSubscriber subscriber = topics.join(new FakeSink(loop));
		subscriber.subscribe("a");
		loop.runAll();
		int count = 5 * LostMessages.MAX_COUNTS;
		for (int i = 0; i < count; i++) {
			topics.publish("a", PayloadKind.TEXT, TopicDeliveryTests.bytes("x"),
					PublishOptions.NONE.excluding("sender-" + i));
		}
		loop.runAll();
		assertThat(told).hasSize(2 * LostMessages.MAX_COUNTS + 1);
		assertThat(told.stream().mapToLong(Long::longValue).sum()).isEqualTo(subscriber.dropped()).isEqualTo(count);
	}

	private Topics topics(TopicOptions.Builder options) {
		Topics topics = new Topics(options.build());
		topics.addListener(new TopicListener() {

			@Override
			public void dropped(TopicSubscriber subscriber, String topic, long messages, DropReason reason) {
				for (int i = 0; i < messages; i++) {
					drops.add(topic + " " + reason);
				}
			}

		});
		return topics;
	}

	private TopicSubscriber stuck(Topics topics, FakeSink sink, String pattern) {
		TopicSubscriber subscriber = topics.join(sink);
		subscriber.subscribe(pattern);
		loop.runAll();
		sink.paused = true;
		return subscriber;
	}

}
