/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The bound of the repository, and that its changes are atomic.
 */
class InMemoryOrderRepositoryTests {

	private static final NewOrder ORDER = new NewOrder("Ada", List.of(new OrderItem("tea", 2)));

	private final InMemoryOrderRepository orders = new InMemoryOrderRepository(
			new SampleProperties(3, 1, Duration.ofDays(1)));

	@Test
	void keepsTheLatestOrdersOnly() {
		StepVerifier.create(Flux.range(0, 5).concatMap((i) -> orders.add(ORDER)).map(Order::id))
			.expectNext(1L, 2L, 3L, 4L, 5L)
			.verifyComplete();
		StepVerifier.create(orders.findAll().map(Order::id)).expectNext(3L, 4L, 5L).verifyComplete();
		StepVerifier.create(orders.findById(2)).verifyComplete();
		StepVerifier.create(orders.update(2, (order) -> order)).verifyComplete();
	}

	@Test
	void letsOneOfTwoConflictingChangesWin() {
		Order placed = orders.add(ORDER).blockOptional().orElseThrow();
		List<Boolean> won = Flux.range(0, 20)
			.flatMap((i) -> orders.update(placed.id(), (order) -> order.with(OrderStatus.CANCELLED))
				.subscribeOn(Schedulers.parallel())
				.map((changed) -> true)
				.onErrorResume(IllegalStatusChangeException.class, (ex) -> Mono.just(false)))
			.collectList()
			.blockOptional()
			.orElseThrow();
		assertThat(won).hasSize(20).containsOnlyOnce(true);
		StepVerifier.create(orders.findById(placed.id()).map(Order::version)).expectNext(2).verifyComplete();
	}

}
