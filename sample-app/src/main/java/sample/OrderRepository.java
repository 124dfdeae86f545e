/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.util.function.UnaryOperator;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Where orders are kept. Does not block. */
interface OrderRepository {

	/** All orders, oldest first. */
	Flux<Order> findAll();

	/** One order, or nothing. */
	Mono<Order> findById(long id);

	/** Keeps a new order under an id of its own. */
	Mono<Order> add(NewOrder order);

	/**
	 * Replaces an order in one atomic step.
	 * @param change may refuse by throwing, which becomes the error of the result
	 * @return the changed order, or nothing if there is none
	 */
	Mono<Order> update(long id, UnaryOperator<Order> change);

}
