/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.ManualLoop;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Does random things to topics and to a model that knows no loops, queues or caches: the
 * model acts at the moment of the call, the loops run when chance has it, and in the end
 * every subscriber must have received the same.
 */
@ExtendWith(LeakFree.class)
class TopicModelTests {

	private final ManualLoop[] loops = { new ManualLoop(), new ManualLoop(), new ManualLoop() };

	private final List<Participant> participants = new ArrayList<>();

	private final List<Participant> left = new ArrayList<>();

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 })
	void behavesAsAModelWithoutLoops(long seed) {
		Random random = new Random(seed);
		Topics topics = new Topics(TopicOptions.builder().history("a/**", 1_000, 100_000).build());
		for (int step = 0; step < 3_000; step++) {
			step(topics, random, step);
		}
		runAll();
		for (Participant participant : participants) {
			assertThat(participant.sink.messages()).as("seed %d", seed).isEqualTo(participant.expected);
			assertThat(participant.subscriber.patterns()).isEqualTo(participant.patterns);
			assertThat(participant.subscriber.offered()).isEqualTo(participant.expected.size());
		}
		for (Participant participant : left) {
			List<String> received = participant.sink.messages();
			assertThat(received).as("seed %d", seed).isEqualTo(participant.expected.subList(0, received.size()));
		}
		assertThat(topics.statistics().subscriptions())
			.isEqualTo(participants.stream().mapToInt((participant) -> participant.patterns.size()).sum());
		participants.forEach((participant) -> participant.subscriber.close());
		assertThat(topics.statistics().topics() + topics.statistics().patterns()).isZero();
		topics.close();
		runAll();
	}

	private void step(Topics topics, Random random, int step) {
		int choice = random.nextInt(100);
		if (choice < 50) {
			publish(topics, random, step);
		}
		else if (choice < 60 || participants.isEmpty()) {
			participants.add(new Participant(topics, loops[random.nextInt(loops.length)]));
		}
		else if (choice < 78) {
			participants.get(random.nextInt(participants.size())).subscribe(RandomNames.pattern(random));
		}
		else if (choice < 86) {
			participants.get(random.nextInt(participants.size())).unsubscribe(random);
		}
		else if (choice < 90 && participants.size() > 4) {
			Participant leaving = participants.remove(random.nextInt(participants.size()));
			leaving.subscriber.close();
			left.add(leaving);
		}
		else {
			ManualLoop loop = loops[random.nextInt(loops.length)];
			if (loop.tasks() > 0) {
				loop.runOne();
			}
		}
	}

	private void publish(Topics topics, Random random, int step) {
		String topic = RandomNames.topic(random);
		Participant excluded = (participants.isEmpty() || random.nextInt(10) > 0) ? null
				: participants.get(random.nextInt(participants.size()));
		PublishOptions options = (excluded != null) ? PublishOptions.NONE.excluding(excluded.sink.id())
				: PublishOptions.NONE;
		topics.publish(topic, PayloadKind.TEXT, TopicDeliveryTests.pooled("" + step), options);
		for (Participant participant : participants) {
			if (participant != excluded
					&& participant.patterns.stream().anyMatch((pattern) -> TopicNames.matches(pattern, topic))) {
				participant.expected.add(topic + "=" + step);
			}
		}
	}

	private void runAll() {
		for (ManualLoop loop : loops) {
			loop.runAll();
		}
	}

	private static final class Participant {

		private final FakeSink sink;

		private final TopicSubscriber subscriber;

		private final Set<String> patterns = new TreeSet<>();

		private final List<String> expected = new ArrayList<>();

		Participant(Topics topics, ManualLoop loop) {
			this.sink = new FakeSink(loop);
			this.subscriber = topics.join(sink);
		}

		void subscribe(String pattern) {
			SubscribeResult expectedResult = patterns.add(pattern) ? SubscribeResult.SUBSCRIBED
					: SubscribeResult.ALREADY_SUBSCRIBED;
			assertThat(subscriber.subscribe(pattern)).isEqualTo(expectedResult);
		}

		void unsubscribe(Random random) {
			if (!patterns.isEmpty()) {
				String pattern = new ArrayList<>(patterns).get(random.nextInt(patterns.size()));
				patterns.remove(pattern);
				assertThat(subscriber.unsubscribe(pattern)).isTrue();
			}
		}

	}

}
