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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LeakFree.class)
class TopicHistoryTests {

	private final ManualLoop loop = new ManualLoop();

	private Topics topics = new Topics(TopicOptions.builder().history("kept/**", 5, 1_000).build());

	@AfterEach
	void close() {
		topics.close();
		loop.runAll();
	}

	@Test
	void numbersMessagesOfTopicsWithAHistoryOnly() {
		List<TopicMessage> seen = new ArrayList<>();
		FakeSink sink = new FakeSink(loop);
		sink.onDelivery = (message) -> seen.add(message.retain());
		topics.join(sink).subscribe("**");
		topics.publish("kept/a", "1");
		topics.publish("b", "2");
		topics.publish("kept/c", "3");
		loop.runAll();
		assertThat(seen.get(0).sequence()).isPositive().isLessThan(1L << 53);
		assertThat(seen.get(0).id()).isEqualTo(Long.toString(seen.get(0).sequence()));
		assertThat(seen.get(1).id()).isNull();
		assertThat(seen.get(2).sequence()).isEqualTo(seen.get(0).sequence() + 1);
		seen.forEach(TopicMessage::release);
	}

	@Test
	void resumesAfterTheLastMessageSeen() {
		List<String> ids = publish("kept/a", 4);
		assertThat(resume("kept/a", ids.get(1))).containsExactly("<kept/a COMPLETE>", "kept/a=2", "kept/a=3");
		assertThat(resume("kept/a", ids.get(3))).containsExactly("<kept/a COMPLETE>");
	}

	@Test
	void tellsHowMuchItKeeps() {
		publish("kept/a", 7);
		publish("b", 1);
		assertThat(topics.history("kept/a")).isEqualTo(new HistoryStatistics(5, 5));
		assertThat(topics.history("kept/never")).isEqualTo(new HistoryStatistics(0, 0));
		assertThat(topics.history("b")).isEqualTo(new HistoryStatistics(0, 0));
	}

	@Test
	void continuesWithWhatIsPublishedMeanwhile() {
		List<String> ids = publish("kept/a", 3);
		FakeSink sink = new FakeSink(loop);
		TopicSubscriber subscriber = topics.join(sink);
		subscriber.subscribe("kept/a", ids.get(0));
		topics.publish("kept/a", "live");
		loop.runAll();
		assertThat(sink.received).containsExactly("<kept/a COMPLETE>", "kept/a=1", "kept/a=2", "kept/a=live");
		assertThat(subscriber.offered()).isEqualTo(3);
	}

	@Test
	void tellsOfAGapWhenSomethingIsForgotten() {
		List<String> ids = publish("kept/a", 7);
		assertThat(resume("kept/a", ids.get(1))).startsWith("<kept/a COMPLETE>", "kept/a=2");
		assertThat(resume("kept/a", ids.get(0))).containsExactly("<kept/a GAP>", "kept/a=2", "kept/a=3", "kept/a=4",
				"kept/a=5", "kept/a=6");
	}

	@Test
	void tellsOfAGapForMessagesOfAnotherRun() {
		publish("kept/a", 2);
		assertThat(resume("kept/a", "17")).containsExactly("<kept/a GAP>", "kept/a=0", "kept/a=1");
		assertThat(resume("kept/never", "17")).containsExactly("<kept/never GAP>");
		assertThat(resume("kept/a", "9007199254740991")).startsWith("<kept/a GAP>");
		assertThat(resume("kept/a", "99999999999999999999")).startsWith("<kept/a GAP>");
		assertThat(resume("kept/a", "")).startsWith("<kept/a GAP>");
	}

	@Test
	void tellsOfAGapWithoutAHistory() {
		List<String> ids = publish("kept/a", 1);
		assertThat(resume("other", ids.get(0))).containsExactly("<other GAP>");
		topics.close();
		topics = new Topics(TopicOptions.DEFAULTS);
		assertThat(resume("*", "17")).containsExactly("<* GAP>");
	}

	@Test
	void isCompleteForATopicThatWasNeverPublishedTo() {
		List<String> ids = publish("kept/a", 1);
		assertThat(resume("kept/never", ids.get(0))).containsExactly("<kept/never COMPLETE>");
	}

	@Test
	void replaysAllThatThereIsFromTheStart() {
		publish("kept/a", 7);
		assertThat(resume("kept/a", TopicSubscriber.FROM_START)).startsWith("<kept/a COMPLETE>", "kept/a=2").hasSize(6);
	}

	@Test
	void resumesAPatternInTheOrderOfPublishing() {
		List<String> ids = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			ids.addAll(publish("kept/" + "cabd".charAt(i), 1));
		}
		publish("kept/a", 1);
		assertThat(resume("kept/*", ids.get(1))).containsExactly("<kept/* COMPLETE>", "kept/b=0", "kept/d=0",
				"kept/a=0");
	}

	@Test
	void resumesAfterAnIdOfTheApplication() {
		FakeSink sink = new FakeSink(loop);
		for (String id : List.of("x", "y", "z")) {
			topics.publish("kept/a", PayloadKind.TEXT, TopicDeliveryTests.bytes("about " + id),
					PublishOptions.NONE.id(id).excluding(sink.id()));
		}
		assertThat(resume("kept/a", "y")).containsExactly("<kept/a COMPLETE>", "kept/a=about z");
		assertThat(resume("kept/*", "x")).containsExactly("<kept/* COMPLETE>", "kept/a=about y", "kept/a=about z");
		assertThat(resume("kept/a", "unknown")).startsWith("<kept/a GAP>").hasSize(4);
		assertThat(resume("kept/a", "x", sink)).as("its own").containsExactly("<kept/a COMPLETE>");
	}

	@Test
	void keepsNoMoreBytesThanAllowed() {
		topics.publish("kept/a", "x".repeat(600));
		List<String> ids = publish("kept/a", 1);
		topics.publish("kept/a", "y".repeat(600));
		assertThat(topics.statistics().histories()).isEqualTo(1);
		assertThat(topics.statistics().historyMessages()).isEqualTo(2);
		assertThat(resume("kept/a", ids.get(0))).containsExactly("<kept/a COMPLETE>", "kept/a=" + "y".repeat(600));
		topics.publish("kept/a", "z".repeat(1_001));
		assertThat(topics.statistics().historyMessages()).isZero();
		assertThat(topics.statistics().historyBytes()).isZero();
		assertThat(resume("kept/a", ids.get(0))).containsExactly("<kept/a GAP>");
	}

	@Test
	void forgetsQuietTopicsFirstWhenThereAreTooMany() {
		topics.close();
		topics = new Topics(TopicOptions.builder().maxTopics(3).history("**", 5, 1_000).build());
		List<String> ids = new ArrayList<>();
		for (String topic : List.of("busy", "quiet", "b", "busy", "c", "busy", "d")) {
			ids.addAll(publish(topic, 1));
		}
		assertThat(topics.statistics().histories()).isEqualTo(3);
		assertThat(resume("busy", ids.get(0))).containsExactly("<busy COMPLETE>", "busy=0", "busy=0");
		assertThat(resume("busy", ids.get(3))).containsExactly("<busy COMPLETE>", "busy=0");
		assertThat(resume("quiet", ids.get(0))).containsExactly("<quiet GAP>");
		assertThat(resume("*", ids.get(1))).as("b is forgotten").startsWith("<* GAP>");
		assertThat(resume("*", ids.get(2))).startsWith("<* COMPLETE>").hasSize(5);
	}

	@Test
	void keepsAllHistoriesTogetherWithinABound() {
		topics.close();
		topics = new Topics(TopicOptions.builder().maxHistoryBytes(10_000).history("**", 100, 100_000).build());
		for (int i = 0; i < 1_000; i++) {
			topics.publish("t" + (i % 17), "x".repeat(i));
			assertThat(topics.statistics().historyBytes()).isLessThanOrEqualTo(10_000);
		}
		assertThat(topics.statistics().historyMessages()).isPositive();
	}

	@Test
	void replaysNoMoreThanFitsAndTellsOfTheGap() {
		topics.close();
		topics = new Topics(TopicOptions.builder().maxPendingBytes(20).history("**", 100, 1_000).build());
		IntStream.range(10, 30).forEach((i) -> topics.publish("a", "" + i));
		FakeSink sink = new FakeSink(loop);
		sink.paused = true;
		TopicSubscriber subscriber = topics.join(sink);
		subscriber.subscribe("a", TopicSubscriber.FROM_START);
		loop.runAll();
		assertThat(subscriber.waitingBytes()).isEqualTo(10);
		loop.run(() -> sink.resume(subscriber));
		assertThat(sink.received).containsExactly("<a GAP>", "a=25", "a=26", "a=27", "a=28", "a=29");
	}

	@Test
	void tellWhereTheyBegin() {
		List<String> ids = publish("kept/a", 7);
		FakeSink sink = new FakeSink(loop);
		resume("kept/a", ids.get(4), sink);
		resume("kept/a", ids.get(0), sink);
		resume("kept/a", ids.get(6), sink);
		resume("other", ids.get(0), sink);
		resume("kept/a", null, sink);
		assertThat(sink.positions).as("before the first of what follows")
			.containsExactly(ids.get(4), ids.get(1), ids.get(6), ids.get(6), ids.get(6));
		assertThat(resume("kept/a", sink.positions.get(1))).as("the same again")
			.hasSize(6)
			.contains("<kept/a COMPLETE>");
	}

	@Test
	void beginBehindWhatWaits() {
		List<String> ids = publish("kept/a", 2);
		FakeSink sink = new FakeSink(loop);
		TopicSubscriber subscriber = topics.join(sink);
		subscriber.subscribe("kept/a");
		loop.runAll();
		sink.paused = true;
		topics.publish("kept/a", "waits");
		subscriber.subscribe("kept/*", ids.get(0));
		loop.runAll();
		loop.run(() -> sink.resume(subscriber));
		assertThat(sink.received).containsExactly("<kept/a LIVE>", "kept/a=waits", "<kept/* COMPLETE>", "kept/a=1",
				"kept/a=waits");
	}

	@Test
	void keepLatestKeepsSequencesGrowing() {
		topics.close();
		topics = new Topics(TopicOptions.builder()
			.slowConsumerPolicy(SlowConsumerPolicy.KEEP_LATEST)
			.history("**", 10, 1_000)
			.build());
		FakeSink sink = new FakeSink(loop);
		TopicSubscriber subscriber = topics.join(sink);
		subscriber.subscribe("*");
		loop.runAll();
		sink.paused = true;
		topics.publish("a", "1");
		topics.publish("b", "2");
		topics.publish("a", "3");
		loop.runAll();
		loop.run(() -> sink.resume(subscriber));
		assertThat(sink.messages()).containsExactly("b=2", "a=3");
	}

	private List<String> publish(String topic, int count) {
		List<String> ids = new ArrayList<>();
		FakeSink sink = new FakeSink(loop);
		sink.onDelivery = (message) -> ids.add(String.valueOf(message.id()));
		TopicSubscriber subscriber = topics.join(sink);
		subscriber.subscribe(topic);
		IntStream.range(0, count).forEach((i) -> topics.publish(topic, "" + i));
		loop.runAll();
		subscriber.close();
		loop.runAll();
		return ids;
	}

	private List<String> resume(String pattern, String since) {
		return resume(pattern, since, new FakeSink(loop));
	}

	private List<String> resume(String pattern, @Nullable String since, FakeSink sink) {
		TopicSubscriber subscriber = topics.join(sink);
		subscriber.subscribe(pattern, since);
		loop.runAll();
		subscriber.close();
		loop.runAll();
		return sink.received;
	}

}
