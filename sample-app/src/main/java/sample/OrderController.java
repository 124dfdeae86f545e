/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.net.URI;

import io.fastwire.spring.topic.PublishTo;
import jakarta.validation.Valid;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The orders as resources. Each order that is placed or changed is published too. */
@RestController
@RequestMapping("/orders")
class OrderController {

	/** So that {@code /orders/stream} is never taken for an order. */
	private static final String ONE_ORDER = "/{id:\\d{1,18}}";

	private final OrderRepository orders;

	private final OrderFeed feed;

	OrderController(OrderRepository orders, OrderFeed feed) {
		this.orders = orders;
		this.feed = feed;
	}

	@GetMapping
	Flux<Order> list(@RequestParam(required = false) @Nullable OrderStatus status) {
		return orders.findAll().filter((order) -> status == null || order.status() == status);
	}

	@GetMapping(ONE_ORDER)
	Mono<Order> get(@PathVariable long id) {
		return orders.findById(id).switchIfEmpty(notFound(id));
	}

	@PostMapping
	@PublishTo({ "orders", "orders/{result.id}" })
	Mono<ResponseEntity<Order>> place(@Valid @RequestBody NewOrder order, ServerHttpRequest request) {
		String orderPath = request.getPath().contextPath().value() + "/orders/";
		return orders.add(order)
			.doOnNext((placed) -> feed.publish(new OrderEvent(OrderEvent.Type.PLACED, placed)))
			.map((placed) -> ResponseEntity.created(URI.create(orderPath + placed.id())).body(placed));
	}

	@PatchMapping(ONE_ORDER)
	@PublishTo({ "orders", "orders/{id}" })
	Mono<Order> change(@PathVariable long id, @Valid @RequestBody StatusChange change) {
		return orders.update(id, (order) -> order.with(change.status()))
			.doOnNext((changed) -> feed.publish(new OrderEvent(OrderEvent.Type.CHANGED, changed)))
			.switchIfEmpty(notFound(id));
	}

	@GetMapping(path = "/stream", produces = { MediaType.TEXT_EVENT_STREAM_VALUE, MediaType.APPLICATION_NDJSON_VALUE })
	Flux<OrderEvent> stream() {
		return feed.stream();
	}

	private static Mono<Order> notFound(long id) {
		return Mono.error(() -> new OrderNotFoundException(id));
	}

}
