/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.time.Instant;
import java.util.List;

/**
 * An order.
 *
 * @param version grows with each change, so that of two events about the same order a
 * client knows which is newer
 */
record Order(long id, int version, String customer, List<OrderItem> items, OrderStatus status, Instant placedAt) {

	static Order place(long id, NewOrder order, Instant now) {
		return new Order(id, 1, order.customer(), List.copyOf(order.items()), OrderStatus.NEW, now);
	}

	/**
	 * Moves the order on.
	 * @throws IllegalStatusChangeException if there is no way from its status to the next
	 */
	Order with(OrderStatus next) {
		if (!status.mayBecome(next)) {
			throw new IllegalStatusChangeException(this, next);
		}
		return new Order(id, version + 1, customer, items, next, placedAt);
	}

}
