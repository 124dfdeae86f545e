/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.List;
import java.util.stream.IntStream;

import io.fastwire.testsupport.RetainedHeap;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WaitingQueueTests {

	private static TopicMessage message(String topic) {
		return new TopicMessage(topic, PayloadKind.TEXT, Unpooled.EMPTY_BUFFER, PublishOptions.NONE,
				TopicMessage.NO_SEQUENCE);
	}

	private static void drain(WaitingQueue queue) {
		WaitingQueue.Entry entry;
		while ((entry = queue.poll()) != null) {
			entry.message().release();
		}
	}

	@Test
	void subscriberThatHasCaughtUpKeepsNoMemoryOfTheTopicsThatWaited() {
		List<TopicMessage> messages = IntStream.range(0, 2000).mapToObj((i) -> message("topic/" + i)).toList();
		RetainedHeap.assertAtMost(1_000_000, () -> IntStream.range(0, 200).mapToObj((i) -> {
			WaitingQueue queue = new WaitingQueue();
			messages.forEach((message) -> queue.add(message, SlowConsumerPolicy.KEEP_LATEST, 1));
			drain(queue);
			return queue;
		}).toList());
	}

	@Test
	void latestOfATopicIsFoundAgainAfterTheQueueWasEmpty() {
		WaitingQueue queue = new WaitingQueue();
		TopicMessage message = message("topic");
		for (int i = 0; i < 2; i++) {
			assertThat(queue.latest("topic")).isNull();
			queue.add(message, SlowConsumerPolicy.KEEP_LATEST, 1);
			assertThat(queue.latest("topic")).isNotNull();
			drain(queue);
		}
	}

}
