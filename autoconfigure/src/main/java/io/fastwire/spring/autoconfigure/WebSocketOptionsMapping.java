/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.websocket.WebSocketOptions;

/** Turns properties into the options of WebSocket sessions. */
final class WebSocketOptionsMapping {

	private WebSocketOptionsMapping() {
	}

	static WebSocketOptions options(FastwireWebSocketProperties properties) {
		WebSocketOptions.Builder options = WebSocketOptions.builder()
			.overflowPolicy(properties.getOverflowPolicy())
			.compression(properties.getCompression());
		PropertyBinding.apply("fastwire.websocket.max-message-size", properties.getMaxMessageSize(),
				(size) -> options.maxMessageBytes(PropertyBinding.bytes(size)));
		PropertyBinding.apply("fastwire.websocket.max-pending-size", properties.getMaxPendingSize(),
				(size) -> options.maxPendingBytes(size.toBytes()));
		PropertyBinding.apply("fastwire.websocket.compression-threshold", properties.getCompressionThreshold(),
				(size) -> options.compressionThreshold(PropertyBinding.bytes(size)));
		PropertyBinding.apply("fastwire.websocket.idle-timeout", properties.getIdleTimeout(), options::idleTimeout);
		PropertyBinding.apply("fastwire.websocket.max-lifetime", properties.getMaxLifetime(), options::maxLifetime);
		PropertyBinding.apply("fastwire.websocket.close-timeout", properties.getCloseTimeout(), options::closeTimeout);
		PropertyBinding.apply("fastwire.websocket.ping-interval", properties.getPingInterval(), (interval) -> {
			options.pingInterval(interval);
			options.build(); // Compares it with the idle timeout.
		});
		return options.build();
	}

}
