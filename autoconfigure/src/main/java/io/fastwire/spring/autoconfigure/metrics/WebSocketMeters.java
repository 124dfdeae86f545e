/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

import io.fastwire.spring.FastwireWebServer;
import io.fastwire.websocket.WebSocketStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/** The meters of the WebSocket sessions of one server. */
final class WebSocketMeters {

	/** All codes that mean something (RFC 6455 section 7.4), and 0 for all others. */
	private static final List<Integer> CODES = List.of(1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 1010, 1011,
			1012, 1013, 1014, 0);

	private final MeterRegistry registry;

	private final FastwireWebServer server;

	private final Tags tags;

	private final List<Meter> published = new ArrayList<>();

	private WebSocketMeters(MeterRegistry registry, FastwireWebServer server, Tags tags) {
		this.registry = registry;
		this.server = server;
		this.tags = tags;
	}

	/**
	 * Publishes all meters of a server.
	 * @param registry where to
	 * @param server a running server, kept by the caller
	 * @param tags tell the server apart
	 * @return what to remove from the registry in the end
	 */
	static List<Meter> publish(MeterRegistry registry, FastwireWebServer server, Tags tags) {
		WebSocketMeters meters = new WebSocketMeters(registry, server, tags);
		meters.publishAll();
		return meters.published;
	}

	private void publishAll() {
		gauge("fastwire.websocket.sessions.active", "Open WebSocket sessions", WebSocketStatistics::sessionsActive);
		counter("fastwire.websocket.sessions.opened", "WebSocket sessions opened", WebSocketStatistics::sessionsOpened);
		counter("fastwire.websocket.messages.received", "Messages received", WebSocketStatistics::messagesReceived);
		counter("fastwire.websocket.messages.sent", "Messages sent", WebSocketStatistics::messagesSent);
		counter("fastwire.websocket.messages.dropped", "Messages dropped because too much was pending",
				WebSocketStatistics::messagesDropped);
		counter("fastwire.websocket.bytes.received", "Bytes of messages received, as on the wire",
				WebSocketStatistics::bytesReceived);
		counter("fastwire.websocket.bytes.sent", "Bytes of messages sent, as on the wire",
				WebSocketStatistics::bytesSent);
		gauge("fastwire.websocket.bytes.pending", "Bytes that wait to be sent", WebSocketStatistics::pendingBytes);
		gauge("fastwire.websocket.compression.ratio", "Size of compressed messages divided by their size before",
				WebSocketStatistics::compressionRatio);
		CODES.forEach(this::closes);
	}

	private void closes(int code) {
		published.add(FunctionCounter
			.builder("fastwire.websocket.closes", server, reading((statistics) -> statistics.closes(code)))
			.description("WebSocket sessions closed")
			.tags(tags.and("code", (code != 0) ? Integer.toString(code) : "other"))
			.register(registry));
	}

	private void gauge(String name, String description, ToDoubleFunction<WebSocketStatistics> value) {
		published
			.add(Gauge.builder(name, server, reading(value)).description(description).tags(tags).register(registry));
	}

	private void counter(String name, String description, ToDoubleFunction<WebSocketStatistics> value) {
		published.add(FunctionCounter.builder(name, server, reading(value))
			.description(description)
			.tags(tags)
			.register(registry));
	}

	private static ToDoubleFunction<FastwireWebServer> reading(ToDoubleFunction<WebSocketStatistics> value) {
		return (server) -> value.applyAsDouble(server.getStatistics().webSocket());
	}

}
