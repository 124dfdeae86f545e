/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

/** Where an order is on its way. */
enum OrderStatus {

	NEW, PAID, SHIPPED, DELIVERED, CANCELLED;

	boolean mayBecome(OrderStatus next) {
		return switch (this) {
			case NEW -> next == PAID || next == CANCELLED;
			case PAID -> next == SHIPPED || next == CANCELLED;
			case SHIPPED -> next == DELIVERED;
			case DELIVERED, CANCELLED -> false;
		};
	}

}
