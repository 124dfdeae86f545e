/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.util.concurrent.TimeUnit;

import io.fastwire.topic.TopicMessage;
import io.fastwire.topic.TopicOptions;
import io.fastwire.topic.Topics;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.EventExecutor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PacedSinkTests {

	private static final int LIMIT = 10;

	private final EmbeddedChannel channel = new EmbeddedChannel();

	private final Topics topics = new Topics(TopicOptions.DEFAULTS);

	private final Sink sink = new Sink();

	@BeforeEach
	void subscribe() {
		channel.freezeTime();
		sink.join(topics).subscribe("a");
		channel.runPendingTasks();
		sink.pending = 2 * LIMIT;
		sink.asked = 0;
	}

	@Test
	void goesOnInTheNextTurnIfWhatItGatheredHasLeftThen() {
		topics.publish("a", "x");
		channel.eventLoop().execute(() -> sink.pending = 0);
		channel.runPendingTasks();
		assertThat(sink.delivered).isEqualTo(1);
	}

	/** The limit may be below that of the channel, which tells nothing then. */
	@Test
	void asksNowAndThenWhileMoreThanTheLimitStays() {
		topics.publish("a", "x");
		channel.runPendingTasks();
		for (int i = 0; i < 100; i++) {
			channel.advanceTimeBy(10, TimeUnit.MILLISECONDS);
			channel.runScheduledPendingTasks();
		}
		assertThat(sink.delivered).isZero();
		assertThat(sink.asked).isBetween(100, 1_000);
		sink.pending = LIMIT;
		channel.advanceTimeBy(10, TimeUnit.MILLISECONDS);
		channel.runScheduledPendingTasks();
		assertThat(sink.delivered).isEqualTo(1);
	}

	/** What was handed to it stays with it. */
	private final class Sink extends PacedSink {

		private static final int TOO_OFTEN = 100_000;

		private long pending;

		private int asked;

		private int delivered;

		Sink() {
			super(LIMIT);
		}

		@Override
		boolean connectionWritable() {
			return true;
		}

		@Override
		public long pendingBytes() {
			asked++;
			if (asked > TOO_OFTEN) {
				throw new IllegalStateException("Asked again and again");
			}
			return pending;
		}

		@Override
		public String id() {
			return "sink";
		}

		@Override
		public EventExecutor eventLoop() {
			return channel.eventLoop();
		}

		@Override
		public int wireBytes(TopicMessage message) {
			return 1;
		}

		@Override
		public void deliver(TopicMessage message) {
			delivered++;
		}

		@Override
		public void flush() {
		}

		@Override
		public void close(CloseReason reason) {
		}

	}

}
