/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.LongStream;

import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.ManualLoop;
import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** What histories give to those who resume, and what it costs others. */
@ExtendWith(LeakFree.class)
class HistoryReplayTests {

	private static final int BOUND = 1_000;

	private static final int FITTING = 10;

	private final ManualLoop loop = new ManualLoop();

	private final Topics topics = new Topics(
			TopicOptions.builder().history("short/**", 20, 100_000).history("**", BOUND, 100_000).build());

	private final FakeSink sink = new FakeSink(loop);

	private final TopicSubscriber subscriber = topics.join(sink);

	@AfterEach
	void close() {
		topics.close();
		loop.runAll();
	}

	private void publish(String topic, String id) {
		topics.publish(topic, PayloadKind.TEXT, TopicDeliveryTests.pooled(id), PublishOptions.NONE.id(id));
	}

	private void publish(String topic, int messages) {
		for (int i = 0; i < messages; i++) {
			topics.publish(topic, PayloadKind.TEXT, TopicDeliveryTests.pooled("" + i), PublishOptions.NONE);
		}
	}

	private Replay replay(String pattern, String since, Predicate<TopicMessage> fits) {
		return topics.histories().replay(subscriber, pattern, since, topics.histories().lastSequence(), fits);
	}

	@ParameterizedTest
	@CsvSource({ "a, b", "b, a" })
	void goesOnBehindTheFirstOfSeveralTopicsThatHaveTheId(String first, String second) {
		publish(first, "same");
		publish(second, "other");
		publish(second, "same");
		publish(first, "last");
		subscriber.subscribe("*", "same");
		loop.runAll();
		assertThat(sink.received).containsExactly("<* COMPLETE>", second + "=other", second + "=same", first + "=last");
	}

	@Test
	void goesOnBehindTheLastOfOneTopicThatHasTheId() {
		publish("short/a", "same");
		publish("short/a", "same");
		publish("short/a", 19);
		subscriber.subscribe("short/a", "same");
		loop.runAll();
		assertThat(sink.received).startsWith("<short/a COMPLETE>", "short/a=0").hasSize(20);
	}

	@Test
	void forgetsTheIdWithTheMessage() {
		publish("short/a", "first");
		publish("short/a", 20);
		subscriber.subscribe("short/a", "first");
		loop.runAll();
		assertThat(sink.received).startsWith("<short/a GAP>");
	}

	/** Or a client that asks again and again keeps the loop and all publishers busy. */
	@Test
	void isReadFromItsEndAndNoFurtherThanWhatFits() {
		publish("a", BOUND);
		publish("b", BOUND);
		int[] asked = { 0 };
		Replay replay = replay("**", TopicSubscriber.FROM_START, (message) -> ++asked[0] <= FITTING);
		assertThat(replay.complete()).isFalse();
		assertThat(replay.messages()).extracting(TopicMessage::sequence)
			.isEqualTo(LongStream.rangeClosed(-FITTING + 1, 0)
				.map((back) -> topics.histories().lastSequence() + back)
				.boxed()
				.toList());
		assertThat(asked[0]).isEqualTo(FITTING + 1);
		assertThat(replay.work()).isLessThanOrEqualTo(2 + Backlog.PORTION);
		replay.release();
	}

	@Test
	void looksOnlyAtWhatCameBehindTheMessage() {
		publish("a", BOUND);
		long since = topics.histories().lastSequence();
		publish("b", 3);
		Replay replay = replay("*", Long.toString(since), (message) -> true);
		assertThat(replay.complete()).isTrue();
		assertThat(replay.messages()).hasSize(3);
		assertThat(replay.work()).isEqualTo(2 + 3);
		replay.release();
	}

	/** The messages are encoded meanwhile, and it may be many of them. */
	@Test
	void letsOthersPublishWhileItIsReadAndTellsOfWhatIsDroppedMeanwhile() throws Exception {
		publish("a", BOUND);
		long fence = topics.histories().lastSequence();
		ExecutorService publisher = Executors.newSingleThreadExecutor();
		try {
			boolean[] published = { false };
			Replay replay = topics.histories()
				.replay(subscriber, "*", Long.toString(fence - BOUND), fence, (message) -> {
					if (!published[0]) {
						published[0] = true;
						publishElsewhere(publisher);
					}
					return true;
				});
			assertThat(replay.complete()).isFalse();
			assertThat(replay.messages()).extracting(TopicMessage::sequence)
				.isSorted()
				.hasSize(BOUND / 2)
				.last()
				.isEqualTo(fence);
			replay.release();
		}
		finally {
			publisher.shutdownNow();
		}
	}

	private void publishElsewhere(ExecutorService publisher) {
		try {
			publisher.submit(() -> publish("a", BOUND / 2)).get(20, TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void releasesWhatItHasReadIfTheSinkThrows() {
		publish("a", BOUND);
		int[] asked = { 0 };
		assertThatIllegalStateException().isThrownBy(() -> replay("a", TopicSubscriber.FROM_START, (message) -> {
			if (++asked[0] > Backlog.PORTION + 1) {
				throw new IllegalStateException();
			}
			return true;
		}));
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5 })
	void hasExactlyWhatAModelKeeps(long seed) {
		Random random = new Random(seed);
		long begin = topics.histories().lastSequence();
		Map<String, Deque<Long>> model = new TreeMap<>();
		Map<String, Long> floors = new TreeMap<>();
		for (int i = 1; i <= 500; i++) {
			String topic = "short/" + random.nextInt(12);
			publish(topic, 1);
			Deque<Long> kept = model.computeIfAbsent(topic, (unused) -> new ArrayDeque<>());
			kept.add(begin + i);
			if (kept.size() > 20) {
				floors.put(topic, kept.remove());
			}
		}
		for (int i = 0; i < 200; i++) {
			long since = begin + random.nextInt(502);
			String pattern = (i % 2 == 0) ? "short/*" : "short/" + random.nextInt(12);
			List<Long> expected = new ArrayList<>();
			boolean[] complete = { since <= begin + 500 };
			model.forEach((topic, kept) -> {
				if (TopicNames.matches(pattern, topic)) {
					kept.stream().filter((sequence) -> sequence > since || since > begin + 500).forEach(expected::add);
					complete[0] &= since >= floors.getOrDefault(topic, 0L);
				}
			});
			expected.sort(Comparator.naturalOrder());
			Replay replay = replay(pattern, Long.toString(since), (message) -> true);
			assertThat(replay.messages()).extracting(TopicMessage::sequence)
				.as("%s after %d, seed %d", pattern, since - begin, seed)
				.isEqualTo(expected);
			assertThat(replay.complete()).isEqualTo(complete[0]);
			replay.release();
		}
	}

	@Test
	void takesNoMemoryForFormsThatNobodyWaitsFor() {
		List<ByteBuf> encoded = new ArrayList<>();
		WireForm<ByteBuf> form = (message) -> {
			ByteBuf bytes = TopicDeliveryTests.pooled("encoded");
			encoded.add(bytes);
			return bytes;
		};
		sink.onDelivery = (message) -> message.encoded(form);
		subscriber.subscribe("a");
		publish("a", 5);
		loop.runAll();
		assertThat(encoded).hasSize(5).allSatisfy((bytes) -> assertThat(bytes.refCnt()).isZero());
		subscriber.unsubscribe("a");
		subscriber.subscribe("a", TopicSubscriber.FROM_START);
		loop.runAll();
		assertThat(encoded).hasSize(10).allSatisfy((bytes) -> assertThat(bytes.refCnt()).isZero());
		assertThat(sink.messages()).startsWith("a=0").endsWith("a=4").hasSize(10);
		assertThat(topics.history("a").messages()).isEqualTo(5);
	}

	@Test
	void givesTheMessageThatIsOnItsWayAlreadyWithItsForms() {
		TopicMessage message = new TopicMessage("a", PayloadKind.TEXT, TopicDeliveryTests.pooled("x"),
				PublishOptions.NONE.id("id").excluding("sender"), 17);
		KeptMessage kept = new KeptMessage(message, null);
		assertThat(kept.lend()).isSameAs(message);
		message.release(2);
		TopicMessage again = kept.lend();
		assertThat(again).isNotSameAs(message)
			.extracting(TopicMessage::topic, TopicMessage::kind, TopicMessage::payload, TopicMessage::id,
					TopicMessage::sequence, TopicMessage::excluded)
			.containsExactly("a", PayloadKind.TEXT, message.payload(), "id", 17L, "sender");
		assertThat(kept.lend()).isSameAs(again);
		kept.drop();
		assertThat(again.payload().refCnt()).isEqualTo(1);
		again.release(2);
		assertThat(again.payload().refCnt()).isZero();
	}

	@Test
	void countsTheIdsOfTheApplication() {
		publish("a", 1);
		long without = topics.statistics().historyBytes();
		publish("b", "i");
		assertThat(topics.statistics().historyBytes()).isGreaterThan(2 * without + 50);
	}

}
