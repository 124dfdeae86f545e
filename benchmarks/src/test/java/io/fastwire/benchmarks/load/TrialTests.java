/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TrialTests {

	@Test
	void everyProcessTakesEachPlaceOnceAndComesAfterEachOtherOnce() {
		for (int servers : new int[] { 2, 4, 6, 18 }) {
			List<List<Integer>> orders = Trial.orders(servers, servers);
			for (int place = 0; place < servers; place++) {
				int at = place;
				assertThat(orders.stream().map((order) -> order.get(at))).doesNotHaveDuplicates().hasSize(servers);
			}
			assertThat(orders.stream()
				.flatMap((order) -> IntStream.range(1, servers)
					.mapToObj((place) -> List.of(order.get(place - 1), order.get(place)))))
				.doesNotHaveDuplicates()
				.hasSize(servers * (servers - 1));
		}
	}

	@Test
	void everyRoundLoadsEachServerOnceHoweverManyRoundsThereAre() {
		assertThat(Trial.orders(4, 9)).hasSize(9).allSatisfy((order) -> assertThat(order).containsOnlyOnce(0, 1, 2, 3));
	}

}
