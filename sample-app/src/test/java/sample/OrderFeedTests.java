/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

/**
 * What a stream is given, and when it ends.
 */
class OrderFeedTests {

	private static final int BACKLOG = 4;

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final OrderFeed feed = new OrderFeed(new SampleProperties(1, BACKLOG, Duration.ofDays(1)));

	@BeforeEach
	void start() {
		feed.start();
	}

	@AfterEach
	void stop() {
		if (feed.isRunning()) {
			feed.stop();
		}
	}

	@Test
	void startsWithAPingAndGoesOnWithWhatHappensFromThere() {
		feed.publish(event(1));
		StepVerifier.create(feed.stream())
			.expectNext(OrderEvent.PING)
			.then(() -> feed.publish(event(2)))
			.expectNext(event(2))
			.thenCancel()
			.verify(PATIENCE);
	}

	@Test
	void endsStreamsWhenTheApplicationStops() {
		StepVerifier.create(feed.stream())
			.expectNext(OrderEvent.PING)
			.then(feed::stop)
			.expectComplete()
			.verify(PATIENCE);
		StepVerifier.create(feed.stream()).expectNext(OrderEvent.PING).expectComplete().verify(PATIENCE);
	}

	@Test
	void opensStreamsAgainAfterARestart() {
		feed.stop();
		feed.start();
		StepVerifier.create(feed.stream())
			.expectNext(OrderEvent.PING)
			.then(() -> feed.publish(event(1)))
			.expectNext(event(1))
			.thenCancel()
			.verify(PATIENCE);
	}

	@Test
	void endsTheStreamOfAClientThatFallsTooFarBehind() {
		StepVerifier.create(feed.stream(), 1).expectNext(OrderEvent.PING).then(() -> {
			for (int i = 1; i <= BACKLOG + 1; i++) {
				feed.publish(event(i));
			}
		}).thenRequest(Long.MAX_VALUE).expectNextCount(BACKLOG).expectComplete().verify(PATIENCE);
	}

	@Test
	void keepsAllOfAClientThatFallsLessBehind() {
		StepVerifier.create(feed.stream(), 1).expectNext(OrderEvent.PING).then(() -> {
			for (int i = 1; i <= BACKLOG; i++) {
				feed.publish(event(i));
			}
		}).thenRequest(Long.MAX_VALUE).expectNextCount(BACKLOG).then(feed::stop).expectComplete().verify(PATIENCE);
	}

	@Test
	void leavesOtherStreamsAloneWhenOneIsTooSlow() {
		StepVerifier slow = StepVerifier.create(feed.stream(), 0)
			.expectSubscription()
			.thenAwait(Duration.ZERO)
			.thenRequest(Long.MAX_VALUE)
			.thenConsumeWhile((event) -> true)
			.expectComplete()
			.verifyLater();
		StepVerifier.create(feed.stream()).expectNext(OrderEvent.PING).then(() -> {
			for (int i = 1; i <= 3 * BACKLOG; i++) {
				feed.publish(event(i));
			}
		}).expectNextCount(3 * BACKLOG).then(feed::stop).expectComplete().verify(PATIENCE);
		slow.verify(PATIENCE);
	}

	private static OrderEvent event(long id) {
		return new OrderEvent(OrderEvent.Type.PLACED,
				new Order(id, 1, "Ada", List.of(), OrderStatus.NEW, Instant.EPOCH));
	}

}
