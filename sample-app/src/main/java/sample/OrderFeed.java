/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.util.Objects;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Tells every change of an order to all open streams.
 * <p>
 * A stream of JSON lines that is open while the server drains would hold the shutdown up
 * until its timeout; event streams the server ends by itself. Beans of the default phase,
 * such as this, stop before the web server begins to drain, so the streams have ended by
 * then.
 */
@Component
final class OrderFeed implements SmartLifecycle {

	private final SampleProperties properties;

	private Sinks.@Nullable Many<OrderEvent> events;

	private @Nullable Disposable pings;

	OrderFeed(SampleProperties properties) {
		this.properties = properties;
	}

	/**
	 * A stream of what happens from now on. Starts with a ping, by which a client knows
	 * that it misses nothing from here. Ends when the application stops, or when the
	 * client has fallen too far behind: it had better load the orders anew.
	 */
	Flux<OrderEvent> stream() {
		return Flux.defer(this::live)
			.mergeWith(Mono.just(OrderEvent.PING))
			.onBackpressureBuffer(properties.maxStreamBacklog())
			.onErrorComplete(Exceptions::isOverflow);
	}

	private synchronized Flux<OrderEvent> live() {
		return (events != null) ? events.asFlux() : Flux.empty();
	}

	/** Each stream has a queue of its own, so this never waits for a client. */
	synchronized void publish(OrderEvent event) {
		if (events != null) {
			events.tryEmitNext(event);
		}
	}

	@Override
	public synchronized void start() {
		events = Sinks.many().multicast().directBestEffort();
		pings = Flux.interval(properties.pingInterval()).subscribe((tick) -> publish(OrderEvent.PING));
	}

	@Override
	public synchronized void stop() {
		Objects.requireNonNull(pings).dispose();
		Objects.requireNonNull(events).tryEmitComplete();
		events = null;
	}

	@Override
	public synchronized boolean isRunning() {
		return events != null;
	}

}
