/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.ManualLoop;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the queue in front of a sink that reads now and then to a model that is one list.
 */
@ExtendWith(LeakFree.class)
class TopicPolicyModelTests {

	private static final int BOUND = 40;

	private static final TopicOptions OPTIONS = TopicOptions.builder()
		.slowConsumerPolicy("old/*", SlowConsumerPolicy.DROP_OLDEST)
		.slowConsumerPolicy("latest/*", SlowConsumerPolicy.KEEP_LATEST)
		.slowConsumerPolicy(SlowConsumerPolicy.DROP_NEWEST)
		.maxPendingBytes(BOUND)
		.build();

	private final ManualLoop loop = new ManualLoop();

	private final FakeSink sink = new FakeSink(loop);

	private final List<String> waiting = new ArrayList<>();

	private final List<String> delivered = new ArrayList<>();

	private int taken;

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 })
	void dropsAsAListWould(long seed) {
		Random random = new Random(seed);
		Topics topics = new Topics(OPTIONS);
		TopicSubscriber subscriber = topics.join(sink);
		subscriber.subscribe("**");
		loop.runAll();
		sink.paused = true;
		sink.buffer = 10;
		for (int step = 0; step < 5_000; step++) {
			if (random.nextInt(12) == 0) {
				loop.run(() -> sink.resume(subscriber));
				sink.paused = true;
				taken = 0;
				delivered.addAll(waiting);
				waiting.clear();
			}
			else {
				String topic = List.of("new", "old", "latest").get(random.nextInt(3)) + "/" + random.nextInt(4);
				String payload = "x".repeat(1 + random.nextInt(12));
				topics.publish(topic, payload);
				loop.runAll();
				offer(topic, payload);
			}
			assertThat(sink.messages().size()).as("seed %d step %d", seed, step).isEqualTo(delivered.size());
			assertThat(subscriber.waitingBytes()).isEqualTo(bytes((entry) -> true));
			assertThat(sink.pendingBytes() + subscriber.waitingBytes()).isLessThanOrEqualTo(BOUND);
		}
		assertThat(sink.messages()).isEqualTo(delivered);
		assertThat(subscriber.offered()).isEqualTo(subscriber.delivered() + subscriber.dropped() + waiting.size());
		subscriber.close();
		loop.runAll();
	}

	private void offer(String topic, String payload) {
		String message = topic + "=" + payload;
		if (waiting.isEmpty() && taken < 10) {
			if (taken + payload.length() <= BOUND) {
				taken += payload.length();
				delivered.add(message);
			}
			return;
		}
		int free = BOUND - taken - bytes((entry) -> true) - payload.length();
		int index = indexOf((entry) -> topic.startsWith("latest") && entry.startsWith(topic + "="));
		if (index >= 0) {
			if (free + size(waiting.get(index)) >= 0) {
				waiting.set(index, message);
			}
			return;
		}
		Predicate<String> droppable = (entry) -> topic.startsWith("old") && entry.startsWith("old");
		if (free + bytes(droppable) >= 0) {
			while (free < 0) {
				free += size(waiting.remove(indexOf(droppable)));
			}
			waiting.add(message);
		}
	}

	private int indexOf(Predicate<String> which) {
		for (int i = 0; i < waiting.size(); i++) {
			if (which.test(waiting.get(i))) {
				return i;
			}
		}
		return -1;
	}

	private int bytes(Predicate<String> which) {
		return waiting.stream().filter(which).mapToInt(TopicPolicyModelTests::size).sum();
	}

	private static int size(String message) {
		return message.length() - message.indexOf('=') - 1;
	}

}
