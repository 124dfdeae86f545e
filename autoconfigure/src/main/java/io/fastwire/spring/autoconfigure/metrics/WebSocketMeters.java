/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure.metrics;

import java.util.List;
import java.util.function.ToDoubleFunction;

import io.fastwire.websocket.WebSocketStatistics;

/** The meters of the WebSocket sessions of one server. */
final class WebSocketMeters {

	/** All codes that mean something (RFC 6455 section 7.4), and 0 for all others. */
	private static final List<Integer> CODES = List.of(1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 1010, 1011,
			1012, 1013, 1014, 0);

	private final ServerMeters server;

	private WebSocketMeters(ServerMeters server) {
		this.server = server;
	}

	/**
	 * Publishes them.
	 * @param server the other meters of the server, with which these are removed
	 */
	static void publish(ServerMeters server) {
		new WebSocketMeters(server).publishAll();
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
		server.counter("fastwire.websocket.closes", "WebSocket sessions closed",
				server.tags().and("code", (code != 0) ? Integer.toString(code) : "other"),
				(statistics) -> statistics.webSocket().closes(code));
	}

	private void gauge(String name, String description, ToDoubleFunction<WebSocketStatistics> value) {
		server.gauge(name, description, (statistics) -> value.applyAsDouble(statistics.webSocket()));
	}

	private void counter(String name, String description, ToDoubleFunction<WebSocketStatistics> value) {
		server.counter(name, description, (statistics) -> value.applyAsDouble(statistics.webSocket()));
	}

}
