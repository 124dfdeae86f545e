/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TrialTests {

	@Test
	void everyRoundLoadsEachServerOnceInAnotherOrderThanTheRoundBefore() {
		List<List<Integer>> orders = Trial.orders(4, 6);
		for (int round = 0; round < 6; round++) {
			assertThat(orders.get(round)).containsExactlyInAnyOrder(0, 1, 2, 3);
			if (round > 0) {
				assertThat(orders.get(round)).isNotEqualTo(orders.get(round - 1));
			}
		}
	}

}
