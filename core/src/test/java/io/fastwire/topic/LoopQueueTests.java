/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.fastwire.testsupport.ManualLoop;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LoopQueueTests {

	private static final int ROUNDS = 100_000;

	/** Loses whatever is published. */
	private final LoopQueue queue = new LoopQueue(0);

	private final TopicLoop loop = new TopicLoop(new ManualLoop(), 0, new TopicEvents());

	private final Publication message = message();

	private static Publication message() {
		TopicMessage message = new TopicMessage("a", PayloadKind.TEXT, Unpooled.EMPTY_BUFFER, PublishOptions.NONE,
				TopicMessage.NO_SEQUENCE);
		return new Publication(message, new Route("a", TopicOptions.DEFAULTS, List.of(), 0, 0));
	}

	/**
	 * Else one who had subscribed before would not know of it. The message that is lost
	 * meanwhile may be on either side.
	 */
	@Test
	void takesUpALossBehindTheSubscriptionThatCameBeforeIt() throws Exception {
		AtomicInteger started = new AtomicInteger();
		AtomicInteger done = new AtomicInteger();
		ExecutorService executor = Executors.newSingleThreadExecutor();
		try {
			Future<?> publisher = executor.submit(() -> {
				for (int round = 1; round <= ROUNDS; round++) {
					await(started, round);
					queue.publish(message, loop);
					done.set(round);
				}
			});
			for (int round = 1; round <= ROUNDS; round++) {
				started.set(round);
				for (int i = round % 64; i > 0; i--) {
					Thread.onSpinWait();
				}
				queue.add(new Subscribing());
				await(done, round);
				queue.publish(message, loop);
				assertThat(takeAll()).as("last of round %d", round).isInstanceOf(LostMessages.class);
				queue.add(new Subscribing());
				takeAll();
			}
			publisher.get(20, TimeUnit.SECONDS);
		}
		finally {
			executor.shutdownNow();
		}
	}

	@Test
	void takesUpLossesTogetherWhateverIsSentToSingleSubscribersMeanwhile() {
		queue.publish(message, loop);
		queue.add((unused) -> 1);
		queue.publish(message, loop);
		assertThat(queue.poll()).isInstanceOf(LostMessages.class);
		assertThat(takeAll()).isNotInstanceOf(LostMessages.class);
	}

	private static void await(AtomicInteger number, int least) {
		for (int spins = 0; number.get() < least; spins++) {
			if (Thread.currentThread().isInterrupted()) {
				return;
			}
			if (spins < 1_000) {
				Thread.onSpinWait();
			}
			else {
				LockSupport.parkNanos(1);
			}
		}
	}

	private @Nullable Command takeAll() {
		Command last = null;
		for (Command next = queue.poll(); next != null; next = queue.poll()) {
			last = next;
		}
		return last;
	}

	private static final class Subscribing implements Command {

		@Override
		public int run(TopicLoop loop) {
			return 1;
		}

		@Override
		public boolean changesSubscriptions() {
			return true;
		}

	}

}
