/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.util.Arrays;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each way from one status to the next, and no other.
 */
class OrderStatusTests {

	@ParameterizedTest
	@CsvSource({ "NEW, PAID CANCELLED", "PAID, SHIPPED CANCELLED", "SHIPPED, DELIVERED", "DELIVERED, ''",
			"CANCELLED, ''" })
	void mayBecome(OrderStatus status, String next) {
		assertThat(OrderStatus.values()).filteredOn(status::mayBecome)
			.extracting(OrderStatus::name)
			.containsExactlyElementsOf(Arrays.stream(next.split(" ", -1)).filter((name) -> !name.isEmpty()).toList());
	}

}
