/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.stereotype.Repository;

/**
 * The default repository: the latest orders, in memory. The lock is held for a map
 * operation only, so an event loop may take it.
 */
@Repository
final class InMemoryOrderRepository implements OrderRepository {

	private final int maxOrders;

	private final Map<Long, Order> orders = new LinkedHashMap<>();

	private long lastId;

	InMemoryOrderRepository(SampleProperties properties) {
		this.maxOrders = properties.maxOrders();
	}

	@Override
	public Flux<Order> findAll() {
		return Flux.defer(() -> Flux.fromIterable(snapshot()));
	}

	private synchronized List<Order> snapshot() {
		return List.copyOf(orders.values());
	}

	@Override
	public Mono<Order> findById(long id) {
		return Mono.fromSupplier(() -> get(id));
	}

	private synchronized @Nullable Order get(long id) {
		return orders.get(id);
	}

	@Override
	public Mono<Order> add(NewOrder order) {
		return Mono.fromSupplier(() -> put(order));
	}

	private synchronized Order put(NewOrder order) {
		Order placed = Order.place(++lastId, order, Clock.systemUTC().instant());
		orders.put(placed.id(), placed);
		if (orders.size() > maxOrders) {
			orders.remove(placed.id() - maxOrders);
		}
		return placed;
	}

	@Override
	public Mono<Order> update(long id, UnaryOperator<Order> change) {
		return Mono.fromSupplier(() -> replace(id, change));
	}

	private synchronized @Nullable Order replace(long id, UnaryOperator<Order> change) {
		return orders.computeIfPresent(id, (key, order) -> change.apply(order));
	}

}
