/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

import io.netty.buffer.ByteBuf;

/** How subscribers receive messages. */
public enum FeedProtocol {

	/** A WebSocket whose path is the subscription. */
	WEBSOCKET,

	/** STOMP 1.2 over WebSocket. */
	STOMP,

	/** Server-sent events. */
	EVENTS;

	/** Returns what opens a subscription. */
	ByteBuf request(String path) {
		return switch (this) {
			case WEBSOCKET -> WebSocketBytes.handshake(path, "");
			case STOMP -> WebSocketBytes.handshake(path, "Sec-WebSocket-Protocol: v12.stomp\r\n");
			case EVENTS -> WebSocketBytes
				.shared(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
					.getBytes(StandardCharsets.US_ASCII));
		};
	}

	/** Returns how the answer to it begins. */
	String answer() {
		return (this == EVENTS) ? "HTTP/1.1 200" : "HTTP/1.1 101";
	}

	/** Returns its name in commands. */
	public String word() {
		return name().toLowerCase(Locale.ROOT);
	}

	static FeedProtocol of(Command command) {
		return valueOf(command.text("protocol").toUpperCase(Locale.ROOT));
	}

}
